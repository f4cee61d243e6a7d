#pragma once
/// Shows what a model in training gets wrong: its task's held-out sentences, judged one by one.

#include <memory>
#include <string>
#include <vector>

#include "app/base/job.h"
#include "app/base/module.h"
#include "app/base/text_edit.h"
#include "core/model/parameters.h"
#include "core/tasks/task.h"
#include "core/train/evaluation.h"

namespace vitrine {

struct Input;
struct State;

enum class ErrorOrder : std::uint8_t { loss, first_wrong };

struct ErrorsView {
    TextEdit search;
    ErrorOrder order = ErrorOrder::loss;
    bool only_wrong = true;

    std::shared_ptr<const Task> task;             ///< the task with these held-out sentences
    std::shared_ptr<const Parameters> judged_of;  ///< the weights with which they were judged
    std::vector<JudgedSentence> judged;
    std::vector<Confusion> confusions;
};

/// The most held-out sentences that are judged; these are the first ones.
constexpr std::size_t most_judged = 200;

inline constexpr const char* error_search_anchor = "errors/search";

/// The judged sentences that match the search and the other choices, in the chosen order. A search finds sentences that contain
/// all of its words, on either side or in the model's answer.
std::vector<const JudgedSentence*> listed_errors(const ErrorsView& view);

/// "12 of the first 200 of 400 held-out sentences are wrong".
std::string errors_remark(const ErrorsView& view);

/// Whether the sentences were judged with the weights on the screen, which is not so while a training goes on.
bool errors_are_current(const State& state);

struct ShowJudged {
    std::shared_ptr<const Task> task;
    std::shared_ptr<const Parameters> of;
    std::vector<JudgedSentence> judged;
};
void do_command(State& state, const ShowJudged& command);

struct SetErrorSearch {
    TextEdit search;
};
void do_command(State& state, const SetErrorSearch& command);

struct SetErrorOrder {
    ErrorOrder order;
};
void do_command(State& state, const SetErrorOrder& command);

struct SetOnlyWrong {
    bool only_wrong;
};
void do_command(State& state, const SetOnlyWrong& command);

/// Shows a held-out sentence alone in every view.
struct LookAtExample {
    std::size_t example;
};
void do_command(State& state, const LookAtExample& command);

// The following are about typing into the search.
bool is_searching_errors(const State& state);
int type_error_search(const Input& input, const State& state, std::string& focus, Commands& commands);

extern const Module errors_module;

}  // namespace vitrine
