#pragma once
/// What is said about two runs beside each other.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// "translation, as opened", "translation: “like” → “am” in sentence 2": which run it is.
std::string run_words(const Run& run);

/// "“like” → “am” in sentence 2": what became of one run's sentences in another's, a phrase each; empty where they are the same.
std::vector<std::string> batch_words(const Run& from, const Run& to);

/// "only B has it", "3 × 5 in A, 3 × 6 in B": why a tensor cannot be compared.
std::string fit_words(const TensorChange& change);

/// "12.3 %", "0.041 %", "× 40.6": a part of something, or a multiple of it.
std::string share_words(double share);

/// "12.3 %", "1 of 20", "same", "only in B", "NaN": how much a tensor has changed, where there is little room; or why no size can
/// be given.
std::string change_summary(const TensorChange& change);

/// The same in a sentence or two.
std::string change_sentence(const TensorChange& change);

/// "+0.5813"; of an id "“like” → “am”" or, where nothing changed, "“like”": a cell of a difference.
std::string change_text(const Run& difference, const TensorInfo& info, const Index& cell);

/// "61 of 93 tensors differ"; of equal runs that nothing does.
std::string count_words(const RunDifference& difference);

/// "dec.0.cross.weights": a path where there is little room.
std::string short_path(const std::string& path);

}  // namespace vitrine
