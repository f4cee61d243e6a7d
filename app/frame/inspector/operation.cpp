#include "app/frame/inspector/parts.h"
#include "app/run/parameter_totals.h"
#include "app/state/place.h"
#include "app/widgets/controls.h"
#include "app/words/backward.h"
#include "app/words/glossary.h"

namespace vitrine {

namespace {

/// "Q 2×3×3×2,  Kᵀ 2×3×2×3  →  scores 2×3×3×3", the weights among what goes in with the number of their parameters.
std::string shapes_of(const Run& run, const Step& step) {
    std::string shapes;
    const auto add = [&](const std::string& what) { shapes += (shapes.empty() ? "" : ",  ") + what; };
    for (const std::string& input : step.inputs) {
        add(run.outline().find(input)->symbol + " " + shape_text(run.trace.find(input).layout));
    }
    for (const std::string& name : step.parameters) {
        const std::string kind = name.substr(name.rfind('.') + 1);
        add((kind.find("weight") == std::string::npos ? "b " : "W ") + shape_text(find_parameter(run, name).layout));
    }
    const std::string result = run.outline().find(step.result)->symbol + " " + shape_text(run.trace.find(step.result).layout);
    return shapes.empty() ? result : shapes + "  →  " + result;
}

std::string parameter_count_text(const Run& run, const Step& step) {
    Size count = 0;
    for (const std::string& name : step.parameters) count += find_parameter(run, name).layout.count();
    return count ? parameters_text(count) : "";
}

/// "4 224 parameters in this block, 44 626 in the model": the totals that include the step's parameters.
void draw_parameter_totals(Ui& ui, Column& column, const Run& run, const Block& block) {
    const ParameterTotal total = parameters_of(run, block);
    if (total.count == 0) return;
    const std::string words =
        parameters_text(total.count) + " in this block, " + count_text(parameters_of_model(run)) + " in the model";
    const Rect line = column.text(Font::label, ui.theme.faint, words, 4);
    if (!ui.place("inspector/parameters", line).hovered) return;
    std::vector<std::string> lines{name_of(block)};
    for (const std::string& text : parameter_lines(total)) lines.push_back(text);
    if (has_tied_parameters(run)) lines.push_back("in the model tied parameters are counted once");
    ui.note(std::move(lines), line);
}

/// Nothing makes a parameter: the formula is that of the step which it is used in. No formula is that of a gradient.
const char* formula_title(const State& state) {
    if (!state.run->outline().find(state.selection.tensor)) return "WHERE IT IS USED";
    return state.aspect == Aspect::value ? "HOW IT IS MADE" : "HOW THE VALUE IS MADE";
}

/// That of the selected tensor; a step that fills several has one for all of them.
std::string formula_of(const State& state, const Step& step) {
    const TensorInfo* info = selected_tensor(state);
    return info && info->path != step.result && info->dependence ? info->dependence->formula : step.formula;
}

}  // namespace

void draw_operation(Ui& ui, Column& column, const State& state) {
    const Run& run = *state.run;
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    const Block& block = run.outline().block_of(state.step);
    const BackwardStep* backward = backward_step(state);
    const std::string path = block.section == block.title ? block.section : block.section + "  ›  " + block.title;
    column.line(20, Font::note, backward ? way_back_colour(ui.theme) : ui.theme.dim, backward ? path + "  ›  backwards" : path);
    const Rect title = column.text(Font::title, ui.theme.text, step.title, 8);
    const Term* term = term_of(step.operation);
    if (ui.place("inspector/operation", title).hovered && term) ui.note(term_note(*term), title);
    if (const std::string count = parameter_count_text(run, step); !count.empty()) {
        ui.text({column.right, title.min.y + 5}, Font::note, ui.theme.dim, count,
                {.max_width = column.right - title.max.x - 12, .align = Align::right});
    }
    column.paragraph(Font::note, ui.theme.dim,
                     run.difference ? "Shown is B − A: what became of the numbers of run A in run B, cell by cell."
                     : backward     ? backward_words(run, *backward)
                                    : step.text,
                     4);
    draw_parameter_totals(ui, column, run, block);
    column.gap(part_gap);
}

namespace {

/// The formulas of all uses that add to the gradient of the selected tensor, each under the forward line that it differentiates.
void draw_gradient_formula(Ui& ui, Column& column, const State& state) {
    std::vector<GradientLine> lines = gradient_lines(*state.run, state.selection.tensor);
    for (GradientLine& line : lines) line.forward = "differentiates " + line.forward;
    column.title(lines.size() > 1 ? "HOW THE GRADIENT IS MADE: A SUM OF THESE" : "HOW THE GRADIENT IS MADE");
    constexpr float small_line = 17, between = 8;
    Column inner = column.inset(card_side);
    struct Wrapped {
        std::vector<std::string_view> forward, backward;
    };
    std::vector<Wrapped> parts;
    float height = 20 + between * static_cast<float>(lines.size() - 1);
    for (const GradientLine& line : lines) {
        parts.push_back({wrapped(ui.fonts, Font::mono_small, line.forward, inner.width()),
                         wrapped(ui.fonts, Font::mono, line.backward, inner.width())});
        height += small_line * static_cast<float>(parts.back().forward.size()) +
                  formula_line * static_cast<float>(parts.back().backward.size());
    }
    ui.fill(column.row(height, part_gap), ui.theme.raised, metrics::radius_large);
    inner.gap(9);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) inner.gap(between);
        for (const auto& text : parts[i].forward) inner.line(small_line, Font::mono_small, ui.theme.dim, text);
        for (const auto& text : parts[i].backward) inner.line(formula_line, Font::mono, ui.theme.text, text);
    }
}

}  // namespace

void draw_formula(Ui& ui, Column& column, const State& state) {
    const Run& run = *state.run;
    const bool has_gradient = !gradient_lines(run, state.selection.tensor).empty();
    if (state.aspect != Aspect::value && has_gradient) draw_gradient_formula(ui, column, state);
    if (state.aspect == Aspect::gradient && has_gradient) return;
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    column.title(formula_title(state));
    constexpr float shapes_line = 17;
    Column inner = column.inset(card_side);
    const std::string made = formula_of(state, step), shapes = shapes_of(run, step);
    const auto formula = wrapped(ui.fonts, Font::mono, made, inner.width());
    const auto sizes = wrapped(ui.fonts, Font::mono_small, shapes, inner.width());
    const float height = 20 + formula_line * static_cast<float>(formula.size()) + shapes_line * static_cast<float>(sizes.size());
    ui.fill(column.row(height, part_gap), ui.theme.raised, metrics::radius_large);
    inner.gap(9);
    for (const auto& part : formula) inner.line(formula_line, Font::mono, ui.theme.text, part);
    inner.gap(2);
    for (const auto& part : sizes) inner.line(shapes_line, Font::mono_small, ui.theme.dim, part);
}

}  // namespace vitrine
