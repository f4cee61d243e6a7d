#include "app/shell/keyboard/menus.h"

#include <algorithm>
#include <array>

#include "app/actions/actions.h"
#include "app/actions/list_typing.h"
#include "app/actions/palette.h"
#include "app/actions/palette_commands.h"
#include "app/actions/palette_state.h"
#include "app/export/exporting.h"
#include "app/export/save_as.h"
#include "app/panel/typed_text.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

bool is_menu(const State& state) { return state.menu.starts_with("menu/"); }

/// The entries of the open menu or page, from top to bottom, without a menu's section titles.
std::vector<std::string> entries_of(const FrameRecord& record, const State& state) {
    std::vector<std::string> entries;
    for (const Anchor& anchor : record.anchors) {
        const bool title = (is_menu(state) || state.menu == start_models) && !anchor.name.starts_with(state.menu + '/');
        if (anchor.focusable && anchor.floating && !title) entries.push_back(anchor.name);
    }
    return entries;
}

std::string moved(const std::vector<std::string>& entries, const std::string& focus, int by) {
    if (entries.empty()) return focus;
    const int count = static_cast<int>(entries.size());
    const auto here = std::ranges::find(entries, focus);
    const int from = here == entries.end() ? (by > 0 ? -1 : count) : static_cast<int>(here - entries.begin());
    return entries[static_cast<std::size_t>((from + by + count) % count)];
}

/// The first entry of a menu that will be drawn in the next frame.
std::string first_entry(const State& state, ActionMenu menu) {
    const auto found = std::ranges::find(actions(state), menu, &Action::menu);
    return "menu/" + found->id;
}

/// Left and right move to the next menu.
void turn_menu(const State& state, int by, std::string& focus, Commands& commands) {
    const int count = static_cast<int>(action_menus().size());
    for (int i = 0; i < count; ++i) {
        if (state.menu != "menu/" + std::string(action_menus()[static_cast<std::size_t>(i)].name)) continue;
        const int next = (i + by + count) % count;
        commands.push_back(SetMenu{"menu/" + std::string(action_menus()[static_cast<std::size_t>(next)].name)});
        if (!focus.empty()) focus = first_entry(state, static_cast<ActionMenu>(next));
    }
}

/// On a page, the keys that would move through a menu's entries scroll.
bool scroll_page(const std::string& key, const State& state, const FrameRecord& record, Commands& commands) {
    const auto page = std::ranges::find(record.scrolls, std::string("page"), &ScrollArea::name);
    if (!state.menu.starts_with("page/") || page == record.scrolls.end()) return false;
    const float whole = std::max(0.0f, page->content - page->view.height()), most = page->view.height() - 40;
    constexpr float line = 40;
    const std::array<std::pair<std::string_view, float>, 6> moves{
        {{"up", -line}, {"down", line}, {"pageup", -most}, {"pagedown", most}, {"home", -page->content}, {"end", page->content}}};
    for (const auto& [name, by] : moves) {
        if (key != name) continue;
        commands.push_back(SetScroll{"page", std::clamp(page->offset + by, 0.0f, whole)});
        return true;
    }
    return false;
}

}  // namespace

std::string opener_of(const std::string& menu) {
    if (menu.starts_with("menu/")) return "top/menu";
    return menu.starts_with("page/") || menu == palette_menu ? "" : menu;
}

bool drive_menu(const std::string& key, const State& state, const FrameRecord& record, std::string& focus, Commands& commands) {
    if (state.menu.empty()) return false;
    if (scroll_page(key, state, record, commands)) return true;
    if (is_menu(state) && (key == "f10" || key == "alt")) {
        focus.clear();
        commands.push_back(SetMenu{""});
        return true;
    }
    if (is_menu(state) && (key == "left" || key == "right")) {
        turn_menu(state, key == "right" ? 1 : -1, focus, commands);
        return true;
    }
    if (key != "up" && key != "down" && key != "home" && key != "end") return false;
    const std::vector<std::string> entries = entries_of(record, state);
    if (key == "home" || key == "end") {
        if (!entries.empty()) focus = key == "home" ? entries.front() : entries.back();
    } else {
        focus = moved(entries, focus, key == "down" ? 1 : -1);
    }
    return true;
}

namespace {

/// The titles of the entries of a list, and their anchors.
struct TitledEntries {
    std::vector<std::string> anchors, titles;
};

TitledEntries titled_entries(const FrameRecord& record) {
    TitledEntries entries;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.title.empty()) continue;
        entries.anchors.push_back(anchor.name);
        entries.titles.push_back(anchor.title);
    }
    return entries;
}

}  // namespace

void type_in_list(const Input& input, const State& state, const FrameRecord& record, std::string& focus, Commands& commands) {
    if (state.menu.empty() || input.text.empty() || input.text == " ") return;
    const TitledEntries entries = titled_entries(record);
    const auto ringed = std::ranges::find(entries.anchors, state.focus);
    const bool in_list = ringed != entries.anchors.end();
    const std::string typed = typed_in_list(state.of<ListTyping>(), input.text, in_list ? state.focus : "", input.time);
    const auto from = in_list ? std::optional(static_cast<std::size_t>(ringed - entries.anchors.begin())) : std::nullopt;
    const auto found = title_beginning_with(entries.titles, typed, from);
    if (!found) return;
    focus = entries.anchors[*found];
    commands.push_back(NoteListTyping{{typed, focus, input.time}});
}

namespace {

/// How far a key moves the chosen entry of the palette.
int palette_move(const std::string& key) {
    constexpr int page = 8;
    if (key == "up" || key == "shift+tab") return -1;
    if (key == "down" || key == "tab") return 1;
    if (key == "pageup") return -page;
    return key == "pagedown" ? page : 0;
}

}  // namespace

void type_palette(const Input& input, const State& state, Commands& commands) {
    const auto [text, keys] = typed_into(state.of<PaletteView>().text, input, commands);
    Commands after;
    for (const std::string& key : keys) {
        const auto entries = palette_finds(state).entries;
        const int last = static_cast<int>(std::min(entries.size(), most_palette_entries)) - 1;
        const int by = palette_move(key);
        if (by != 0)
            after.push_back(MovePalette{std::clamp(state.of<PaletteView>().chosen + by, 0, std::max(0, last)) -
                                        state.of<PaletteView>().chosen});
        if (key == "escape" || key == "ctrl+p" || key == "ctrl+shift+p") after.push_back(SetMenu{""});
        if (key == "enter" && last >= 0)
            perform(entries[static_cast<std::size_t>(std::min(state.of<PaletteView>().chosen, last))], state, after);
    }
    if (!(text == state.of<PaletteView>().text)) commands.push_back(SetPaletteText{text});
    commands.insert(commands.end(), after.begin(), after.end());
}

bool types_save_path(const State& state) { return state.menu == export_page && state.focus == save_path_anchor; }

void type_save_path(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [text, keys] = typed_into(state.of<SaveAs>().text, input, commands);
    Commands after;
    for (const std::string& key : keys) {
        if (key == "tab") after.push_back(CompleteSavePath{});
        if (key == "enter") after.push_back(SaveChosen{});
        if (key == "escape" || key == "down" || key == "shift+tab") focus = "save/do";
    }
    if (!(text == state.of<SaveAs>().text)) commands.push_back(SetSavePath{text});
    commands.insert(commands.end(), after.begin(), after.end());
}

}  // namespace vitrine
