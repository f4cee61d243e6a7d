#include "app/actions/actions.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "app/state/lacking.h"
#include "app/state/lesson_limits.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::span<const ActionMenuInfo> action_menus() {
    static constexpr ActionMenuInfo list[] = {{"file", "File"}, {"edit", "Edit"},     {"view", "View"}, {"go", "Go"},
                                              {"run", "Run"},   {"lesson", "Lesson"}, {"help", "Help"}};
    return list;
}

namespace {

/// The actions of a module, which are refused for runs that it has nothing to show for.
std::vector<Action> actions_of(const Module& module) {
    std::vector<Action> own = module.actions(module);
    if (!module.lacks || module.acts_on_any_run) return own;
    for (Action& action : own) {
        action.refused = [&module, refused = std::move(action.refused)](const State& state) {
            std::string why = lacking(state, module);
            return why.empty() && refused ? refused(state) : why;
        };
    }
    return own;
}

std::vector<Action> actions_of(Modules modules) {
    std::vector<Action> all;
    const auto add = [&all](std::vector<Action> more) { std::ranges::move(more, std::back_inserter(all)); };
    for (const auto of_menu : {file_actions, go_actions, run_actions, help_actions}) add(of_menu());
    add(view_actions(modules));
    for (const Module* module : modules) {
        if (module->actions) add(actions_of(*module));
    }
    std::ranges::stable_sort(all, {}, [](const Action& action) { return std::pair(action.menu, action.group); });
    return all;
}

}  // namespace

std::span<const Action> actions(const State& state) {
    static std::map<const Module* const*, std::vector<Action>> known;  // used by the drawing thread only
    const auto [place, is_new] = known.try_emplace(state.modules.data());
    if (is_new) place->second = actions_of(state.modules);
    return place->second;
}

const Action* find_action(const State& state, std::string_view id) {
    const auto found = std::ranges::find(actions(state), id, &Action::id);
    return found == actions(state).end() ? nullptr : &*found;
}

namespace {

/// Whether the chord is one of the action's keys in the shown view.
bool has_chord(const Action& action, const State& state, std::string_view chord) {
    if (action.keys.empty() || !action.key_views.contains(state.view)) return false;
    const std::vector<std::string> chords = chords_of(action);
    return std::ranges::find(chords, chord) != chords.end();
}

}  // namespace

const Action* action_of_chord(const State& state, std::string_view chord) {
    for (const Action& action : actions(state)) {
        if (has_chord(action, state, chord) && refusal_of(action, state).empty()) return &action;
    }
    return nullptr;
}

std::string refusal_of_chord(const State& state, std::string_view chord) {
    for (const Action& action : actions(state)) {
        if (has_chord(action, state, chord)) return refusal_of(action, state);
    }
    return "";
}

std::string label_of(const Action& action, const State& state) { return action.label_now ? action.label_now(state) : action.label; }

std::string refusal_of(const Action& action, const State& state) { return action.refused ? action.refused(state) : std::string(); }

bool is_chosen(const Action& action, const State& state) { return action.chosen && action.chosen(state); }

void require_for_lessons(const Action& action) {
    if (!action.for_lessons) throw Error(fmt::format("{} is not for lessons: {}", in_quotes(action.id), lesson_limits));
}

void perform(const Action& action, const State& state, Commands& commands) {
    if (state.lesson_acts) require_for_lessons(action);
    if (refusal_of(action, state).empty()) action.perform(state, commands);
}

std::vector<std::string> chords_of(const Action& action) {
    std::vector<std::string> chords;
    std::string_view rest = action.keys;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        chords.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return chords;
}

std::vector<std::string> shown_chords(const Action& action, bool browser) {
    std::vector<std::string> chords = chords_of(action);
    if (browser) std::erase_if(chords, browser_keeps);
    return chords;
}

namespace {

std::string key_word(std::string_view key) {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"left", "←"},       {"right", "→"},        {"up", "↑"},
        {"down", "↓"},       {"pageup", "Page Up"}, {"pagedown", "Page Down"},
        {"-", "−"},          {"escape", "Escape"},  {"backspace", "Backspace"},
        {"delete", "Delete"}};
    for (const auto& [name, word] : words) {
        if (name == key) return std::string(word);
    }
    std::string word(key);
    if (word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
    return word;
}

}  // namespace

std::string chord_words(std::string_view chord) {
    std::string text;
    for (const std::string_view modifier : {"ctrl+", "shift+", "alt+", "super+"}) {
        if (chord.size() <= modifier.size() || !chord.starts_with(modifier)) continue;
        text += key_word(modifier.substr(0, modifier.size() - 1)) + "+";
        chord.remove_prefix(modifier.size());
    }
    return text + key_word(chord);
}

std::string shortcut_of(const Action& action) {
    const std::vector<std::string> chords = shown_chords(action);
    return chords.empty() ? std::string() : chord_words(chords.front());
}

}  // namespace vitrine
