#include "app/export/transcript_number.h"

#include <cmath>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"
#include "app/words/gradients.h"
#include "app/words/term_listing.h"
#include "app/words/update.h"
#include "core/listing/cell_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Lines = std::vector<std::string>;

/// "A: 0.5813", "B: 4 “student”".
std::string side_line(const char* name, const Run& run, const std::string& path, const Index& cell) {
    const TensorView tensor = run.find(path);
    const std::string number = name + transcript_number(tensor.at(cell), tensor.type);
    if (tensor.type != ElementType::index) return number;
    const auto& words = token_words(run, *run.info(path));
    const auto id = static_cast<std::size_t>(tensor.at(cell));
    return id < words.size() ? number + ' ' + quoted(words[id]) : number;
}

Lines change_lines(const Run& run, const TensorInfo& info, const Index& cell) {
    const RunDifference& difference = *run.difference;
    Lines lines{"B − A of " + cell_text(info.path, run.find(info.path).layout, cell) + ": " + change_text(run, info, cell),
                cell_words(run, info, cell)};
    if (lacks_change(run, info)) return lines;
    lines.push_back(side_line("A: ", *difference.a, info.path, cell));
    lines.push_back(side_line("B: ", *difference.b, info.path, cell));
    return lines;
}

/// What is described: how a value is computed, or a gradient. Gradients are small, so they are written with three digits.
struct Told {
    const Run& run;
    const Explanation& explanation;
    bool gradient = false;

    std::string number(double value) const {
        return gradient ? transcript_slope(value) : transcript_number(value, ElementType::scalar);
    }
    std::string factor(const CellFactor& of) const {
        if (of.gradient) return transcript_slope(of.value);
        const std::string path(of.path);
        return transcript_number(of.value, path.empty() ? ElementType::scalar : run.find(path).type);
    }
};

std::string product_of(const Told& told, const ExplanationTerm& term) {
    std::string text = term.label.empty() ? "" : term.label + ": ";
    for (std::size_t i = 0; i < term.factors.size(); ++i) text += (i ? " × " : "") + told.factor(term.factors[i]);
    return term.factors.size() > 1 ? text + " = " + told.number(term.value) : text;
}

void list_terms_of(const Told& told, bool every_term, Lines& lines) {
    const Explanation& explanation = told.explanation;
    const TermListing listing = list_terms(explanation, every_term);
    for (const std::size_t term : listing.listed) lines.push_back(product_of(told, explanation.terms[term]));
    if (!listing.smaller.empty()) {
        std::string folded = fmt::format("{} smaller terms", listing.smaller.size());
        if (explanation.kind == DependenceKind::sum) folded += ", together " + told.number(sum_of(explanation, listing.smaller));
        lines.push_back(std::move(folded));
    }
    if (!listing.zeros.empty()) lines.push_back(zeros_words(listing));
    for (const std::size_t term : listing.apart) lines.push_back(product_of(told, explanation.terms[term]));
    if (explanation.scale != 1) lines.push_back(fmt::format("times {:.6g}", explanation.scale));
}

/// The terms, and how the number is computed from them.
void add_terms(const Run& run, const Explanation& explanation, bool every_term, Lines& lines) {
    if (explanation.terms.empty()) {
        const bool written = is_written(run, explanation.path, explanation.index);
        lines.emplace_back(written ? "It was set by hand: nothing computes it." : "Nothing computes it.");
        return;
    }
    lines.push_back("Its formula: " + explanation.formula);
    list_terms_of({run, explanation}, every_term, lines);
    const ElementType type = run.find(explanation.path).type;
    lines.push_back("gives " + transcript_number(explanation.result, type));
    const std::string by_hand = by_hand_words(run, explanation.path, explanation.index);
    if (!by_hand.empty()) lines.push_back("But " + by_hand + ", and so it is " + transcript_number(explanation.value, type));
}

/// `mark`: put before each path, "∂" for gradients.
void add_uses(const Run& run, const std::vector<CellUse>& uses, const char* mark, Lines& lines) {
    if (uses.empty()) return;
    lines.emplace_back("It goes into");
    for (const CellUse& use : uses)
        lines.push_back(std::string("  ") + mark + use.path + cells_text(run.find(use.path).layout, use.cells));
}

}  // namespace

std::string transcript_number(double value, ElementType type) {
    return type == ElementType::scalar ? decimal_text(value) : number_text(value, type, 0);
}

std::string transcript_slope(double slope) {
    if (slope == 0) return "0";  // −0, too
    return std::isfinite(slope) ? fmt::format("{:.3g}", slope) : "not finite";
}

std::vector<std::string> number_lines(const Run& run, const TensorInfo& info, const Index& cell, bool every_term) {
    if (info.is_change) return change_lines(run, info, cell);
    const TensorView tensor = run.find(info.path);
    Lines lines{cell_text(info.path, tensor.layout, cell) + " is " + transcript_number(tensor.at(cell), tensor.type),
                cell_words(run, info, cell)};
    add_terms(run, run.anatomy->explain(info.path, cell), every_term, lines);
    add_uses(run, run.anatomy->uses(info.path, cell), "", lines);
    return lines;
}

std::vector<std::string> gradient_lines_of(const Run& run, const TensorInfo& info, const Index& cell, bool every_term) {
    const GradientAnatomy& anatomy = *run.gradients->anatomy;
    const GradientExplanation found = anatomy.explain(info.path, cell);
    const Explanation& explanation = found.explanation;
    const std::string name = cell_text(info.path, run.find(info.path).layout, cell);
    Lines lines{"The gradient of " + name + " is " + transcript_slope(explanation.value), cell_words(run, info, cell),
                gradient_words(explanation.value)};
    if (explanation.terms.empty()) {
        lines.emplace_back(found.cut ? "Everything computed from it is set by hand or silenced, so it does not influence the loss."
                                     : "The loss does not depend on it.");
    } else {
        for (const GradientUse& use : found.uses) {
            lines.push_back("Differentiates " + run.info(use.path)->dependence->formula);
            lines.push_back("Its formula: " + use.formula);
        }
        list_terms_of({run, explanation, true}, every_term, lines);
        lines.push_back("gives " + transcript_slope(explanation.result));
        if (found.cut) lines.emplace_back("Without the numbers computed from it that are set by hand or silenced.");
    }
    add_uses(run, anatomy.goes_to(info.path, cell), "∂", lines);
    return lines;
}

std::vector<std::string> update_lines(const Run& run, const std::string& parameter, const Index& cell) {
    const auto update = update_of(run, parameter, cell);
    if (!update) return {};
    Lines lines{cell_text(parameter, run.find(parameter).layout, cell) + ": " + change_words(*update)};
    for (const UpdateLine& line : update->lines) {
        std::string text = line.symbol + ", " + line.name;
        if (!line.formula.empty()) text += ", = " + line.formula + " = " + line.numbers;
        lines.push_back(text + " = " + update_number(line.value));
    }
    return lines;
}

}  // namespace vitrine
