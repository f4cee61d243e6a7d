#pragma once
/// The current step as plain text, in lines that a screen reader or a braille terminal reads one by one: what it does, what it
/// reads and makes, the numbers of the sentence and head that are shown with their words, the selected number taken apart.

#include <string>

#include "app/state/state.h"

namespace vitrine {

/// No line is longer, unless a single word is.
constexpr std::size_t transcript_columns = 80;

/// Rows and columns beyond these are only counted.
constexpr Size most_transcript_rows = 64, most_transcript_columns = 64;

/// Empty where nothing is open.
std::string transcript(const State& state);

struct CopyTranscript {};  ///< of the current step; it becomes State::copied
void do_command(State& state, const CopyTranscript& command);

}  // namespace vitrine
