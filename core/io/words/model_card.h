#pragma once
/// The card of a trained model: what it learned from, for how long, how good it is on pairs it has not seen, and what it cannot do.
///
///   {"learned_from": "…", "steps": 9000, "minutes": 31.5, "machine": "2 threads of …",
///    "held_out": {"pairs": "held-out pairs", "sentences", "tokens", "loss", "token_accuracy", "exact_match",
///                 "bleu", "chrf", "written", and what core/io/words/card_writing.h says},
///    "alignment": {"layer", "head", "share", "one_to_one"}, "longest_source": 12,
///    "cannot": ["…"], "good": [{"source", "output"}], "bad": [{"source", "output", "target"}]}
///
/// Everything may be left out, but the first six figures where there are figures.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/io/words/card_writing.h"

namespace vitrine {

/// How good a model is on pairs that it has not seen, as `vitrine evaluate` has measured it.
struct CardFigures {
    std::string pairs;  ///< which: "held-out pairs"
    std::int64_t sentences = 0, tokens = 0;
    double loss = 0;
    double token_accuracy = 0;                    ///< share of the tokens that are right after the true ones before them
    double exact_match = 0;                       ///< share of the sentences of which every token is
    std::optional<double> bleu{}, chrf{};         ///< of what the model writes greedily, 0 … 100; nothing: not measured
    std::optional<double> written{};              ///< share of the sentences that it so writes exactly as the target
    std::optional<CardCopied> copied{};           ///< nothing: not measured
    std::optional<CardBeams> beams{};             ///< nothing: not measured
    std::vector<CardCompared> compared{};         ///< none without beams
    std::vector<CardTranslation> translations{};  ///< some of them, evenly spaced; none without beams
};

/// The head of the cross-attention that looks at the right source token most often, and how often that is, 0 … 1: of all target
/// tokens with an alignment, and of those aligned one to one (AlignmentAccuracy).
struct CardAlignment {
    std::int64_t layer = 0, head = 0;  ///< from 0
    double share = 0;
    std::optional<double> one_to_one{};  ///< nothing: not measured
};

/// What the model wrote for a source.
struct CardExample {
    std::string source, output;
    std::string target = {};  ///< what it should have written; empty: just that
};

struct ModelCard {
    std::string learned_from;                      ///< "the task 'english-french'"; empty: not known
    std::optional<std::int64_t> steps{};           ///< of its training
    std::optional<double> minutes{};               ///< that these took
    std::string machine = {};                      ///< on which they were taken; empty: not known
    std::optional<CardFigures> held_out{};         ///< nothing: not measured
    std::optional<CardAlignment> alignment{};      ///< nothing: not measured, as on pairs whose alignment is not known
    std::optional<std::int64_t> longest_source{};  ///< tokens of the longest source that it learned from, with its marks
    std::vector<std::string> cannot = {};          ///< each one sentence
    std::vector<CardExample> good = {}, bad = {};
};

/// Throws Error, prefixed with `where`, naming a key that is unknown, missing or has another kind of value.
ModelCard card_from(const nlohmann::json& object, const std::string& where);

nlohmann::ordered_json to_json(const ModelCard& card);

/// The figures in what `vitrine evaluate --json` has printed. Throws Error, prefixed with `where`, naming a key that is missing or
/// no number.
CardFigures figures_from_evaluation(const nlohmann::json& evaluation, const std::string& where);

/// Puts the figures that `vitrine evaluate --json` printed for a model trained in another way beside these, in place of those with
/// the same description. Throws Error, prefixed with `where`, if they lack scores, or were measured on other pairs or with another
/// number of beams.
void add_compared(CardFigures& figures, const std::string& how, const nlohmann::json& evaluation, const std::string& where);

/// The best head in it; nothing if it names none. Throws the same Error.
std::optional<CardAlignment> alignment_from_evaluation(const nlohmann::json& evaluation, const std::string& where);

/// The card as lines for a reader, each with what it is about: {"trained", "9 000 steps in 32 minutes on 2 threads of …"}. What is
/// not known has no line; several things of one kind have a line each.
std::vector<std::pair<std::string, std::string>> lines_of(const ModelCard& card);

}  // namespace vitrine
