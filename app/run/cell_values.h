#pragma once
/// Numbers that are written over by hand: what may be typed, and which cells hold one.

#include <optional>

#include "app/run/run.h"

namespace vitrine {

/// A value as it can be typed: "0.58131", "nan", "suis", "1".
std::string value_words(const Run& run, const std::string& path, double value);

/// That of a cell: what its field begins with.
std::string typed_value(const Run& run, const std::string& path, const Index& cell);

/// What was typed as a number of such a tensor: ids may be given as words, masks take 0 and 1, all others also nan and inf.
struct ReadValue {
    std::optional<double> value;  ///< none: it is refused
    std::string problem = {};
};
ReadValue read_value(const Run& run, const std::string& path, std::string_view typed);

/// The interventions with another number in a cell, whatever was to be there before.
Interventions overwritten(Interventions interventions, const Overwrite& overwrite);

/// The cells that hold a number written by hand, under the path of their tensor or parameter; of keys under that of Kᵀ, too.
std::map<std::string, std::vector<Index>> written_cells(const Interventions& interventions);

}  // namespace vitrine
