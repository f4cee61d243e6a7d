#pragma once
/// The current step as plain text for screen readers and braille terminals: what the step does, reads and makes, the numbers of
/// the shown sentence and head with their words, and the explanation of the selected number.

#include <string>

#include "app/state/state.h"

namespace vitrine {

/// The longest line, unless a single word is longer.
constexpr std::size_t transcript_columns = 80;

/// Rows and columns beyond these are only counted.
constexpr Size most_transcript_rows = 64, most_transcript_columns = 64;

/// Empty if no model is open.
std::string transcript(const State& state);

struct CopyTranscript {};  ///< copies the transcript of the current step
void do_command(State& state, const CopyTranscript& command);

}  // namespace vitrine
