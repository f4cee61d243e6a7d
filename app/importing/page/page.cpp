#include "app/importing/page/page.h"

#include "app/importing/page/parts.h"
#include "app/importing/texts.h"

namespace vitrine {

namespace {

constexpr float section_gap = 18;

/// What was taken off the names, or passed over.
void draw_notes(Column& column, const Importing& importing) {
    const std::string problem = !importing.file_problem.empty() ? importing.file_problem
                                : importing.plan                ? importing.plan->file_problem
                                                                : "";
    if (!problem.empty()) return say_lines(column, column.ui.theme.error, problem, 6);
    if (!importing.file.empty() && !importing.weights) return say_lines(column, column.ui.theme.dim, "Reading …", 6);
    if (!is_read(importing)) return;
    for (const std::string& note : importing.plan->notes) say_lines(column, column.ui.theme.dim, note, 2);
}

void draw_choices(Column& column, const State& state, Commands& commands) {
    draw_import_questions(column, state, commands);
    column.gap(section_gap);
    draw_import_reference(column, state, commands);
    column.gap(section_gap);
    draw_import_folder(column, state, commands);
}

}  // namespace

void draw_import_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float beside = 860, gap = 32;
    const Importing& importing = state.of<Importing>();
    column.gap(4);
    draw_path_field(column, import_file_field,
                    {"FILE", "weights: .pt, .pth, .bin, .ckpt, .safetensors or .npz; or drop the file on the window"}, state,
                    commands);
    draw_notes(column, importing);
    if (!is_read(importing)) return;
    column.gap(section_gap);
    if (column.width() < beside) {
        draw_choices(column, state, commands);
        column.gap(section_gap);
        draw_import_table(column, state, commands);
        return;
    }
    Column left{ui, column.left, column.left + 0.4f * column.width(), column.y};
    Column right = column.from(left.right + gap);
    draw_choices(left, state, commands);
    draw_import_table(right, state, commands);
    column.go_below(left, right);
}

}  // namespace vitrine
