#include "app/frame/inspector/parts.h"
#include "app/run/parameter_totals.h"
#include "app/state/place.h"
#include "app/widgets/controls.h"
#include "app/words/backward.h"
#include "app/words/glossary.h"

namespace vitrine {

namespace {

/// "Q 2×3×3×2", "W 96×32".
std::string named_shape(const Run& run, const std::string& path) {
    if (const TensorInfo* info = run.outline().find(path)) return info->symbol + " " + shape_text(run.trace.find(path).layout);
    const bool weight = path.substr(path.rfind('.') + 1).find("weight") != std::string::npos;
    return (weight ? "W " : "b ") + shape_text(find_parameter(run, path).layout);
}

/// "Q 2×3×3×2,  Kᵀ 2×3×2×3  →  scores 2×3×3×3": the inputs, including weights, and the outputs.
std::string shapes_of(const Run& run, const std::vector<std::string>& from, const std::string& result) {
    std::string shapes;
    for (const std::string& path : from) shapes += (shapes.empty() ? "" : ",  ") + named_shape(run, path);
    return shapes.empty() ? named_shape(run, result) : shapes + "  →  " + named_shape(run, result);
}

/// "4 224 parameters in this block, 44 626 in the model": totals that include the step's parameters.
void draw_parameter_totals(Ui& ui, Column& column, const Run& run, const Block& block) {
    const ParameterTotal total = parameters_of(run, block);
    if (total.count == 0) return;
    const std::string words =
        parameters_text(total.count) + " in this block, " + count_text(parameters_of_model(run)) + " in the model";
    const Rect line = column.paragraph(Font::label, ui.theme.faint, words, 4);
    if (!ui.place("inspector/parameters", line).hovered) return;
    std::vector<std::string> lines{name_of(block)};
    for (const std::string& text : parameter_lines(total)) lines.push_back(text);
    if (has_tied_parameters(run)) lines.push_back("the model total counts tied parameters once");
    ui.note(std::move(lines), line);
}

/// The title above the formula. A parameter is not computed, nor are token ids, labels and the masks of dropout: the formula
/// shown for them belongs to the step that uses them. `own`: the formula belongs to the selected tensor.
const char* formula_title(const State& state, const Step& step, bool own) {
    const TensorInfo* info = selected_tensor(state);
    if (step.operation == Operation::inputs && info && !info->dependence) return "INPUT";
    if (!own) return "WHERE IT IS USED";
    return shown_aspect(state, *info) == Aspect::value ? "HOW IT IS COMPUTED" : "HOW THE VALUE IS COMPUTED";
}

}  // namespace

ShownFormula shown_formula(const State& state) {
    const Run& run = *state.run;
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    const TensorInfo* info = selected_tensor(state);
    const bool is_result = info && info->path == step.result, has_own = info && info->dependence;
    const char* title = formula_title(state, step, is_result || has_own);
    if (has_own && !is_result) return {title, info->dependence->formula, shapes_of(run, info->operands, info->path)};
    std::vector<std::string> from = step.inputs;
    from.insert(from.end(), step.parameters.begin(), step.parameters.end());
    return {title, step.formula, shapes_of(run, from, step.result)};
}

void draw_operation(Ui& ui, Column& column, const State& state) {
    const Run& run = *state.run;
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    const Block& block = run.outline().block_of(state.step);
    const BackwardStep* backward = backward_step(state);
    const std::string path = block.section == block.title ? block.section : block.section + "  ›  " + block.title;
    column.line(20, Font::note, backward ? backward_colour(ui.theme) : ui.theme.dim, backward ? path + "  ›  backward pass" : path);
    const Rect title = column.text(Font::title, ui.theme.text, step.title, 8);
    const Term* term = term_of(step.operation, run.outline().model.configuration);
    if (ui.place("inspector/operation", title).hovered && term) ui.note(term_note(*term), title);
    if (const Size count = parameters_of(run, step); count > 0) {
        const float room = column.right - title.max.x - 12;
        const std::string words = parameters_text(count);
        ui.text({column.right, title.min.y + 5}, Font::note, ui.theme.dim,
                ui.width_of(Font::note, words) <= room ? words : count_text(count), {.max_width = room, .align = Align::right});
    }
    column.paragraph(Font::note, ui.theme.dim,
                     run.difference ? "This shows B − A: the values of run B minus those of run A, cell by cell."
                     : backward     ? backward_words(run, *backward)
                                    : step.text,
                     4);
    draw_parameter_totals(ui, column, run, block);
    column.gap(part_gap);
}

void draw_text_card(Ui& ui, Column& column, const std::vector<CardText>& texts) {
    constexpr float small_line = 17, edge = 9;
    struct Wrapped {
        const CardText& of;
        Font font;
        float line;
        std::vector<std::string_view> lines;
    };
    Column inner = column.inset(card_side);
    std::vector<Wrapped> parts;
    float height = 2 * edge;
    for (const CardText& text : texts) {
        const Font font = text.small ? Font::mono_small : Font::mono;
        parts.push_back({text, font, text.small ? small_line : formula_line,
                         text.small ? wrapped(ui.fonts, font, text.text, inner.width())
                                    : wrapped_formula(ui.fonts, font, text.text, inner.width())});
        height += text.above + parts.back().line * static_cast<float>(parts.back().lines.size());
    }
    ui.fill(column.row(height, part_gap), ui.theme.raised, metrics::radius_large);
    inner.gap(edge);
    for (const Wrapped& part : parts) {
        inner.gap(part.of.above);
        for (const auto& line : part.lines) inner.line(part.line, part.font, part.of.small ? ui.theme.dim : ui.theme.text, line);
    }
}

namespace {

/// The formulas of all uses that add to the gradient of the selected tensor, each under the forward formula that it
/// differentiates.
void draw_gradient_formula(Ui& ui, Column& column, const std::vector<GradientLine>& lines) {
    column.title(lines.size() > 1 ? "HOW THE GRADIENT IS COMPUTED: A SUM OF" : "HOW THE GRADIENT IS COMPUTED");
    std::vector<CardText> texts;
    for (const GradientLine& line : lines) {
        texts.push_back({.text = "differentiates " + line.forward, .small = true, .above = texts.empty() ? 0.0f : 8.0f});
        texts.push_back({.text = line.backward});
    }
    draw_text_card(ui, column, texts);
}

}  // namespace

void draw_formula(Ui& ui, Column& column, const State& state) {
    const Run& run = *state.run;
    if (state.aspect != Aspect::value) {
        const std::vector<GradientLine> lines = gradient_lines(run, state.selection.tensor);
        if (!lines.empty()) draw_gradient_formula(ui, column, lines);
        if (!lines.empty() && state.aspect == Aspect::gradient) return;
    }
    const ShownFormula shown = shown_formula(state);
    column.title(shown.title);
    draw_text_card(ui, column, {{.text = shown.formula}, {.text = shown.shapes, .small = true, .above = 2}});
}

}  // namespace vitrine
