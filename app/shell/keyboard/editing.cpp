#include "app/shell/keyboard/editing.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/sentence_typing.h"
#include "app/panel/typed_text.h"
#include "app/run/cell_values.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// The word that has the focus ring, or the place after the last word.
struct Ringed {
    TokenPlace place;
    Size length = 0;
    bool behind = false;
};

std::optional<Ringed> ringed(const State& state) {
    if (!can_edit(state) || !state.menu.empty()) return std::nullopt;
    for (const BatchSide side : {BatchSide::source, BatchSide::target}) {
        const Size sentence = shown_sentence(state);
        const Size length = sentence_length(wanted_batch(state), state.run->model->configuration, side, sentence);
        if (state.focus == add_anchor(side)) return Ringed{{side, sentence, length}, length, true};
        const std::string prefix = chip_anchor({side, sentence, 0});
        const std::string_view stem = std::string_view(prefix).substr(0, prefix.size() - 1);
        if (!std::string_view(state.focus).starts_with(stem)) continue;
        Size position = 0;
        const char* end = state.focus.data() + state.focus.size();
        const auto [stopped, error] = std::from_chars(state.focus.data() + stem.size(), end, position);
        if (error == std::errc() && stopped == end && position < length) return Ringed{{side, sentence, position}, length};
    }
    return std::nullopt;
}

TokenPlace beside(TokenPlace place, Size by) {
    place.position += by;
    return place;
}

/// Removes the word. Delete leaves the focus ring on the next word, Backspace on the one before.
void remove(const Ringed& word, bool backwards, Commands& commands) {
    const TokenPlace& place = word.place;
    if (word.behind && !backwards) return;
    const TokenPlace gone = word.behind ? beside(place, -1) : place;
    commands.push_back(EditBatch{EraseToken{gone}});
    if (word.behind || word.length == 1) return;
    const bool last = place.position + 1 == word.length;
    if (backwards ? place.position > 0 : last) commands.push_back(SetFocus{chip_anchor(beside(place, -1))});
}

void move(const Ringed& word, Size by, Commands& commands) {
    const Size to = word.place.position + by;
    if (word.behind || to < 0 || to >= word.length) return;
    commands.push_back(EditBatch{MoveToken{word.place, to}});
    commands.push_back(SetFocus{chip_anchor(beside(word.place, by))});
}

bool drive_word(const std::string& key, const State& state, Commands& commands) {
    const auto word = ringed(state);
    if (!word) return false;
    if (key == "delete" || key == "backspace") return remove(*word, key == "backspace", commands), true;
    if (key == "alt+left" || key == "alt+right") return move(*word, key == "alt+left" ? -1 : 1, commands), true;
    if (key == "insert") return commands.push_back(TypeToken{word->place, true}), true;
    if (key == "f2") return commands.push_back(TypeToken{word->place, word->behind}), true;
    return false;
}

/// The text that was in the field when it opened.
std::string original(const State& state) {
    if (const auto* cell = std::get_if<TypedCell>(&state.field->what)) return typed_value(*state.run, cell->path, cell->cell);
    if (const auto* setting = std::get_if<TypedSetting>(&state.field->what)) return setting->original;
    const auto& token = std::get<TypedToken>(state.field->what);
    if (token.inserts) return "";
    const std::int32_t id = tokens_of(wanted_batch(state), token.place.side).at({token.place.sentence, token.place.position});
    return vocabulary_of(*state.run, token.place.side).word(id);
}

}  // namespace

bool types_in_field(const State& state) { return state.field && state.focus == field_anchor && state.menu.empty(); }

void type_in_field(const Input& input, const State& state, Commands& commands) {
    auto [text, keys] = typed_into(state.field->text, input, commands);
    Commands after;
    constexpr int page = 8;
    for (const std::string& key : keys) {
        if (key == "ctrl+z") text = typed_text(original(state));
        if (key == "up" || key == "down") after.push_back(MoveFieldChoice{key == "up" ? -1 : 1});
        if (key == "pageup" || key == "pagedown") after.push_back(MoveFieldChoice{key == "pageup" ? -page : page});
        if (key == "enter" || key == "tab") after.push_back(TakeField{});
        if (key == "escape") after.push_back(LeaveField{});
    }
    if (!(text == state.field->text)) commands.push_back(SetFieldText{text});
    commands.insert(commands.end(), after.begin(), after.end());
}

bool types_sentence(const State& state) {
    return state.focus == sentence_field && state.menu.empty() && state.run && sentence_refusal(state).empty();
}

int type_sentence(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const TextEdit& typed = state.of<SentenceTyping>().text;
    const auto [text, keys] = typed_into(typed, input, commands);
    if (!(text == typed)) commands.push_back(SetSentenceText{text});
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "tab" || key == "down") leaves = 1;
        if (key == "shift+tab" || key == "up") leaves = -1;
        if (key == "enter" && !typed.text.empty()) commands.push_back(TypeSentence{.text = text.text});
        if (key == "enter" || key == "escape") focus.clear();
    }
    return leaves;
}

bool type_over_word(const Input& input, const State& state, Commands& commands) {
    TextEdit typed;
    insert(typed, input.text);
    if (typed.text.empty() || typed.text == " ") return false;
    const auto word = ringed(state);
    if (!word || state.focus == state.closed_at) return false;
    commands.push_back(TypeToken{word->place, word->behind, typed.text});
    return true;
}

bool drive_editing(const std::string& key, const State& state, Commands& commands) {
    if (drive_word(key, state, commands)) return true;
    if (key != "enter" || !state.focus.empty() || !state.selection.cell || !state.menu.empty()) return false;
    commands.push_back(shows_a(state) ? Command(ShowMessage{"Nothing done: " + edit_refusal(state)}) : Command(TypeCell{}));
    return true;
}

}  // namespace vitrine
