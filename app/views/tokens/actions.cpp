/// The merges of a word, as a part of the menu Go.

#include "app/actions/choices.h"
#include "app/base/action.h"
#include "app/state/refusals.h"
#include "app/state/window_commands.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/view.h"

namespace vitrine {

namespace {

std::size_t merges_of(const State& state) {
    const ReadPiece* piece = shown_piece(state);
    return piece ? piece->steps.merges.size() : 0;
}

std::string needs_merges(const State& state) {
    if (state.view != View::tokens) return "this is for the view Tokens";
    return merges_of(state) > 0 ? "" : "nothing is merged in this piece";
}

std::string has_before(const State& state) {
    if (const std::string why = needs_merges(state); !why.empty()) return why;
    return state.of<TokensView>().merges > 0 ? "" : "these are the bytes";
}

std::string has_after(const State& state) {
    if (const std::string why = needs_merges(state); !why.empty()) return why;
    return state.of<TokensView>().merges < merges_of(state) ? "" : "this was the last merge";
}

/// One of the ways through the merges, which its key goes in the view Tokens alone.
Action move(const char* id, const char* label, const char* key, const char* tip, Command command,
            std::string (*refused)(const State&)) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 4,
            .listing = Listing::palette_only,
            .keys = key,
            .key_views = {View::tokens},
            .tip = tip,
            .also = "token merge",
            .perform = gives(std::move(command)),
            .refused = refused};
}

std::string needs_text(const State& state) {
    if (state.view != View::tokens) return "this is for the view Tokens";
    return shown_piece(state) ? "" : "there is no text";
}

Action play() {
    return {
        .id = "go/play-merges",
        .label = "Play the merges",
        .menu = ActionMenu::go,
        .for_lessons = true,
        .group = 4,
        .listing = Listing::palette_only,
        .keys = "space",
        .key_views = {View::tokens},
        .tip = "Shows the merges of the chosen piece one after another.",
        .also = "token bpe",
        .perform = [](const State& state, Commands& commands) { commands.push_back(PlayMerges{!state.of<TokensView>().playing}); },
        .refused = needs_merges,
        .label_now = [](const State& state) -> std::string {
            return state.of<TokensView>().playing ? "Pause the merges" : "Play the merges";
        }};
}

Action type_text() {
    return {.id = "go/tokens-text",
            .label = "Type a text for the tokenizer",
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 4,
            .listing = Listing::palette_only,
            .tip = "In the view Tokens, with the key /.",
            .also = "token bpe merge",
            .perform = [](const State& state, Commands& commands) {
                if (state.view != View::tokens) commands.push_back(SetView{View::tokens});
                commands.push_back(SetFocus{tokens_text_anchor});
            }};
}

Action let_go() {
    return {.id = "go/own-tokenizer",
            .label = "Close the opened tokenizer",
            .menu = ActionMenu::go,
            .group = 4,
            .listing = Listing::palette_only,
            .tip = "Back to the tokenizer of the open model, or to the built-in one.",
            .also = "tokens bpe",
            .perform = gives(OpenTokenizer{}),
            .refused = [](const State& state) -> std::string {
                return state.of<TokensView>().file.empty() ? "no tokenizer was opened" : "";
            }};
}

}  // namespace

std::vector<Action> tokens_actions(const Module& own) {
    constexpr std::size_t all = longest_tokens_text + 1;  // there are no more merges than bytes
    return {play(),
            move("go/next-merge", "Next merge", "right", "Merges the next pair.", MoveMerge{1}, has_after),
            move("go/previous-merge", "Previous merge", "left", "Undoes the latest merge.", MoveMerge{-1}, has_before),
            move("go/bytes", "The bytes of the piece", "home", "The state before any merge.", GoToMerge{0}, has_before),
            move("go/last-merge", "All merges of the piece", "end", "Merges until no two neighbours form a known pair.",
                 GoToMerge{all}, has_after),
            move("go/previous-piece", "Previous piece", "up", "The previous piece of the text.", MovePiece{-1}, needs_text),
            move("go/next-piece", "Next piece", "down", "The next piece of the text.", MovePiece{1}, needs_text),
            type_text(),
            let_go(),
            map_or_view(own, "w")};
}

}  // namespace vitrine
