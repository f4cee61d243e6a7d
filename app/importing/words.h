#pragma once
/// The sentences of the import page.

#include <string>

#include "app/importing/state.h"

namespace vitrine {

/// The name of a question: "scale embedding".
std::string title_of(ImportQuestion question);

/// "58 parameters: 55 sure, 2 guessed, 1 chosen by hand".
std::string rows_words(const ImportPlan& plan);

/// "32×32" for a tensor of the file; empty for a piece that is not made of one.
std::string shape_words(const Piece& piece, const ForeignWeights& weights);

/// What a piece is made of: the tensor's name, "12 zeros", "512 rows of waves"; "nothing" for a missing one.
std::string piece_words(const ImportRow& row, std::size_t place);

/// "queries", "keys" or "values" if the parameter has these three pieces, otherwise empty.
std::string part_words(const ImportRow& row, std::size_t place);

/// How far the search is, or its result; empty: there was no search.
std::string search_words(const Importing& importing);

/// Why nothing can be written now, as a sentence; empty: it can be.
std::string import_refusal(const State& state);

}  // namespace vitrine
