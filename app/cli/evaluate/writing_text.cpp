#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/common/told_lines.h"
#include "app/cli/evaluate/writing.h"
#include "app/cli/train/figures.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// One figure for both ways of decoding.
struct FigureRow {
    std::string name, greedy, beams;
};

/// "82.4/50.0/45.5/37.5".
std::string precisions_text(const Bleu& bleu) {
    std::string text;
    for (const double precision : bleu.precisions) text += fmt::format("{}{:.1f}", text.empty() ? "" : "/", precision);
    return text;
}

std::string lengths_text(const Bleu& bleu) { return grouped(bleu.counts.length) + " / " + grouped(bleu.counts.reference_length); }

std::vector<FigureRow> rows_of(const WritingComparison& comparison) {
    const WritingScores &greedy = comparison.greedy, &beams = comparison.beams;
    const auto number = [](double value, int decimals) { return fmt::format("{:.{}f}", value, decimals); };
    std::vector<FigureRow> rows{
        {"", "greedy", beams_text(comparison.search.beams)},
        {"BLEU", number(greedy.bleu.score, 2), number(beams.bleu.score, 2)},
        {"  precision, 1- to 4-grams", precisions_text(greedy.bleu), precisions_text(beams.bleu)},
        {"  brevity penalty", number(greedy.bleu.brevity_penalty, 3), number(beams.bleu.brevity_penalty, 3)},
        {"  words written / in references", lengths_text(greedy.bleu), lengths_text(beams.bleu)},
        {"chrF2", number(greedy.chrf.score, 2), number(beams.chrf.score, 2)},
        {"exact match", percent(greedy.exact_match, 2), percent(beams.exact_match, 2)}};
    if (greedy.cut_off + beams.cut_off > 0) rows.push_back({"cut off", grouped(greedy.cut_off), grouped(beams.cut_off)});
    if (beams.better_left > 0) rows.push_back({"ended early *", grouped(greedy.better_left), grouped(beams.better_left)});
    return rows;
}

OrderedJson json_of(const Bleu& bleu, const Chrf& chrf) {
    return {{"bleu",
             {{"score", bleu.score},
              {"precisions", bleu.precisions},
              {"matches", bleu.counts.matches},
              {"totals", bleu.counts.totals},
              {"brevity_penalty", bleu.brevity_penalty},
              {"length", bleu.counts.length},
              {"reference_length", bleu.counts.reference_length}}},
            {"chrf", {{"score", chrf.score}, {"precision", chrf.mean_precision}, {"recall", chrf.mean_recall}}}};
}

OrderedJson json_of(const WritingScores& scores) {
    OrderedJson json = json_of(scores.bleu, scores.chrf);
    json["exact_match"] = scores.exact_match;
    json["cut_off"] = scores.cut_off;
    json["better_left_growing"] = scores.better_left;
    return json;
}

}  // namespace

std::string text_of(const WritingComparison& comparison) {
    const std::vector<FigureRow> rows = rows_of(comparison);
    std::size_t name = 0, greedy = 0, beams = 0;
    for (const FigureRow& row : rows) {
        name = std::max(name, row.name.size());
        greedy = std::max(greedy, row.greedy.size());
        beams = std::max(beams, row.beams.size());
    }
    std::string text =
        fmt::format("generated translations against the target texts (length penalty {}):\n", comparison.search.length_penalty);
    for (const FigureRow& row : rows) {
        text += "  " + left_aligned(row.name, name) + "  " + right_aligned(row.greedy, greedy) + "  " +
                right_aligned(row.beams, beams) + '\n';
    }
    if (comparison.beams.better_left > 0) {
        text += "  * a sentence that was still growing scored better; --no-early-stopping goes on until none does\n";
    }
    if (constexpr std::size_t longest_gram = 4; comparison.longest_target < longest_gram)
        text += "  no target text has 4 words, so that no 4-gram can match: BLEU says nothing here, exact match does\n";
    text += fmt::format("  the sources themselves, untranslated: BLEU {:.2f}, chrF2 {:.2f}\n", comparison.copied_bleu.score,
                        comparison.copied_chrf.score);
    text +=
        "  as sacreBLEU has them: BLEU nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp, chrF2 "
        "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no\n";
    for (const CardTranslation& translation : comparison.translations)
        text += '\n' + told_lines(lines_of(translation, comparison.search.beams));
    return text;
}

void add_to(nlohmann::ordered_json& json, const WritingComparison& comparison) {
    json["greedy"] = json_of(comparison.greedy);
    json["beams"] = {{"beams", comparison.search.beams},
                     {"length_penalty", comparison.search.length_penalty},
                     {"early_stopping", comparison.search.early_stopping}};
    json["beams"].update(json_of(comparison.beams));
    json["copied"] = json_of(comparison.copied_bleu, comparison.copied_chrf);
    if (!comparison.translations.empty()) json["translations"] = to_json(comparison.translations);
}

}  // namespace vitrine
