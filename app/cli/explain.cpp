/// vitrine explain: one number of a run taken apart into what it is made of, and where it goes next.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/run/make_run.h"
#include "app/run/picture.h"
#include "core/export/explanation_json.h"
#include "core/listing/cell_text.h"
#include "core/listing/tensor_text.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct ExplainCommand {
    explicit ExplainCommand(CommandLine& command) : model(command) {}

    ModelOptions model;
    std::string cell;
    bool json = false, all = false;
};

constexpr std::size_t shown_terms = 8;

std::string signed_text(double value) { return (value < 0 ? "" : "+") + number_text(value, ElementType::scalar, 4); }

/// The requested cell. Throws Error with the nearest path if there is no such tensor.
CellName find_cell(const Run& run, const Anatomy& anatomy, const std::string& text) {
    CellName cell = parse_cell(text);
    const TensorView tensor = anatomy.find(cell.path);
    if (!tensor.present()) {
        throw Error(fmt::format("'{}': there is no such tensor{}", cell.path, did_you_mean(cell.path, paths_of(run))));
    }
    if (cell.rank != tensor.layout.rank || !tensor.layout.contains(cell.index)) {
        throw Error(
            fmt::format("'{}': the tensor is {}, its indices are {}", text, axes_text(tensor.layout),
                        tensor.layout.rank == 1 ? "one number from 0" : fmt::format("{} numbers from 0", tensor.layout.rank)));
    }
    return cell;
}

/// A number as its tensor's type has it: "+0.5813", "4". A constant has no path.
std::string value_text(const Anatomy& anatomy, const std::string& path, double value) {
    const ElementType type = path.empty() ? ElementType::scalar : anatomy.find(path).type;
    return type == ElementType::scalar ? signed_text(value) : number_text(value, type, 0);
}

/// One term on a line: "i=3", "+0.8400 × +1.0267 = +0.8625", "query[…] × key[…]".
struct TermLine {
    std::string label, product, cells;
};

TermLine line_of(const Anatomy& anatomy, const ExplanationTerm& term) {
    TermLine line{.label = term.label, .product = {}, .cells = {}};
    for (const CellFactor& factor : term.factors) {
        const std::string path(factor.path);
        line.product += (line.product.empty() ? "" : " × ") + value_text(anatomy, path, factor.value);
        line.cells += (line.cells.empty() ? "" : " × ") +
                      (path.empty() ? "a constant" : cell_text(path, anatomy.find(path).layout, factor.index));
    }
    if (term.factors.size() > 1) line.product += " = " + signed_text(term.value);
    return line;
}

std::string terms_text(const Anatomy& anatomy, const Explanation& explanation, bool all) {
    const auto order = largest_first(explanation);
    const std::size_t shown = all ? order.size() : std::min(order.size(), shown_terms);
    std::vector<TermLine> lines;
    for (std::size_t i = 0; i < shown; ++i) lines.push_back(line_of(anatomy, explanation.terms[order[i]]));
    std::size_t label = 0, product = 0;
    for (const TermLine& line : lines) {
        label = std::max(label, text_width(line.label));
        product = std::max(product, text_width(line.product));
    }
    std::string text;
    for (const TermLine& line : lines) {
        text += fmt::format("  {}  {}  {}\n", left_aligned(line.label, label), left_aligned(line.product, product), line.cells);
    }
    if (shown == order.size()) return text;
    double rest = 0;
    for (std::size_t i = shown; i < order.size(); ++i) rest += explanation.terms[order[i]].value;
    const bool sums = explanation.kind == DependenceKind::sum;
    return text + fmt::format("  and {} smaller{} (--all shows them)\n", order.size() - shown,
                              sums ? ", together " + signed_text(rest) : "");
}

/// How the terms become the result.
std::string result_text(const Anatomy& anatomy, const Explanation& explanation) {
    std::string text = "\n";
    for (const IntermediateValue& intermediate : explanation.intermediate_values) {
        text += fmt::format("  {}  {}\n", left_aligned(intermediate.label, 24),
                            explanation.kind == DependenceKind::select ? (intermediate.value != 0 ? "yes" : "no")  // a condition
                                                                       : signed_text(intermediate.value));
    }
    if (explanation.scale != 1) text += fmt::format("  {}  {:.6g}\n", left_aligned("× scale", 24), explanation.scale);
    return text + fmt::format("  {}  {}\n", left_aligned("result", 24), value_text(anatomy, explanation.path, explanation.result));
}

std::string uses_text(const Anatomy& anatomy, const Explanation& explanation) {
    std::string text;
    for (const CellUse& use : anatomy.uses(explanation.path, explanation.index)) {
        const Layout layout = anatomy.find(use.path).layout;
        text += "  " + cell_text(use.path, layout, use.cells.first);
        if (use.cells.first != use.cells.last) text += " … " + index_text(layout, use.cells.last);
        text += '\n';
    }
    return text.empty() ? "" : "\nused by\n" + text;
}

std::string explanation_text(const Run& run, const Anatomy& anatomy, const Explanation& explanation, bool all) {
    const TensorInfo* info = run.outline().find(explanation.path);
    std::string text = cell_text(explanation.path, anatomy.find(explanation.path).layout, explanation.index) + "  " +
                       value_text(anatomy, explanation.path, explanation.value) + '\n';
    if (info) text += cell_words(run, *info, explanation.index) + '\n';
    if (explanation.terms.empty()) {
        text += info ? "\nnothing computes it: it comes with the batch or is drawn\n"
                     : "\na parameter: nothing computes it, it comes with the model\n";
    } else {
        text += "\n" + explanation.formula + "\n\n" + terms_text(anatomy, explanation, all) + result_text(anatomy, explanation);
    }
    return text + uses_text(anatomy, explanation);
}

void run(const ExplainCommand& command) {
    const auto run = make_run(command.model.request());
    say_notes(*run->model);
    const Anatomy& anatomy = *run->anatomy;
    const CellName cell = find_cell(*run, anatomy, command.cell);
    const Explanation explanation = anatomy.explain(cell.path, cell.index);
    Output output({});
    output.write(command.json ? explanation_json(anatomy, explanation).dump(2) + '\n'
                              : explanation_text(*run, anatomy, explanation, command.all));
    output.finish();
}

}  // namespace

void add_explain(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("explain", "Take one number apart: its formula, its terms, and where it goes next");
    const auto options = std::make_shared<ExplainCommand>(command);
    command.add_option("cell", options->cell, "A tensor or parameter with an index for each axis, counted from 0: PATH[i,j,…]")
        .type_name("CELL")
        .required();
    command.add_flag("--json", options->json, "As JSON, with every term");
    command.add_flag("--all", options->all, "Every term, not only the largest");
    command.footer(
        "A factor is named by its tensor, or by its parameter as it is stored: W_K begins at row D of in_proj_weight.\n\n"
        "Examples:\n"
        "  vitrine explain --sample navigation 'encoder.layers.0.self_attn.scores[0,1,1,0]'\n"
        "  vitrine explain --sample translation --json 'decoder.layers.1.norm3[0,2,5]'");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
