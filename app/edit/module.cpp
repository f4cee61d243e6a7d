#include "app/edit/module.h"

#include <utility>

#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/edit/generated_batch.h"
#include "app/edit/sentence_typing.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

/// A typed sentence is read first: its run is that of other edits.
std::optional<MissingResult> missing(const State& state) {
    std::optional<MissingResult> sentence = missing_sentence(state);
    return sentence ? std::move(sentence) : missing_edits(state);
}

void follow(State& state, const Change& change) {
    follow_field(state, change);
    follow_sentence_field(state);
}

constexpr std::string_view of_this_machine[]{"generated"};

void forget(State& state) { state.of<SentenceTyping>() = {}; }

}  // namespace

const Module edit_module{
    .name = "edits",
    .follow = follow,
    .forget = forget,
    .missing = missing,
    .actions = edit_actions,
    .saved = {.write = write_generated, .read = read_generated, .of_this_machine = of_this_machine},
    .describe = describe_edits,
};

}  // namespace vitrine
