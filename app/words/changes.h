#pragma once
/// Texts about the comparison of two runs.

#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/against/matching.h"

namespace vitrine {

/// The name of a run: "translation, as opened", "translation: “like” → “am” in sentence 2".
std::string run_words(const Run& run);

/// The changes of the sentences from one run to another, a phrase each: "“like” → “am” in sentence 2"; empty if they are equal.
std::vector<std::string> batch_words(const Run& from, const Run& to);

/// Why a tensor cannot be compared: "only B has it", "3 × 5 in A, 3 × 6 in B".
std::string fit_words(const TensorChange& change);

/// A ratio as text: "12.3 %", "0.041 %", "× 40.6".
std::string share_words(double share);

/// How much a tensor has changed, briefly, or why that cannot be said: "12.3 %", "1 of 20", "same", "only in B", "NaN".
std::string change_summary(const TensorChange& change);

/// The same in a sentence or two.
std::string change_sentence(const TensorChange& change);

/// A cell of a difference: "+0.5813"; for ids "“like” → “am”", or "“like”" if nothing changed.
std::string change_text(const Run& difference, const TensorInfo& info, const Index& cell);

/// Recorded tensors that were put aside for the same reason.
struct PutAside {
    std::string why;
    std::vector<std::string> names;
};

/// The recorded tensors that were not compared, by reason, in the order of the file.
std::vector<PutAside> put_aside(const MatchedTrace& matched);

/// The same in a line: "10 others were put aside: src.tokens and 9 more (ids and masks are not compared)"; empty if there are none.
std::string put_aside_words(const MatchedTrace& matched);

/// The counts for a recorded run: "6 of 22 tensors that were recorded and found are beyond 0.0001" and, if there are gradients,
/// the same for them. Also says how many of them are matched with a tensor of ours that another one is matched with, too.
std::string recorded_count_words(const MatchedTrace& matched, const RecordedDeviations& deviations);

/// "61 of 93 tensors differ"; for equal runs, that nothing differs. For a recorded run A, recorded_count_words() and
/// put_aside_words().
std::string count_words(const RunDifference& difference);

/// "dec.0.cross.weights": a shortened path.
std::string short_path(const std::string& path);

}  // namespace vitrine
