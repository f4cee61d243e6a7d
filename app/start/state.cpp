#include "app/start/state.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/sentence_typing.h"
#include "app/run/edited.h"
#include "app/start/sentence_said.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const Greet&) { state.of<StartPage>().greets = true; }

void do_command(State& state, const ClickField&) { state.of<StartPage>().clicked = true; }

void do_command(State& state, const ChooseSaid& command) {
    state.of<StartPage>().chosen = command.word;
    state.of<StartPage>().read.reset();
}

void do_command(State& state, const ShowRead& command) { state.of<StartPage>().read = command.word; }

namespace {
// In twentieths, so that 1 is among the temperatures.
constexpr int temperature_steps = 20, least_temperature = 2;
}  // namespace

double temperature_at(int place) { return static_cast<double>(least_temperature + place) / temperature_steps; }

int place_of_temperature(double temperature) {
    return static_cast<int>(std::lround(temperature * temperature_steps)) - least_temperature;
}

void do_command(State& state, const SetTemperature& command) {
    state.of<StartPage>().temperature = temperature_at(std::clamp(command.place, 0, temperature_places - 1));
}

void do_command(State& state, const HideWord& command) {
    const auto hiding = state.run ? hiding_token(*state.run) : std::nullopt;
    if (!hiding || !can_edit(state)) return;
    StartPage& page = state.of<StartPage>();
    const Size sentence = shown_sentence(state);
    const Batch& batch = wanted_batch(state);
    const Index cell{sentence, command.position};
    if (!batch.src.layout().contains(cell)) return;
    std::int32_t id = *hiding;
    if (const std::int32_t now = batch.src.at(cell); now != *hiding) {
        page.covered.emplace_back(command.position, now);
    } else if (const auto known = covered_token(state, command.position)) {
        id = *known;
    } else {
        return;
    }
    const ReplaceToken edit{{BatchSide::source, sentence, command.position}, id};
    if (!edit_batch(state, edit, {.what = words_of(state, BatchEdit(edit))})) return;
    page.covers = true;
    do_command(state, BeginSentence{});
    TextEdit& text = state.of<SentenceTyping>().text;
    text.anchor = text.caret;
}

std::optional<std::int32_t> covered_token(const State& state, Size position) {
    const auto& covered = state.of<StartPage>().covered;
    const auto found = std::find_if(covered.rbegin(), covered.rend(), [&](const auto& one) { return one.first == position; });
    if (found != covered.rend()) return found->second;
    const Batch& batch = *state.run->batch;
    const Index cell{shown_sentence(state), position};
    if (batch.labels.empty() || !batch.labels.layout().contains(cell)) return std::nullopt;
    const std::int32_t label = batch.labels.at(cell);
    return label == state.run->model->configuration.output_padding() ? std::nullopt : std::optional(label);
}

bool answers_field(const State& state) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    if (!sentence_refusal(state).empty()) return true;
    return !first_unknown(typing) && typing.problem.empty() && typing.text.text.find_first_not_of(' ') != std::string::npos;
}

std::vector<std::string> example_texts(const State& state) {
    constexpr std::size_t most = 4, longest = 80;
    std::vector<std::string> texts;
    const auto add = [&texts](std::string text) {
        if (texts.size() < most && !text.empty() && text.size() <= longest && std::ranges::find(texts, text) == texts.end())
            texts.push_back(std::move(text));
    };
    if (!sentence_refusal(state).empty()) return texts;
    const std::shared_ptr<const Run> run = opened(state.run);
    const Batch& batch = *run->batch;
    constexpr Size most_tokens = 40;
    if (batch.source_length() + batch.target_length() <= most_tokens) {
        for (Size sentence = 0; sentence < batch.sentences(); ++sentence) add(text_of_sentence(*run, batch, sentence));
    }
    if (const auto& card = run->model->card) {
        for (const CardExample& example : card->good) add(example.source);
    }
    return texts;
}

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
    for (const SaidWord& said : sentence_said(*state.run, shown_sentence(state)).said) words.push_back(said.id);
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
    if (!std::exchange(page.covers, false)) page.covered.clear();
    page.said = std::move(said);
    page.grown = std::min(page.grown, static_cast<double>(common));
    page.chosen.reset();
    page.read.reset();
}

/// Opening the page puts the shown sentence into its field, selected, so that typing replaces it. The caret stands at its
/// beginning, since of a long text the part around the caret is shown.
void open(State& state) {
    StartPage& page = state.of<StartPage>();
    do_command(state, BeginSentence{});
    TextEdit& text = state.of<SentenceTyping>().text;
    std::swap(text.caret, text.anchor);
    page = {.open = true, .model = state.run->model};
    do_command(state, SetFocus{sentence_refusal(state).empty() ? start_field : ""});
}

void follow(State& state, const Change&) {
    StartPage& page = state.of<StartPage>();
    const bool shown = shows_start_page(state.menu) && state.run;
    const bool is_new = !page.open || page.model != state.run->model;
    const bool reads_card = state.menu == card_page && (page.open || page.reads_card);
    if (page.reads_card && state.menu.empty()) page.greets = true;
    page.reads_card = reads_card;
    if (shown && is_new) open(state);
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
                     {"paused", page.paused},
                     {"temperature", page.temperature}};
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
