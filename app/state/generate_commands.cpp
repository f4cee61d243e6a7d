/// What commands do in the view of decoding.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/state/batch_editing.h"
#include "app/state/command_parts.h"
#include "app/state/comparing.h"
#include "app/state/editing.h"

namespace vitrine {

namespace {

constexpr double steps_per_second = 2;

const Generation& generation_of(const State& state) { return state.generate.decoded->generation; }

/// True where there is a node of this number, and a sentence to choose it in.
bool has_node(const State& state, int node) {
    return is_of_this_sentence(state) && node >= 0 && node < static_cast<int>(generation_of(state).nodes.size());
}

/// What comes after bos on the way to a node.
Sentence words_after_bos(const Generation& generation, int node) {
    Sentence tokens = tokens_to(generation, node);
    tokens.erase(tokens.begin());
    return tokens;
}

/// The run that chose a word: its target is what stood before the word, and the word is the last label. Of bos, which nothing has
/// chosen, it is the run that chooses the first word.
ReplaceTarget run_that_chose(const State& state, const Generation& generation, int node) {
    Sentence tokens = tokens_to(generation, node);
    if (tokens.size() == 1 && !generation.hypotheses.empty()) tokens.push_back(generation.hypotheses.front().tokens[1]);
    Sentence labels(tokens.begin() + 1, tokens.end());
    tokens.pop_back();
    return {shown_sentence(state), std::move(tokens), std::move(labels)};
}

/// "show “Je suis”", of a long sentence its end.
std::string showing_words(const Vocabulary& vocabulary, const Sentence& tokens) {
    constexpr std::size_t most = 6;
    const std::size_t first = tokens.size() > most + 1 ? tokens.size() - most : std::min<std::size_t>(1, tokens.size() - 1);
    std::string words = first > 1 ? "… " : "";
    for (std::size_t i = first; i < tokens.size(); ++i) words += (i > first ? " " : "") + vocabulary.word(tokens[i]);
    return fmt::format("show “{}”", words);
}

std::string showing_words(const State& state, const Generation& generation, int node) {
    return showing_words(state.run->model->target_vocabulary, tokens_to(generation, node));
}

/// One sentence after another is one step back in the history.
bool goes_on_loading(const State& state) {
    const auto& loaded = state.generate.loaded;
    return loaded && state.edits.batch == loaded->batch && state.history.undo_words() == loaded->what;
}

/// A model may choose padding as any other word; in a batch it would be no word, and no label.
bool holds_padding(const State& state, const ReplaceTarget& run) {
    const std::int32_t pad = padding_of(*state.run, BatchSide::target);
    return std::ranges::count(run.tokens, pad) + std::ranges::count(run.labels, pad) > 0;
}

/// Puts the run that chose a word in the place of the sentence that is looked at; false where that cannot be.
bool load(State& state, const ReplaceTarget& run, const std::string& what) {
    if (holds_padding(state, run)) {
        notify(state, "There is padding among these words: no sentence of the batch can hold it.");
        return false;
    }
    if (!edit_batch(state, run, {.what = what, .amends = goes_on_loading(state)})) return false;
    // Where nothing has changed, or nothing is left of the change, there is no new step.
    if (state.history.undo_words() == what) {
        state.generate.loaded = {what, state.edits.batch};
    } else if (!goes_on_loading(state)) {
        state.generate.loaded.reset();
    }
    return true;
}

/// The node of the last word that was chosen by hand; nothing where none was.
std::optional<int> forced_node(const Decoded& decoded) {
    const Sentence& forced = decoded.question.options.forced;
    if (forced.empty()) return std::nullopt;
    Sentence path{decoded.generation.nodes.front().token};
    path.insert(path.end(), forced.begin(), forced.end());
    return find_node(decoded.generation, path);
}

void look_at(State& state, std::optional<int> node) {
    state.generate.node = node;
    if (node) state.reveal.insert(fmt::format("generate/node/{}", *node));
}

}  // namespace

void do_command(State& state, const SetDecoding& command) {
    if (!state.run) return;
    Sentence forced = std::move(state.generate.options.forced);
    const auto question = decoding_question(state);
    const Configuration& c = question->model->configuration;
    state.generate.options = clamped(command.options, c, static_cast<Size>(question->source.size()));
    state.generate.options.forced = std::move(forced);
}

void do_command(State& state, const ShowDecoded& command) {
    GenerateView& view = state.generate;
    const auto now = decoding_question(state);
    if (!now || now->opened != command.decoded->question.opened) return;
    const auto before = std::exchange(view.decoded, command.decoded);
    const Sentence forced_before = before ? before->question.options.forced : Sentence{};
    view.grown.reset();
    if (command.decoded->question.options.forced != forced_before) {
        look_at(state, forced_node(*command.decoded));
    } else if (view.node) {
        look_at(state, find_node(command.decoded->generation, tokens_to(before->generation, *view.node)));
    }
    view.problem.clear();
    view.refused.reset();
}

void do_command(State& state, const DecodingRefused& command) {
    if (decoding_question(state) != command.question) return;
    state.generate.problem = command.why;
    state.generate.refused = command.question;
}

void do_command(State& state, const ChooseWord& command) {
    if (!has_node(state, command.node)) return;
    look_at(state, command.node);
    if (!can_edit(state)) return;
    const Generation& generation = generation_of(state);
    load(state, run_that_chose(state, generation, command.node), showing_words(state, generation, command.node));
}

void do_command(State& state, const MoveWord& command) {
    if (decoded_of(state)) apply(state, ChooseWord{node_after(state, command.move)});
}

void do_command(State& state, const ForceWord& command) {
    if (!has_node(state, command.node) || !row_after(generation_of(state), command.node)) return;
    GenerateView& view = state.generate;
    const Configuration& c = view.decoded->question.model->configuration;
    if (command.token < 0 || command.token >= c.tgt_vocab_size) return;
    if (!view.unforced) view.unforced = view.decoded;
    view.options.forced = words_after_bos(generation_of(state), command.node);
    view.options.forced.push_back(command.token);
    const bool forced_already = view.decoded->question.options.forced == view.options.forced;
    if (forced_already) look_at(state, forced_node(*view.decoded));
}

void do_command(State& state, const StopForcing&) {
    GenerateView& view = state.generate;
    view.options.forced.clear();
    const auto unforced = std::exchange(view.unforced, nullptr);
    if (unforced && decoding_question(state) == unforced->question) do_command(state, ShowDecoded{unforced});
}

void do_command(State& state, const CompareForced&) {
    const GenerateView& view = state.generate;
    if (!can_edit(state) || !can_compare_forced(state)) return;
    const Generation &before = view.unforced->generation, &after = generation_of(state);
    const int a = before.hypotheses.front().node, b = after.hypotheses.front().node;
    if (!load(state, run_that_chose(state, before, a), showing_words(state, before, a))) return;
    state.generate.compared = ComparedSentences{state.edits, run_that_chose(state, after, b), showing_words(state, after, b)};
}

namespace {

/// A is there: it is pinned, and B comes beside it.
void compare_forced(State& state) {
    const ComparedSentences compared = *std::exchange(state.generate.compared, std::nullopt);
    if (!(state.edits == compared.a)) return;  // something else is wanted by now
    apply(state, PinRun{});
    apply(state, SetView{View::compare});
    load(state, compared.b, compared.what);
}

}  // namespace

void do_command(State& state, const ShowDecoderLayer& command) {
    if (!decoded_of(state)) return;
    const Size layers = state.generate.decoded->question.model->configuration.num_decoder_layers;
    state.generate.layer = static_cast<int>(std::clamp<Size>(command.layer, 0, layers - 1));
}

void do_command(State& state, const GrowSentence& command) {
    const bool grows = command.playing && decoded_of(state) && state.map.motion == Motion::eased;
    state.generate.grown = grows ? std::optional(0.0) : std::nullopt;
}

void pass_time(GenerateView& view, double seconds) {
    if (!view.grown) return;
    *view.grown += std::max(0.0, seconds) * steps_per_second;
    const bool done = !view.decoded || *view.grown >= static_cast<double>(view.decoded->generation.steps.size());
    if (done) view.grown.reset();
}

void follow_decoding(State& state) {
    GenerateView& view = state.generate;
    if (!state.run) return;
    if (view.decoded && !is_of_this_sentence(state)) {
        if (!decoded_of(state)) view.decoded.reset(), view.loaded.reset();
        view.node.reset();
        view.grown.reset();
        view.unforced.reset();
        view.options.forced.clear();
    }
    if (view.refused && decoding_question(state) != view.refused) {
        view.refused.reset();
        view.problem.clear();
    }
    if (view.compared && !lacks_edits(state)) compare_forced(state);
}

}  // namespace vitrine
