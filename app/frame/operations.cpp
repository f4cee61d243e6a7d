#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/run/parameter_totals.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/glossary.h"

namespace vitrine {

namespace {

constexpr float operation_height = 24, header_height = 28;

/// The number of parameters of a part, at the end of its line, if its name leaves room for it.
void draw_parameters(Ui& ui, const Rect& row, Size parameters, float name_width) {
    const std::string count = parameters ? count_text(parameters) : "";
    const float width = ui.width_of(Font::label, count);
    if (count.empty() || name_width + width + 10 > row.width()) return;
    ui.text({row.max.x, row.centre().y}, Font::label, ui.theme.faint, count,
            {.align = Align::right, .vertical = VerticalAlign::middle});
}

void note_parameters(Ui& ui, const std::string& name, const ParameterTotal& total) {
    if (total.count == 0) return;
    std::vector<std::string> lines{name};
    for (const std::string& line : parameter_lines(total)) lines.push_back(line);
    ui.note(std::move(lines));
}

void draw_section(Ui& ui, const Rect& row, const std::string& section, const State& state, Commands& commands) {
    const bool folded = state.folded.contains(section);
    const Interaction does = ui.control("section/" + section, row);
    draw_icon(ui, {row.min.x + 6, row.centre().y}, folded ? Icon::chevron_right : Icon::chevron_down, ui.theme.faint);
    ui.text({row.min.x + 18, row.centre().y}, Font::body_strong,
            does.hovered ? ui.theme.text : mixed(ui.theme.dim, ui.theme.text, 0.5f), section, {.vertical = VerticalAlign::middle});
    const ParameterTotal total = parameters_of_section(*state.run, section);
    draw_parameters(ui, row, total.count, 18 + ui.width_of(Font::body_strong, section));
    if (does.hovered) note_parameters(ui, section, total);
    if (does.clicked) commands.push_back(ToggleSection{section});
}

void draw_block_name(Ui& ui, const Rect& row, const Block& block, const Run& run) {
    ui.text({row.min.x + 18, row.centre().y}, Font::label, ui.theme.faint, block.title, {.vertical = VerticalAlign::middle});
    const ParameterTotal total = parameters_of(run, block);
    draw_parameters(ui, row, total.count, 18 + ui.width_of(Font::label, block.title));
    if (ui.place("parameters/" + block.id, row).hovered) note_parameters(ui, name_of(block), total);
}

/// `parameters`: the number at the end of its line, so that the lines below a section add up to the section's number; 0 if the
/// line of its box shows them.
void draw_step(Ui& ui, const Rect& row, int step, Size parameters, const State& state, Commands& commands) {
    const Outline& outline = state.run->outline();
    const Step& shown = outline.steps[static_cast<std::size_t>(step)];
    const bool current = step == state.step && state.phase != Phase::update;
    const Interaction does = ui.control("outline/" + shown.id, row);
    const Rect line{{row.min.x - 12, row.min.y}, {row.max.x + 8, row.max.y}};
    if (current || does.hovered) ui.fill(line, ui.theme.raised, metrics::radius);
    if (current) ui.fill(rect_at(line.min, 3, row.height()), ui.theme.accent, 1);
    const Role role = outline.find(shown.result)->role;
    const ImVec2 dot{row.min.x + 22, row.centre().y};
    ui.list.AddCircleFilled(dot, 3, colour_of(role, ui.theme), 12);
    if (alteration_of(*state.run, shown) != Alteration::none) ui.list.AddCircle(dot, 6, colour_of(role, ui.theme), 20);
    const Font font = current ? Font::body_strong : Font::body;
    ui.text({row.min.x + 34, row.centre().y}, font, current ? ui.theme.text : ui.theme.dim, shown.title,
            {.max_width = row.max.x - row.min.x - 34, .vertical = VerticalAlign::middle});
    draw_parameters(ui, row, parameters, 34 + ui.width_of(font, shown.title));
    const Term* term = term_of(shown.operation, outline.model.configuration);
    if (does.hovered && term) ui.note(term_note(*term));
    if (!does.clicked) return;
    commands.push_back(GoToStep{step});
    commands.push_back(FollowChosen{});
}

/// The number of steps and, if there is room, the meaning of the numbers at the ends of the lines below.
void draw_title(Ui& ui, const Rect& line, const Run& run) {
    const std::string steps = std::to_string(run.last_step() + 1) + " steps",
                      all = steps + ", " + parameters_text(parameters_of_model(run));
    const float room = line.width() - ui.width_of(Font::section, "OPERATIONS") - 8;
    section_title(ui, line, "OPERATIONS", ui.width_of(Font::note, all) <= room ? all : steps);
    if (!ui.place("parameters", line).hovered) return;
    std::vector<std::string> lines{"The whole model", parameters_text(parameters_of_model(run)),
                                   "below, the line of each part ends with its own parameter count"};
    if (has_tied_parameters(run)) lines.push_back("tied parameters count once in the total, and in every part that uses them");
    ui.note(std::move(lines));
}

/// Whether a box needs its name above its operations: two attentions of a decoder layer would look the same.
bool needs_name(const Block& block) { return block.role == Role::attention || block.role == Role::feed_forward; }

}  // namespace

void draw_operations(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const Run& run = *state.run;
    Column title = column_in(ui, area, metrics::margin, 14);
    draw_title(ui, title.row(16, 10), run);
    Column column = begin_column(ui, "operations", {{area.min.x, title.y}, area.max}, state, metrics::margin, 0);
    std::string section;
    for (const Block& block : run.outline().blocks) {
        if (block.first_step > run.last_step()) break;
        if (block.section != section) draw_section(ui, column.row(header_height), section = block.section, state, commands);
        if (state.folded.contains(section)) continue;
        if (needs_name(block)) draw_block_name(ui, column.row(operation_height - 2), block, run);
        for (int step = block.first_step; step < block.first_step + block.step_count; ++step) {
            const Step& one = run.outline().steps[static_cast<std::size_t>(step)];
            draw_step(ui, column.row(operation_height), step, needs_name(block) ? 0 : parameters_of(run, one), state, commands);
        }
    }
    end_column(column, "operations", commands, 12);
}

}  // namespace vitrine
