#pragma once
/// The sentences of the page.

#include <string>

#include "app/importing/state.h"

namespace vitrine {

/// "scale embedding": what a question is called.
std::string title_of(ImportQuestion question);

/// "58 parameters: 55 sure, 2 guessed, 1 chosen by hand".
std::string rows_words(const ImportPlan& plan);

/// "32×32" of a tensor of the file; of what is made nothing.
std::string shape_words(const Piece& piece, const ForeignWeights& weights);

/// What a piece is made of: the tensor's name, "12 zeros", "512 rows of waves"; for what is missing "nothing".
std::string piece_words(const ImportRow& row, std::size_t place);

/// "queries", "keys" or "values" where a parameter has these three pieces; empty: it has no such.
std::string part_words(const ImportRow& row, std::size_t place);

/// How far the search is, or what came of it; empty: there was none.
std::string search_words(const Importing& importing);

/// Why nothing can be written now, as a sentence; empty: it can.
std::string import_refusal(const State& state);

}  // namespace vitrine
