/// Carries out the commands of the decoding view.

#include "app/compare/commands.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/loading.h"

namespace vitrine {

namespace {

constexpr double steps_per_second = 2;

const Generation& generation_of(const State& state) { return state.of<GenerateView>().decoded->generation; }

/// Whether there is a node with this number, and a sentence for which it can be chosen.
bool has_node(const State& state, int node) {
    return is_of_this_sentence(state) && node >= 0 && node < static_cast<int>(generation_of(state).nodes.size());
}

/// The words on the way to a node, without bos or the prompt.
Sentence words_after_bos(const Generation& generation, int node) {
    Sentence tokens = tokens_to(generation, node);
    tokens.erase(tokens.begin(), tokens.begin() + last_given(generation) + 1);
    return tokens;
}

/// The node of the last word chosen by hand; nothing if there is none.
std::optional<int> forced_node(const Decoded& decoded) {
    const Sentence& forced = decoded.question.options.forced;
    if (forced.empty()) return std::nullopt;
    Sentence path = tokens_to(decoded.generation, last_given(decoded.generation));
    path.insert(path.end(), forced.begin(), forced.end());
    return find_node(decoded.generation, path);
}

void look_at(State& state, std::optional<int> node) {
    state.of<GenerateView>().node = node;
    reveal_word(state);
}

/// While a slider is held, the sentence and the shown word stay.
void hold(State& state, bool held) {
    GenerateView& view = state.of<GenerateView>();
    if (!held) {
        view.held.reset();
    } else if (!view.held) {
        view.held = view.options.sampling;
        if (decoded_of(state) && !view.node) view.node = shown_node(state);
    }
}

/// If a sentence with forced words was loaded, replaces it by the best sentence without them.
void leave_forced(State& state) {
    const GenerateView& view = state.of<GenerateView>();
    const bool wanted = view.options.forced.empty() && is_of_this_sentence(state) && can_edit(state);
    if (!wanted || !goes_on_loading(state) || view.loaded->forced.empty()) return;
    const Generation& generation = generation_of(state);
    const int node = shown_node(state);
    load(state, run_that_chose(state, generation, node), showing_words(state, generation, node));
}

}  // namespace

void reveal_word(State& state) {
    if (decoded_of(state)) state.reveal.insert(fmt::format("generate/node/{}", shown_node(state)));
}

void do_command(State& state, const SetDecoding& command) {
    if (!state.run) return;
    GenerateView& view = state.of<GenerateView>();
    const auto question = decoding_question(state);
    if (!question) return;
    hold(state, command.held);
    Sentence forced = std::move(view.options.forced);
    const Configuration& c = question->model->configuration;
    view.options = clamped(command.options, c, static_cast<Size>(question->source.size()));
    view.options.forced = std::move(forced);
    // A length limit that nobody has chosen stays open: decoding_question() fits it to the current model.
    const Size unchosen = GenerateView{}.options.max_new_tokens;
    if (command.options.max_new_tokens == unchosen) view.options.max_new_tokens = unchosen;
}

void do_command(State& state, const ShowTimes& command) {
    GenerateView& view = state.of<GenerateView>();
    if (!view.decoded || view.decoded->number != command.number) return;
    view.times = command.times;
    view.times_of = command.number;
}

void do_command(State& state, const ShowDecoded& command) {
    GenerateView& view = state.of<GenerateView>();
    const auto now = decoding_question(state);
    if (!now || now->opened != command.decoded->question.opened) return;
    if (!now->options.forced.empty() && command.decoded->question == without_forced(*now)) {
        view.unforced = command.decoded;
        return;
    }
    const auto other = other_question(state);
    if (*now != command.decoded->question && other == command.decoded->question) {
        view.other_way = command.decoded;
        return;
    }
    const auto before = std::exchange(view.decoded, command.decoded);
    if (before && other == before->question) view.other_way = before;
    view.grown.reset();
    view.problem.clear();
    view.refused.reset();
    const Sentence forced_before = before ? before->question.options.forced : Sentence{};
    if (command.decoded->question.options.forced != forced_before) {
        look_at(state, forced_node(*command.decoded));
        leave_forced(state);
    } else if (view.node) {
        look_at(state, node_in_answer(command.decoded->generation, tokens_to(before->generation, *view.node)));
    } else if (!before || before->question.source != command.decoded->question.source) {
        reveal_word(state);
    }
}

void do_command(State& state, const DecodingRefused& command) {
    const auto now = decoding_question(state);
    if (!now) return;
    // A decoding without the forced words, or in the other way, only serves for comparison, so its failure is not reported.
    if (*now != command.question && without_forced(*now) != command.question && other_question(state) != command.question) return;
    if (*now == command.question) state.of<GenerateView>().problem = command.why;
    state.of<GenerateView>().refused = command.question;
}

void do_command(State& state, const ChooseWord& command) {
    if (!has_node(state, command.node)) return;
    look_at(state, command.node);
    if (!can_edit(state)) return;
    const Generation& generation = generation_of(state);
    load(state, run_that_chose(state, generation, command.node), showing_words(state, generation, command.node));
}

void do_command(State& state, const MoveWord& command) {
    if (!decoded_of(state)) return;
    const int node = node_after(state, command.move);
    if (node != shown_node(state)) do_command(state, ChooseWord{node});
}

void do_command(State& state, const ForceWord& command) {
    if (!has_node(state, command.node) || !row_after(generation_of(state), command.node)) return;
    GenerateView& view = state.of<GenerateView>();
    const Configuration& c = view.decoded->question.model->configuration;
    if (command.token < 0 || command.token >= c.tgt_vocab_size) return;
    if (forbidding_rule(generation_of(state), command.node, command.token)) return;
    if (view.decoded->question.options.forced.empty()) view.unforced = view.decoded;
    view.options.forced = words_after_bos(generation_of(state), command.node);
    view.options.forced.push_back(command.token);
    const bool forced_already = view.decoded->question.options.forced == view.options.forced;
    if (forced_already) look_at(state, forced_node(*view.decoded));
}

void do_command(State& state, const StopForcing&) {
    GenerateView& view = state.of<GenerateView>();
    view.options.forced.clear();
    const auto unforced = std::exchange(view.unforced, nullptr);
    if (unforced && decoding_question(state) == unforced->question) do_command(state, ShowDecoded{unforced});
}

void do_command(State& state, const CompareForced&) {
    const GenerateView& view = state.of<GenerateView>();
    if (!can_edit(state) || !can_compare_forced(state)) return;
    const Generation &before = view.unforced->generation, &after = generation_of(state);
    const int a = before.hypotheses.front().node, b = after.hypotheses.front().node;
    if (!load(state, run_that_chose(state, before, a), showing_words(state, before, a))) return;
    state.of<GenerateView>().compared =
        ComparedSentences{state.edits, run_that_chose(state, after, b), showing_words(state, after, b)};
}

namespace {

/// Run A is there: pins it, and loads B to compare.
void compare_forced(State& state) {
    const ComparedSentences compared = *std::exchange(state.of<GenerateView>().compared, std::nullopt);
    if (!(state.edits == compared.a)) return;  // other edits have been requested in the meantime
    do_command(state, PinRun{});
    do_command(state, SetView{View::compare});
    load(state, compared.b, compared.what);
}

}  // namespace

void do_command(State& state, const ShowDecoderLayer& command) {
    if (!decoded_of(state)) return;
    const Size layers = state.of<GenerateView>().decoded->question.model->configuration.num_decoder_layers;
    state.of<GenerateView>().layer = static_cast<int>(std::clamp<Size>(command.layer, 0, layers - 1));
}

void do_command(State& state, const ShowBeamsPage& command) {
    state.of<GenerateView>().beams_page = command.shown;
    state.of<GenerateView>().grown.reset();
}

void do_command(State& state, const GrowSentence& command) {
    const bool grows = command.playing && decoded_of(state);
    state.of<GenerateView>().grown = grows ? std::optional(0.0) : std::nullopt;
}

void grow(State& state, double seconds) {
    GenerateView& view = state.of<GenerateView>();
    if (!view.grown) return;
    *view.grown += std::max(0.0, seconds) * steps_per_second;
    const bool done = !view.decoded || *view.grown >= static_cast<double>(view.decoded->generation.steps.size());
    if (done) view.grown.reset();
}

namespace {

/// Whether the refused question is still the current one and has its reason, or one that is asked for comparison with it.
bool still_refused(const State& state) {
    const GenerateView& view = state.of<GenerateView>();
    const auto now = decoding_question(state);
    if (!now) return false;
    if (*now == *view.refused) return !view.problem.empty();
    return without_forced(*now) == *view.refused || other_question(state) == view.refused;
}

}  // namespace

void follow_decoding(State& state, const Change&) {
    GenerateView& view = state.of<GenerateView>();
    if (!state.run) return;
    if (view.decoded && !is_of_this_sentence(state)) {
        if (!decoded_of(state)) view.decoded.reset(), view.loaded.reset(), view.continued.clear();
        view.node.reset();
        view.grown.reset();
        view.unforced.reset();
        view.other_way.reset();
        view.options.forced.clear();
    }
    if (state.view != View::generate) view.held.reset();
    if (view.refused && !still_refused(state)) {
        view.refused.reset();
        view.problem.clear();
    }
    if (view.compared && !lacks_edits(state)) compare_forced(state);
}

}  // namespace vitrine
