#include "app/importing/page/page.h"

#include "app/importing/page/parts.h"
#include "app/importing/texts.h"

namespace vitrine {

namespace {

constexpr float section_gap = 18;

constexpr ImportFieldLook batch_look{"BATCH", "src, tgt and labels as ids: .json or .tsv"},
    reference_look{"REFERENCE", "its logits, or a trace: .npz or .safetensors"};

/// Draws notes about what was removed from names, or ignored.
void draw_notes(Column& column, const Importing& importing) {
    const std::string problem = !importing.file_problem.empty() ? importing.file_problem
                                : importing.plan                ? importing.plan->file_problem
                                                                : "";
    if (!problem.empty()) return say_lines(column, column.ui.theme.error, problem, 6);
    if (importing.file.empty()) {
        column.gap(8);
        column.paragraph(
            Font::body, column.ui.theme.dim,
            "This page turns the parameters of an encoder-decoder, whatever their names, into a model. Names and shapes identify "
            "most parameters. For the rest you answer questions, or give a batch and the logits that the original program computes "
            "for it. Nothing in a file is executed, and the open model stays until the new one opens.");
    }
    if (!importing.file.empty() && !importing.weights) return say_lines(column, column.ui.theme.dim, "Reading …", 6);
    if (!is_read(importing)) return;
    for (const std::string& note : importing.plan->notes) say_lines(column, column.ui.theme.dim, note, 2);
}

/// Draws all parts below one another.
void draw_narrow(Column& column, const State& state, Commands& commands) {
    draw_path_field(column, import_batch_field, batch_look, state, commands);
    draw_batch_problem(column, state);
    draw_path_field(column, import_reference_field, reference_look, state, commands);
    draw_reference_problem(column, state);
    draw_search(column, state, commands);
    column.gap(section_gap);
    draw_import_questions(column, state, commands);
    column.gap(section_gap);
    draw_import_folder(column, state, commands);
    column.gap(section_gap);
    draw_import_table(column, state, commands);
}

/// Draws the other files and the folder in one line; below it, questions and table stand side by side.
void draw_wide(Column& column, const State& state, Commands& commands) {
    constexpr float gap = 24;
    const float third = (column.width() - 2 * gap) / 3;
    const auto nth = [&](int n) {
        const float left = column.left + static_cast<float>(n) * (third + gap);
        return Column{column.ui, left, left + third, column.y};
    };
    Column batch = nth(0), reference = nth(1), folder = nth(2);
    draw_path_field(batch, import_batch_field, batch_look, state, commands);
    draw_batch_problem(batch, state);
    draw_path_field(reference, import_reference_field, reference_look, state, commands);
    draw_reference_problem(reference, state);
    Column search{column.ui, batch.left, reference.right, std::max(batch.y, reference.y)};
    draw_search(search, state, commands);
    draw_import_folder(folder, state, commands);
    column.go_below(search, folder);
    column.gap(section_gap);
    Column left{column.ui, column.left, column.left + 0.35f * column.width(), column.y};
    Column right = column.from(left.right + gap);
    draw_import_questions(left, state, commands);
    draw_import_table(right, state, commands);
    column.go_below(left, right);
}

}  // namespace

void draw_import_page(Ui&, Column& column, const State& state, Commands& commands) {
    constexpr float wide = 860;
    const Importing& importing = state.of<Importing>();
    column.gap(4);
    draw_path_field(column, import_file_field,
                    {"FILE", "weights: .pt, .pth, .bin, .ckpt, .safetensors or .npz; or drop the file on the window"}, state,
                    commands);
    draw_notes(column, importing);
    if (!is_read(importing)) return;
    column.gap(8);
    column.width() < wide ? draw_narrow(column, state, commands) : draw_wide(column, state, commands);
}

}  // namespace vitrine
