#include "app/cli/explain/text.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/widgets/number.h"
#include "app/words/shared_keys.h"
#include "core/listing/cell_text.h"
#include "core/listing/tensor_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// What is explained: a value or a gradient.
struct Explained {
    std::function<TensorView(const std::string&)> find;  ///< the value of a tensor or parameter with this path
    bool gradient = false;

    /// A term, a sum of terms or a result as text. Gradients are small, so they get five significant digits.
    std::string number(double value) const {
        if (!gradient) return signed_number(value, ElementType::scalar);
        return value == 0 ? "0" : fmt::format("{:+.5g}", value);
    }
};

constexpr std::size_t shown_terms = 8;

std::string signed_text(double value) { return signed_number(value, ElementType::scalar); }

/// A number in the format of its tensor's type: "+0.5813", "4". A constant has no path.
std::string value_text(const Explained& of, const std::string& path, double value) {
    const ElementType type = path.empty() ? ElementType::scalar : of.find(path).type;
    return type == ElementType::scalar ? signed_text(value) : number_text(value, type, 0);
}

/// One term on a line: "i=3", "+0.8400 × +1.0267 = +0.8625", "query[…] × key[…]".
struct TermLine {
    std::string label, product, cells;
};

/// "key[0,0,1,2]", "∂scores[0,0,1,2]" for a gradient, "1 / deviation of norm1.deviation[0,1]" for a number made from a cell,
/// "cos(2 · 0.1)" for a number that is not from a cell. If such a number is the term's only factor, the term's label already
/// describes it.
std::string cell_of(const Explained& of, const ExplanationTerm& term, const CellFactor& factor) {
    if (factor.path.empty()) {
        if (term.factors.size() == 1) return "the same for all tokens";
        return factor.made.empty() ? "a constant" : factor.made;
    }
    const std::string path(factor.path), cell = cell_text(path, of.find(path).layout, factor.index);
    if (!factor.made.empty()) return factor.made + " of " + cell;
    return factor.gradient ? "∂" + cell : cell;
}

/// “cat” if the terms are the words of the vocabulary; otherwise empty.
std::string word_of(const Run& run, const Explained& of, const ExplanationTerm& term) {
    if (term.place < 0 || term.axis < 0 || term.factors.empty()) return "";
    const CellFactor& first = term.factors[0];
    const TensorInfo* info = run.info(std::string(first.path));
    const auto axis = static_cast<std::size_t>(term.axis);
    if (!info) return "";
    const Axis of_words = of.find(info->path).layout.axes[axis];
    if (of_words != Axis::vocabulary && of_words != Axis::category) return "";
    return quoted(printable(axis_labels(run, *info, term.axis, 0)[first.index[axis]]));
}

TermLine line_of(const Run& run, const Explained& of, const ExplanationTerm& term) {
    TermLine line{.label = term.label, .product = {}, .cells = {}};
    if (const std::string word = word_of(run, of, term); !word.empty()) line.label += ' ' + word;
    for (const CellFactor& factor : term.factors) {
        const std::string path(factor.path);
        line.product +=
            (line.product.empty() ? "" : " × ") + (factor.gradient ? of.number(factor.value) : value_text(of, path, factor.value));
        line.cells += (line.cells.empty() ? "" : " × ") + cell_of(of, term, factor);
    }
    if (term.factors.size() > 1) line.product += " = " + of.number(term.value);
    return line;
}

std::string terms_text(const Run& run, const Explained& of, const Explanation& explanation, bool all) {
    const auto order = largest_first(explanation);
    const std::size_t shown = all ? order.size() : std::min(order.size(), shown_terms);
    std::vector<TermLine> lines;
    for (std::size_t i = 0; i < shown; ++i) lines.push_back(line_of(run, of, explanation.terms[order[i]]));
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
                              sums ? ", together " + of.number(rest) : "");
}

/// Describes how the terms become the result.
std::string result_text(const Explained& of, const Explanation& explanation) {
    std::string text = "\n";
    for (const IntermediateValue& intermediate : explanation.intermediate_values) {
        text += fmt::format("  {}  {}\n", left_aligned(intermediate.label, 24),
                            explanation.kind == DependenceKind::select ? (intermediate.value != 0 ? "yes" : "no")  // a condition
                                                                       : signed_text(intermediate.value));
    }
    if (explanation.scale != 1) text += fmt::format("  {}  {:.6g}\n", left_aligned("× scale", 24), explanation.scale);
    return text + fmt::format("  {}  {}\n", left_aligned("result", 24),
                              of.gradient ? of.number(explanation.result) : value_text(of, explanation.path, explanation.result));
}

/// Blocks of cells, one per line, below a heading; empty if there are none. sign: written before each path, such as "∂".
std::string uses_text(const Explained& of, const char* heading, const char* sign, const std::vector<CellUse>& uses) {
    std::string text;
    for (const CellUse& use : uses) {
        const Layout layout = of.find(use.path).layout;
        text += std::string("  ") + sign + cell_text(use.path, layout, use.cells.first);
        if (use.cells.first != use.cells.last) text += " … " + index_text(layout, use.cells.last);
        text += '\n';
    }
    return text.empty() ? "" : std::string("\n") + heading + '\n' + text;
}

/// "PATH[…]  +0.5813", followed by a line with the cell in words.
std::string heading(const Run& run, const Explained& of, const Explanation& explanation, const char* sign) {
    std::string text = sign + cell_text(explanation.path, of.find(explanation.path).layout, explanation.index) + "  " +
                       (of.gradient ? of.number(explanation.value) : value_text(of, explanation.path, explanation.value)) + '\n';
    if (const TensorInfo* info = run.info(explanation.path)) text += cell_words(run, *info, explanation.index) + '\n';
    if (const std::string shared = shared_key_words(run, explanation); !shared.empty()) text += shared + '\n';
    return text;
}

}  // namespace

std::string explanation_text(const Run& run, const Explanation& explanation, bool all) {
    const Anatomy& anatomy = *run.anatomy;
    const Explained of{[&](const std::string& path) { return anatomy.find(path); }};
    std::string text = heading(run, of, explanation, "");
    if (explanation.terms.empty()) {
        text += run.outline().find(explanation.path) ? "\nnot computed: it comes with the batch or is drawn at random\n"
                                                     : "\na parameter: it comes with the model and is not computed\n";
    } else {
        text += "\n" + explanation.formula + "\n\n" + terms_text(run, of, explanation, all) + result_text(of, explanation);
    }
    return text + uses_text(of, "used by", "", anatomy.uses(explanation.path, explanation.index));
}

std::string gradient_text(const Run& run, const GradientAnatomy& anatomy, const GradientExplanation& found, bool all) {
    const Explanation& explanation = found.explanation;
    const Explained of{[&](const std::string& path) { return anatomy.find_value(path); }, true};
    std::string text = heading(run, of, explanation, "∂loss / ∂ ");
    if (explanation.terms.empty()) {
        text += "\nthe loss does not depend on it\n";
    } else {
        text += '\n' + explanation.formula + '\n';
        if (found.uses.size() > 1) {
            for (const GradientUse& use : found.uses) text += fmt::format("  by {}: {}\n", use.path, use.formula);
        }
        text += '\n' + terms_text(run, of, explanation, all) + result_text(of, explanation);
    }
    return text + uses_text(of, "gradients computed from it", "∂", anatomy.goes_to(explanation.path, explanation.index));
}

}  // namespace vitrine
