#include "app/panels/operations.h"

#include "app/state/altering.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 24, header_height = 28;

void draw_section(Ui& ui, const Rect& row, const std::string& section, const State& state, Commands& commands) {
    const bool folded = state.folded.contains(section);
    const Interaction does = ui.control("section/" + section, row);
    draw_icon(ui, {row.min.x + 6, row.centre().y}, folded ? Icon::chevron_right : Icon::chevron_down, ui.theme.faint);
    ui.text({row.min.x + 18, row.centre().y}, Font::body_strong,
            does.hovered ? ui.theme.text : mixed(ui.theme.dim, ui.theme.text, 0.5f), section, {.vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(ToggleSection{section});
}

void draw_block_name(Ui& ui, const Rect& row, const Block& block) {
    ui.text({row.min.x + 18, row.centre().y}, Font::label, ui.theme.faint, block.title, {.vertical = VerticalAlign::middle});
}

void draw_step(Ui& ui, const Rect& row, int step, const State& state, Commands& commands) {
    const Outline& outline = state.run->outline();
    const Step& shown = outline.steps[static_cast<std::size_t>(step)];
    const bool current = step == state.step;
    const Interaction does = ui.control("outline/" + shown.id, row);
    const Rect line{{row.min.x - 12, row.min.y}, {row.max.x + 8, row.max.y}};
    if (current || does.hovered) ui.fill(line, ui.theme.raised, metrics::radius);
    if (current) ui.fill(rect_at(line.min, 3, row.height()), ui.theme.accent, 1);
    const Role role = outline.find(shown.result)->role;
    const ImVec2 dot{row.min.x + 22, row.centre().y};
    ui.list.AddCircleFilled(dot, 3, colour_of(role, ui.theme), 12);
    if (alteration_of(*state.run, shown) != Alteration::none) ui.list.AddCircle(dot, 6, colour_of(role, ui.theme), 20);
    ui.text({row.min.x + 34, row.centre().y}, current ? Font::body_strong : Font::body, current ? ui.theme.text : ui.theme.dim,
            shown.title, {.max_width = row.max.x - row.min.x - 34, .vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(GoToStep{step});
}

/// Boxes of several operations have their name above them, since two attentions of a decoder layer read alike.
bool needs_name(const Block& block) { return block.role == Role::attention || block.role == Role::feed_forward; }

}  // namespace

void draw_operations(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const Run& run = *state.run;
    const float left = area.min.x + metrics::margin, right = area.max.x - metrics::margin;
    section_title(ui, {{left, area.min.y + 14}, {right, area.min.y + 30}}, "OPERATIONS",
                  std::to_string(run.last_step() + 1) + " steps");

    const Rect view{{area.min.x, area.min.y + 40}, area.max};
    float y = begin_scroll(ui, "operations", view, state);
    const auto row = [&](float height) {
        const Rect line{{left, y}, {right, y + height}};
        y += height;
        return line;
    };
    std::string section;
    for (const Block& block : run.outline().blocks) {
        if (block.first_step > run.last_step()) break;
        if (block.section != section) draw_section(ui, row(header_height), section = block.section, state, commands);
        if (state.folded.contains(section)) continue;
        if (needs_name(block)) draw_block_name(ui, row(row_height - 2), block);
        for (int step = block.first_step; step < block.first_step + block.step_count; ++step) {
            draw_step(ui, row(row_height), step, state, commands);
        }
    }
    end_scroll(ui, "operations", y + 12, commands);
}

}  // namespace vitrine
