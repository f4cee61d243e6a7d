/// Draws where a term appears: the views about it, and its tensors or layers in the open run.

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/actions/word_match.h"
#include "app/base/action.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/links.h"
#include "app/views/glossary/parts.h"
#include "app/views/glossary/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// Goes from a term to a tensor or, if there is none, only to a view. The trail leads back. The focus is dropped, since the new
/// view lacks its anchor.
void follow_link(const Term& from, const TrailPlace& to, Commands& commands) {
    commands.push_back(NotePlace{glossary_place(from)});
    if (!to.tensor.empty()) commands.push_back(SelectTensor{to.tensor});
    commands.push_back(SetView{to.view});
    if (!to.tensor.empty()) commands.push_back(FollowChosen{});
    commands.push_back(SetFocus{""});
    commands.push_back(NotePlace{to});
}

void draw_view(Ui& ui, const Rect& area, const Term& term, const Module& view, Commands& commands) {
    const Interaction does = ui.control("glossary/link/view/" + std::string(view.name), area);
    ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius_large);
    const float left = area.min.x + 14, room = area.width() - 28;
    ui.text({left, area.min.y + 7}, Font::body_strong, ui.theme.text, view.label, {.max_width = room});
    const Rect tip =
        ui.text({left, area.min.y + 26}, Font::note, ui.theme.dim, view.tip, {.max_width = room, .shorten = Shorten::end});
    if (does.hovered && tip.width() >= room - 1) ui.note({std::string(view.label), std::string(view.tip)});
    if (does.clicked) follow_link(term, {.view = View{view.name}}, commands);
}

constexpr float link_left = 22, link_right = 10, link_gap = 6;

/// Paths are always written in a monospaced font.
Font name_font(const RunLink& link) { return link.is_step ? Font::note_strong : Font::mono; }

float link_width(const Ui& ui, const RunLink& link) {
    const float block = link.block.empty() ? 0 : ui.width_of(Font::note, link.block) + link_gap;
    return link_left + block + ui.width_of(name_font(link), link.name) + link_right;
}

void draw_run_link(Ui& ui, const Rect& area, const RunLink& link, const State& state, Commands& commands) {
    const Term& term = shown_term(state);
    const Interaction does = ui.control(link.anchor, area);
    if (does.clicked) follow_link(term, {.tensor = link.path, .view = link.view}, commands);
    if (!ui.sees(area)) return;
    ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius);
    const float middle = area.centre().y, left = area.min.x + link_left, right = area.max.x - link_right;
    ui.list.AddCircleFilled({area.min.x + 12, middle}, 3, colour_of(link.role, ui.theme), 12);
    const float name = std::min(ui.width_of(name_font(link), link.name), right - left), room = right - name - link_gap - left;
    if (room > 0 && !link.block.empty())
        ui.text({left, middle}, Font::note, ui.theme.dim, link.block, {.max_width = room, .vertical = VerticalAlign::middle});
    ui.text({right, middle}, name_font(link), ui.theme.text, link.name,
            {.max_width = right - left, .align = Align::right, .vertical = VerticalAlign::middle});
    if (does.hovered)
        ui.note({link.name, link.block.empty() ? link.section : link.section + ", " + link.block, link.path,
                 fmt::format("a click shows it in the view {}", module_of(state.modules, link.view).label)});
}

/// Questions in lessons, and lessons, whose words contain the term; best matches first.
std::vector<const Action*> lessons_about(const State& state, const Term& term) {
    constexpr std::size_t most = 3;
    std::vector<std::pair<double, const Action*>> found;
    for (const Action& action : actions(state)) {
        if (action.find_word != "lesson") continue;
        const auto match = match_words(term.name, searched(action.label, ""));
        if (match && match->found == WordsFound::all) found.emplace_back(-match->score, &action);
    }
    std::ranges::stable_sort(found, {}, [](const auto& scored) { return scored.first; });
    std::vector<const Action*> best;
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i) best.push_back(found[i].second);
    return best;
}

/// Says why a term has no link.
std::string why_none(const State& state) {
    if (state.run) return "No tensor, step or block of this run is named after it.";
    return state.opening
               ? "A model is being opened."
               : "No model is open. Choose one above: the steps and tensors that are named after it are then listed here.";
}

}  // namespace

void draw_term_views(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands) {
    constexpr float gap = 8, height = 50, width_for_two = 560;
    const auto about = views_about(term);
    column.title("VIEWS");
    const float across = about.size() < 2 || column.width() < width_for_two ? 1 : 2, width = (column.width() + gap) / across - gap;
    Flow cards(column, height + gap, gap);
    for (const Module* view : views(state.modules)) {
        if (std::ranges::count(about, View{view->name}) > 0)
            draw_view(ui, rect_at(cards.next(width), width, height), term, *view, commands);
    }
}

void draw_term_lessons(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands) {
    const std::vector<const Action*> found = lessons_about(state, term);
    if (found.empty()) return;
    column.title("LESSONS");
    constexpr float height = 30, gap = 4, part_gap = 16;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Rect row = column.row(height, gap);
        const Interaction does = ui.control(fmt::format("glossary/link/lesson/{}", i), row);
        ui.fill(row, does.hovered || does.focused ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised,
                metrics::radius);
        ui.text({row.min.x + 14, row.centre().y}, Font::body, ui.theme.text, found[i]->label,
                {.max_width = row.width() - 28, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
        if (does.hovered) ui.note({found[i]->label, found[i]->tip});
        if (does.clicked) perform(*found[i], state, commands);
    }
    column.gap(part_gap);
}

void draw_term_in_run(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands) {
    const std::vector<RunLink> links = state.run ? links_into_run(*state.run, term) : std::vector<RunLink>();
    column.title("IN THIS RUN", links.empty() ? "" : fmt::format("{}", links.size()));
    if (links.empty()) {
        column.paragraph(Font::note, ui.theme.dim, why_none(state));
        return;
    }
    constexpr float names = 140, width_for_names = 480, row_gap = 2;
    const bool beside = column.width() >= width_for_names;
    for (auto link = links.begin(); link != links.end();) {
        const std::string& section = link->section;
        const ImVec2 name{column.left, column.y + chip_height / 2};
        ui.text(name, Font::note, ui.theme.dim, section,
                {.max_width = (beside ? names : column.width()) - 8, .vertical = VerticalAlign::middle});
        if (!beside) column.gap(chip_height);
        Column chips = column.from(column.left + (beside ? names : 0));
        Flow flow(chips, chip_height + 6);
        for (; link != links.end() && link->section == section; ++link) {
            const float width = std::min(link_width(ui, *link), chips.width());
            draw_run_link(ui, rect_at(flow.next(width), width, chip_height), *link, state, commands);
        }
        column.y = chips.y + row_gap;
    }
}

}  // namespace vitrine
