#include "app/export/transcript_number.h"

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/term_listing.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"
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

std::string product_of(const Run& run, const ExplanationTerm& term) {
    std::string text = term.label.empty() ? "" : term.label + ": ";
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
        const std::string path(term.factors[i].path);
        const ElementType type = path.empty() ? ElementType::scalar : run.find(path).type;
        text += (i ? " × " : "") + transcript_number(term.factors[i].value, type);
    }
    return term.factors.size() > 1 ? text + " = " + transcript_number(term.value, ElementType::scalar) : text;
}

/// The terms, and how they become the number.
void add_terms(const Run& run, const Explanation& explanation, bool every_term, Lines& lines) {
    if (explanation.terms.empty()) {
        const bool written = is_written(run, explanation.path, explanation.index);
        lines.emplace_back(written ? "It was set by hand: nothing computes it." : "Nothing computes it.");
        return;
    }
    lines.push_back("It is made as " + explanation.formula);
    const TermListing listing = list_terms(explanation, every_term);
    for (const std::size_t term : listing.listed) lines.push_back(product_of(run, explanation.terms[term]));
    if (!listing.smaller.empty()) {
        std::string folded = fmt::format("{} smaller terms", listing.smaller.size());
        if (explanation.kind == DependenceKind::sum)
            folded += ", together " + transcript_number(sum_of(explanation, listing.smaller), ElementType::scalar);
        lines.push_back(std::move(folded));
    }
    if (!listing.zeros.empty()) lines.push_back(zeros_words(listing));
    for (const std::size_t term : listing.apart) lines.push_back(product_of(run, explanation.terms[term]));
    if (explanation.scale != 1) lines.push_back(fmt::format("times {:.6g}", explanation.scale));
    const ElementType type = run.find(explanation.path).type;
    lines.push_back("gives " + transcript_number(explanation.result, type));
    const std::string by_hand = by_hand_words(run, explanation.path, explanation.index);
    if (!by_hand.empty()) lines.push_back("But " + by_hand + ", and so it is " + transcript_number(explanation.value, type));
}

void add_uses(const Run& run, const std::vector<CellUse>& uses, Lines& lines) {
    if (uses.empty()) return;
    lines.emplace_back("It goes into");
    for (const CellUse& use : uses) lines.push_back("  " + use.path + cells_text(run.find(use.path).layout, use.cells));
}

}  // namespace

std::string transcript_number(double value, ElementType type) {
    return type == ElementType::scalar ? decimal_text(value) : number_text(value, type, 0);
}

std::vector<std::string> number_lines(const Run& run, const TensorInfo& info, const Index& cell, bool every_term) {
    if (info.is_change) return change_lines(run, info, cell);
    const TensorView tensor = run.find(info.path);
    Lines lines{cell_text(info.path, tensor.layout, cell) + " is " + transcript_number(tensor.at(cell), tensor.type),
                cell_words(run, info, cell)};
    add_terms(run, run.anatomy->explain(info.path, cell), every_term, lines);
    add_uses(run, run.anatomy->uses(info.path, cell), lines);
    return lines;
}

}  // namespace vitrine
