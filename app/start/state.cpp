#include "app/start/state.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/edit/batch_editing.h"
#include "app/edit/sentence_typing.h"
#include "app/run/prediction.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const Greet&) { state.of<StartPage>().greets = true; }

void do_command(State& state, const ChooseSaid& command) { state.of<StartPage>().chosen = command.word; }

void do_command(State& state, const PlayStart& command) {
    StartPage& page = state.of<StartPage>();
    page.paused = !command.playing;
    if (!command.playing) return;
    page.chosen.reset();
    if (words_grown(page, page.said.size()) == page.said.size()) page.grown = 0;
}

std::size_t words_grown(const StartPage& page, std::size_t all) {
    return std::min(all, static_cast<std::size_t>(std::max(0.0, std::floor(page.grown))));
}

std::size_t shown_word(const StartPage& page, std::size_t grown) { return std::min(page.chosen.value_or(grown - 1), grown - 1); }

namespace {

constexpr double words_per_second = 3;

/// The predicted words of the shown sentence.
std::vector<std::int32_t> predictions(const State& state) {
    std::vector<std::int32_t> words;
    if (!state.run->is_transformer()) return words;
    for (const PredictedWord& predicted : predicted_words(*state.run, *state.run, shown_sentence(state)))
        words.push_back(predicted.now.is_word() ? predicted.now.word : no_token);
    return words;
}

/// Another run is shown: the words that it predicts like the one before stay on the screen.
void follow_run(State& state) {
    StartPage& page = state.of<StartPage>();
    if (!state.run || page.generation == state.run->generation) return;
    std::vector<std::int32_t> said = predictions(state);
    const auto common = std::ranges::mismatch(said, page.said).in1 - said.begin();
    page.generation = state.run->generation;
    page.paused = false;
    page.said = std::move(said);
    page.grown = std::min(page.grown, static_cast<double>(common));
    page.chosen.reset();
}

/// Opening the page puts the shown sentence into its field, selected, so that typing replaces it.
void open(State& state) {
    StartPage& page = state.of<StartPage>();
    do_command(state, BeginSentence{});
    page.grown = 0;
    page.paused = false;
    page.chosen.reset();
    page.generation = 0;
    page.said.clear();
    do_command(state, SetFocus{sentence_refusal(state).empty() ? start_field : ""});
}

void follow(State& state, const Change&) {
    StartPage& page = state.of<StartPage>();
    const bool shown = state.menu == start_page && state.run;
    if (shown && !std::exchange(page.open, true)) open(state);
    page.open = shown;
    if (shown) follow_run(state);
}

void pass_time(State& state, double seconds) {
    StartPage& page = state.of<StartPage>();
    if (state.run && !state.opening && std::exchange(page.greets, false)) apply(state, SetMenu{start_page});
    if (!page.open) return;
    const auto all = static_cast<double>(page.said.size());
    if (state.motion == Motion::at_once) page.grown = all;
    if (!page.paused) page.grown = std::min(all, page.grown + words_per_second * seconds);
}

bool is_moving(const State& state) {
    const StartPage& page = state.of<StartPage>();
    return page.greets || (page.open && !page.paused && page.grown < static_cast<double>(page.said.size()));
}

void describe(const State& state, nlohmann::ordered_json& json) {
    const StartPage& page = state.of<StartPage>();
    json["start"] = {{"text", state.of<SentenceTyping>().text.text},
                     {"words", page.said.size()},
                     {"grown", words_grown(page, page.said.size())},
                     {"paused", page.paused}};
}

}  // namespace

const Module start_module{
    .name = "start",
    .follow = follow,
    .pass_time = pass_time,
    .moving = is_moving,
    .describe = describe,
};

}  // namespace vitrine
