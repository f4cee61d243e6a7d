#include "app/state/window_commands.h"

#include <algorithm>
#include <utility>

#include "app/state/lacking.h"
#include "app/state/lesson_limits.h"
#include "app/state/place.h"
#include "app/state/start_page.h"
#include "app/state/tabs.h"

namespace vitrine {

void do_command(State& state, const SetView& command) {
    // A word keeps the keyboard focus only in its view: in another view, keys are about what is shown there.
    if (command.view != state.view && state.focus.starts_with("batch/")) state.focus.clear();
    if (command.view != state.view) leave_gradients(state);
    state.view = command.view;
    state.menu.clear();
    if (command.view != View::map) state.transport.playing = false;
    const Module& entered = module_of(state.modules, command.view);
    if (command.by_hand) keep_tab(state, entered);
    if (!works(state, entered)) return;
    if (entered.enter) entered.enter(state);
    if (entered.reveal) entered.reveal(state);
}

void do_command(State& state, const SetMenu& command) {
    const bool to_page = command.menu.empty() && state.menu == start_models;
    state.menu = to_page ? start_page : command.menu;
    state.scroll.erase("menu");
    state.scroll.erase("page");
    if (state.menu == "top/sample" || state.menu == start_models) state.samples = list_samples();
}

void do_command(State& state, const SetScroll& command) { state.scroll[command.area] = std::max(0.0f, command.offset); }

void do_command(State& state, const RevealStep&) {
    reveal_step(state);
    const Module& shown = module_of(state.modules, state.view);
    if (shown.reveal && works(state, shown)) shown.reveal(state);
}

void do_command(State& state, const Revealed&) { state.reveal.clear(); }

void do_command(State& state, const ToggleSection& command) {
    if (!state.folded.erase(command.section)) state.folded.insert(command.section);
}

void do_command(State& state, const SetFocus& command) {
    state.focus = command.anchor;
    if (!state.focus.empty()) state.reveal = {state.focus};
}

void do_command(State& state, const CloseMessage&) {
    state.message.clear();
    state.notice.clear();
}

namespace {

void follow_theme(State& state) {
    if (state.theme == ThemeChoice::system) {
        state.appearance = state.desktop.appearance.value_or(Appearance::dark);
    } else {
        state.appearance = state.theme == ThemeChoice::dark ? Appearance::dark : Appearance::light;
    }
}

}  // namespace

void do_command(State& state, const SetAppearance& command) {
    state.theme = command.appearance == Appearance::dark ? ThemeChoice::dark : ThemeChoice::light;
    follow_theme(state);
}

void do_command(State& state, const SetThemeChoice& command) {
    state.theme = command.theme;
    follow_theme(state);
}

void do_command(State& state, const SetShareColours& command) { state.share_colours = command.colours; }

void do_command(State& state, const SetMotion& command) { state.motion = command.motion; }

void do_command(State& state, const HearDesktop& command) {
    const std::optional<bool> reduced = std::exchange(state.desktop, command.wishes).reduced_motion;
    if (!state.desktop.reduced_motion) state.desktop.reduced_motion = reduced;  // the desktop has not answered this time
    const bool wishes = state.desktop.reduced_motion.value_or(false);
    if (wishes && !reduced.value_or(false)) state.motion = Motion::at_once;  // from then on, the user's choice counts
    follow_theme(state);
}

void do_command(State& state, const SetScale& command) {
    constexpr double least = 0.75;
    state.scale = std::clamp(command.scale, least, std::max(least, state.most_scale));
}

void do_command(State& state, const SetMostScale& command) { state.most_scale = command.scale; }

void do_command(State& state, const ShowRecent& command) { state.recent = command.recent; }

void do_command(State& state, const ForgetRecent&) {
    refuse_lessons(state, "drops what is remembered");
    state.recent.clear();
}

void do_command(State& state, const ShowVersions& command) { state.versions = command.versions; }

void do_command(State& state, const ShowDevice& command) { state.device = command.words; }

void do_command(State& state, const ShowMessage& command) {
    if (state.message.find(command.what) != std::string::npos) return;
    state.message += (state.message.empty() ? "" : "; ") + command.what;
}

void do_command(State& state, const ChooseFiles&) {
    refuse_lessons(state, "opens files");
    ++state.file_choices;
}

void do_command(State& state, const Quit&) {
    refuse_lessons(state, "ends the program");
    state.quits = true;
}

}  // namespace vitrine
