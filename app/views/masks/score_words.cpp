/// Why the scores themselves change without a mask: the mask is applied after them, but also in the layers before.

#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/views/masks/words.h"

namespace vitrine {

namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Whether a tensor has the same numbers for this sentence in both runs.
bool same_in_sentence(const TensorView& a, const TensorView& b, Size sentence) {
    if (a.layout.shape != b.layout.shape || !a.present() || !b.present()) return false;
    const Size cells = a.layout.count() / a.layout.shape[0];
    for (Size i = sentence * cells; i < (sentence + 1) * cells; ++i) {
        const Index cell = index_of(a.layout, i);
        if (!same(a.at(cell), b.at(cell))) return false;
    }
    return true;
}

/// Whether a query's scores are the same in both runs.
bool same_scores(const TensorView& a, const TensorView& b, Index cell) {
    for (cell[3] = 0; cell[3] < a.layout.shape[3]; ++cell[3]) {
        if (!same(a.at(cell), b.at(cell))) return false;
    }
    return true;
}

/// Which of the tensors that the attention reads, "x" and "memory", differ between the runs.
struct ReadOtherwise {
    bool x = false, memory = false;
};

/// Results by run before, attention and sentence. They are kept because tensors may be large, and every frame asks.
struct KnownReads {
    std::map<std::tuple<std::uint64_t, std::string, Size>, ReadOtherwise> known;
};

ReadOtherwise read_otherwise(const Run& before, const Run& now, const std::string& attention, Size sentence) {
    const auto [found, is_new] = now.of<KnownReads>().known.try_emplace({before.generation, attention, sentence});
    ReadOtherwise& read = found->second;
    if (!is_new) return read;
    for (const Step& step : now.outline().steps) {
        if (step.block != attention || step.operation != Operation::projections) continue;
        for (const std::string& input : step.inputs) {
            if (!same_in_sentence(before.find(input), now.find(input), sentence)) (input == "memory" ? read.memory : read.x) = true;
        }
    }
    return read;
}

/// "without the causal mask", "with the causal mask and without the padding mask"; empty if both runs have the same masks.
std::string masks_apart(const Design& before, const Design& now) {
    std::string words;
    const auto add = [&](const char* mask, bool had, bool has) {
        if (had != has) words += fmt::format("{}{} the {} mask", words.empty() ? "" : " and ", has ? "with" : "without", mask);
    };
    add("causal", before.causal_mask, now.causal_mask);
    add("padding", before.padding_mask, now.padding_mask);
    return words;
}

}  // namespace

std::string tried_masks_words(const Design& own, const Design& shown) {
    const std::string words = masks_apart(own, shown);
    return words.empty() ? "" : fmt::format("Shown is the leak test's run, {}. The open run is not changed.", words);
}

std::string other_scores_words(const Run& before, const Run& now, const MaskCell& cell, Size head) {
    Design other_masks = before.regime.design;
    other_masks.causal_mask = now.regime.design.causal_mask, other_masks.padding_mask = now.regime.design.padding_mask;
    const std::string masks = masks_apart(before.regime.design, now.regime.design);
    // Any other difference could be the reason as well.
    const bool masks_alone = other_masks == now.regime.design && before.edits.interventions == now.edits.interventions &&
                             before.edits.variant == now.edits.variant;
    const std::string path = path_of(cell.place);
    const TensorView was = before.find(path + ".scores"), is = now.find(path + ".scores");
    if (masks.empty() || !masks_alone || !was.present() || was.layout.shape != is.layout.shape) return "";
    if (same_scores(was, is, {cell.sentence, head, cell.query, 0})) return "";
    const ReadOtherwise read = read_otherwise(before, now, path, cell.sentence);
    if (!read.x && !read.memory) return "";
    const char* what = !read.memory ? "x, which the sublayers below it"
                       : !read.x    ? "the memory, which the encoder"
                                    : "x and the memory, which the sublayers below it and the encoder";
    const char* whose = now.untouched.get() == &before ? "of the run without alterations" : "of the open run";
    return fmt::format(
        "These scores are computed before any mask is applied, yet they differ from those {}: this attention reads {} computed {}.",
        whose, what, masks);
}

}  // namespace vitrine
