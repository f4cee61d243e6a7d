#pragma once
/// Numbers overwritten by hand: what may be typed, and which cells are overwritten.

#include <optional>

#include "app/run/run.h"

namespace vitrine {

/// A value as it can be typed: "0.58131", "nan", "suis", "1".
std::string value_words(const Run& run, const std::string& path, double value);

/// The value of a cell as the text with which its field opens.
std::string typed_value(const Run& run, const std::string& path, const Index& cell);

/// Parses typed text as a value of this tensor: ids may be typed as words, masks take 0 and 1, other tensors also nan and inf.
struct ReadValue {
    std::optional<double> value;  ///< none: the text is refused
    std::string problem = {};
};
ReadValue read_value(const Run& run, const std::string& path, std::string_view typed);

/// The interventions with this overwrite, which replaces an earlier one of the same cell.
Interventions overwritten(Interventions interventions, const Overwrite& overwrite);

/// The overwritten cells by path of their tensor or parameter; cells of keys also under the path of Kᵀ.
std::map<std::string, std::vector<Index>> written_cells(const Interventions& interventions);

}  // namespace vitrine
