#include "app/views/tokens/commands.h"

#include <algorithm>
#include <utility>

#include "app/state/lesson_limits.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr double seconds_per_merge = 0.6;

std::size_t merge_count(const State& state) {
    const ReadPiece* piece = shown_piece(state);
    return piece ? piece->steps.merges.size() : 0;
}

/// A place moved by so many, within 0 … last.
std::size_t moved(std::size_t place, int by, std::size_t last) {
    if (by < 0) return place - std::min(place, static_cast<std::size_t>(-by));
    return std::min(place + static_cast<std::size_t>(by), last);
}

void choose_piece(State& state, std::size_t place) {
    TokensView& view = state.of<TokensView>();
    if (!view.read || view.read->pieces.empty()) return;
    view.piece = std::min(place, view.read->pieces.size() - 1);
    view.merges = merge_count(state);
    view.playing.reset();
}

/// The text as the tokenizer of now reads it.
void read_anew(State& state) {
    TokensView& view = state.of<TokensView>();
    const auto tokenizer = view.loaded ? view.loaded->tokenizer : nullptr;
    if (!tokenizer) return view.read.reset();
    try {
        view.read = std::make_shared<const ReadText>(read_text(tokenizer, view.text.text));
    } catch (const Error& error) {  // a character without a token, where there is no unknown one either
        state.message = error.what();
        return view.read.reset();
    }
    if (view.read->pieces.empty()) {
        view.piece = view.merges = 0;
        view.playing.reset();
    }
    choose_piece(state, view.piece);
}

/// The piece that ends at this byte of the text, or holds it.
std::size_t piece_at(const TokensView& view, std::size_t byte) {
    const std::size_t pieces = split_text(*view.loaded->tokenizer, view.text.text.substr(0, byte)).pieces.size();
    return pieces == 0 ? 0 : pieces - 1;
}

/// The piece that the caret stands in or behind.
std::size_t piece_at_caret(const TokensView& view) {
    if (!view.loaded || !view.loaded->tokenizer || !view.read) return view.piece;
    return piece_at(view, view.text.caret);
}

/// The first text that the model was opened to read, if it is short enough to be taken apart; else an example.
std::string_view first_sentence(const State& state) {
    constexpr std::size_t for_special_tokens = 100;
    if (!state.run || state.run->request.texts.empty()) return example_sentence;
    const std::string& text = state.run->request.texts.front();
    const bool is_blank = text.find_first_not_of(' ') == std::string::npos;
    return !is_blank && text.size() + for_special_tokens <= longest_tokens_text ? std::string_view(text) : example_sentence;
}

/// The text that the view begins with for the tokenizer that is there: the first that the model was opened to read, or an example,
/// with its first word, or that word of the example of which most tokenizers make several tokens.
void put_first_text(State& state) {
    constexpr std::string_view word = "castles";
    TokensView& view = state.of<TokensView>();
    const std::string_view sentence = first_sentence(state);
    view.given = first_text(view.loaded->tokenizer.get(), sentence);
    view.text = typed_text(view.given);
    const std::size_t first = sentence.find_first_not_of(' ');
    const std::size_t end =
        sentence == example_sentence ? sentence.find(word) + word.size() : std::min(sentence.find(' ', first), sentence.size());
    if (view.loaded->tokenizer) view.piece = piece_at(view, view.given.find(sentence) + end);
}

}  // namespace

void do_command(State& state, const OpenTokenizer& command) {
    refuse_lessons(state, "opens a file");
    state.of<TokensView>().file = command.file;
    state.of<TokensView>().asked_anew = true;
    state.menu.clear();
    if (state.view != View::tokens) do_command(state, SetView{View::tokens});
}

void do_command(State& state, const ShowTokenizer& command) {
    if (!(command.loaded->question == tokenizer_question(state))) return;  // another has been requested meanwhile
    if (!command.loaded->question.file.empty()) state.message.clear();     // of one that could not be read
    TokensView& view = state.of<TokensView>();
    view.loaded = command.loaded;
    view.asked_anew = false;
    if (view.text.text == view.given) put_first_text(state);
    read_anew(state);
}

void do_command(State& state, const TokenizerRefused& command) {
    state.message = command.why;
    state.of<TokensView>().asked_anew = false;
    if (command.question.file != state.of<TokensView>().file) return;
    const auto& loaded = state.of<TokensView>().loaded;
    const bool had_another = loaded && loaded->question.file != command.question.file;
    state.of<TokensView>().file = had_another ? loaded->question.file : "";
}

void do_command(State& state, const SetTokensText& command) {
    TokensView& view = state.of<TokensView>();
    TextEdit text = with_valid_caret(command.text);
    if (text.text.size() > longest_tokens_text) {
        state.message = "A text of more than " + std::to_string(longest_tokens_text) + " bytes is too long to be tokenized here.";
        return;
    }
    const bool same = text.text == view.text.text;
    view.text = std::move(text);
    view.typed = view.text.text == view.given ? "" : view.text.text;
    if (same) return;
    view.piece = piece_at_caret(view);
    read_anew(state);
}

void do_command(State& state, const ChoosePiece& command) {
    choose_piece(state, command.piece);
    state.reveal.insert("tokens/piece/" + std::to_string(state.of<TokensView>().piece));
}

void do_command(State& state, const MovePiece& command) {
    const TokensView& view = state.of<TokensView>();
    if (!view.read || view.read->pieces.empty()) return;
    do_command(state, ChoosePiece{moved(view.piece, command.by, view.read->pieces.size() - 1)});
}

void do_command(State& state, const GoToMerge& command) {
    TokensView& view = state.of<TokensView>();
    view.merges = std::min(command.merges, merge_count(state));
    view.playing.reset();
    if (shown_piece(state)) state.reveal.insert("tokens/merge/" + std::to_string(view.merges));
}

void do_command(State& state, const MoveMerge& command) {
    do_command(state, GoToMerge{moved(state.of<TokensView>().merges, command.by, merge_count(state))});
}

void do_command(State& state, const PlayMerges& command) {
    TokensView& view = state.of<TokensView>();
    const std::size_t count = merge_count(state);
    if (!command.playing || count == 0) return view.playing.reset();
    do_command(state, GoToMerge{view.merges >= count ? 0 : view.merges});
    view.playing = 0;
}

void play_merges(State& state, double seconds) {
    TokensView& view = state.of<TokensView>();
    if (!view.playing) return;
    const double shown = *view.playing + std::max(0.0, seconds);
    if (state.view != View::tokens) return view.playing.reset();
    view.playing = shown;
    if (shown < seconds_per_merge) return;
    do_command(state, MoveMerge{1});
    if (view.merges < merge_count(state)) view.playing = 0;
}

}  // namespace vitrine
