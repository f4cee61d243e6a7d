#include "app/views/train/errors.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/panel/typed_text.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/views/train/state.h"
#include "core/tasks/one_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// All words of a sentence pair and of the model's answer, one after the other.
std::string all_words(const ErrorsView& view, const JudgedSentence& judged) {
    std::string words;
    const auto add = [&](const Sentence& sentence, const Vocabulary& vocabulary) {
        for (const std::int32_t id : sentence) words += vocabulary.word(id) + ' ';
    };
    add(view.task->held_out[judged.example].source, view.task->source_vocabulary);
    add(judged.truth, view.task->target_vocabulary);
    add(judged.said, view.task->target_vocabulary);
    return words;
}

bool contains_all(const std::string& words, const std::string& search) {
    std::istringstream parts(search);
    for (std::string part; parts >> part;) {
        if (words.find(part) == std::string::npos) return false;
    }
    return true;
}

}  // namespace

std::vector<const JudgedSentence*> listed_errors(const ErrorsView& view) {
    std::vector<const JudgedSentence*> list;
    for (const JudgedSentence& judged : view.judged) {
        if (view.only_wrong && judged.wrong == 0) continue;
        if (view.search.text.empty() || contains_all(all_words(view, judged), view.search.text)) list.push_back(&judged);
    }
    const auto place = [](const JudgedSentence* judged) { return judged->wrong == 0 ? 1 << 20 : judged->first_wrong; };
    if (view.order == ErrorOrder::loss) {
        std::ranges::stable_sort(list, std::ranges::greater{}, &JudgedSentence::loss);
    } else {
        std::ranges::stable_sort(list, std::ranges::less{}, place);
    }
    return list;
}

std::string errors_remark(const ErrorsView& view) {
    const auto wrong = std::ranges::count_if(view.judged, [](const JudgedSentence& judged) { return judged.wrong > 0; });
    const std::size_t all = view.task->held_out.size();
    const std::string of = view.judged.size() == all ? fmt::format("{} held-out sentences", all)
                                                     : fmt::format("the first {} of {} held-out sentences", view.judged.size(),
                                                                   grouped(static_cast<Size>(all)));
    return fmt::format("{} of {} {} wrong", wrong, of, wrong == 1 ? "is" : "are");
}

bool errors_are_current(const State& state) {
    return state.run && opened(working_run(state))->parameters == state.of<ErrorsView>().judged_of;
}

void do_command(State& state, const ShowJudged& command) {
    ErrorsView& view = state.of<ErrorsView>();
    view.task = command.task;
    view.judged_of = command.of;
    view.judged = command.judged;
    view.confusions = confusions(view.judged);
}

void do_command(State& state, const SetErrorSearch& command) { state.of<ErrorsView>().search = with_valid_caret(command.search); }
void do_command(State& state, const SetErrorOrder& command) { state.of<ErrorsView>().order = command.order; }
void do_command(State& state, const SetOnlyWrong& command) { state.of<ErrorsView>().only_wrong = command.only_wrong; }

void do_command(State& state, const LookAtExample& command) {
    const ErrorsView& view = state.of<ErrorsView>();
    if (!view.task || command.example >= view.task->held_out.size() || !can_edit(state)) return;
    auto batch = std::make_shared<Batch>();
    make_batch(std::span(view.task->held_out).subspan(command.example, 1), state.run->model->configuration, *batch);
    Edits edits = state.edits;
    edits.batch = batch;
    do_command(state, SetEdits{std::move(edits), fmt::format("held-out sentence {}", command.example + 1)});
}

bool is_searching_errors(const State& state) { return state.focus == error_search_anchor && state.menu.empty(); }

int type_error_search(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [search, keys] = typed_into(state.of<ErrorsView>().search, input, commands);
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "escape" || key == "enter") focus.clear();
        if (key == "tab" || key == "shift+tab") leaves = key == "tab" ? 1 : -1;
    }
    if (!(search == state.of<ErrorsView>().search)) commands.push_back(SetErrorSearch{search});
    return leaves;
}

namespace {

/// The task of the training; null if it trains on the open sentences, or if it has no held-out sentences.
std::shared_ptr<const Task> task_of_training(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    if (!training.started || training.started->task == open_sentences || training.started->task.empty()) return nullptr;
    const std::shared_ptr<const Task>& known = state.of<ErrorsView>().task;
    const Architecture architecture = training.model->model->configuration.architecture;
    if (known && known->name == training.started->task && known->architecture == architecture) return known;
    return std::make_shared<const Task>(in_one_text(make_task(training.started->task), architecture));
}

/// The held-out sentences, judged with the weights on the screen. Only while the training stands still.
std::optional<MissingResult> missing_judged(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const Learning& learning = state.of<Learning>();
    if (state.view != View::train || !learning.shown || learning.playing || learning.moves || !state.run || !training.model)
        return std::nullopt;
    if (errors_are_current(state)) return std::nullopt;
    const std::shared_ptr<const Parameters> weights = opened(working_run(state))->parameters;
    std::shared_ptr<const Task> task = task_of_training(state);
    if (!task || task->held_out.empty()) return std::nullopt;
    struct JudgedQuestion {
        std::shared_ptr<const Parameters> of;
        bool operator==(const JudgedQuestion&) const = default;
    };
    Job job = job_of(
        [task, weights, configuration = training.model->model->configuration, regime = training.model->regime](Work&) {
            const std::span<const Example> all = task->held_out;
            return ShowJudged{task, weights,
                              judge_sentences(configuration, *weights, all.first(std::min(all.size(), most_judged)), regime)};
        },
        [task, weights](std::string) -> Command {
            return ShowJudged{task, weights, {}};
        });
    job.question = JudgedQuestion{weights};
    return MissingResult{.job = std::move(job), .tag = "errors"};
}

void describe_errors(const State& state, nlohmann::ordered_json& json) {
    const ErrorsView& view = state.of<ErrorsView>();
    json["errors"] = {{"judged", view.judged.size()},
                      {"listed", view.task ? listed_errors(view).size() : 0},
                      {"only_wrong", view.only_wrong},
                      {"search", view.search.text}};
}

}  // namespace

const Module errors_module{
    .name = "errors",
    .missing = missing_judged,
    .describe = describe_errors,
};

}  // namespace vitrine
