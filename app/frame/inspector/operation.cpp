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
    const Size count = parameters_of(run, step);
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

/// The formulas of all uses that add to the gradient of the selected tensor, each under the forward line that it differentiates.
void draw_gradient_formula(Ui& ui, Column& column, const std::vector<GradientLine>& lines) {
    column.title(lines.size() > 1 ? "HOW THE GRADIENT IS MADE: A SUM OF THESE" : "HOW THE GRADIENT IS MADE");
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
    const Step& step = run.outline().steps[static_cast<std::size_t>(state.step)];
    column.title(formula_title(state));
    draw_text_card(ui, column, {{.text = formula_of(state, step)}, {.text = shapes_of(run, step), .small = true, .above = 2}});
}

}  // namespace vitrine
