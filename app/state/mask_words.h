#pragma once
/// Why a mask hides a word from another, or does not, in words.

#include <string>
#include <vector>

#include "app/state/run.h"
#include "core/trace/attention_place.h"

namespace vitrine {

/// A word in quotes; brief: of a very long one the beginning and the end, for titles.
std::string quoted(const std::string& word);
std::string briefly_quoted(const std::string& word);

/// One place of a mask: a query that asks, a key that would answer.
struct MaskCell {
    AttentionPlace place;
    Size sentence = 0, query = 0, key = 0;
};

/// What the run has recorded: whether the query may see the key.
bool may_see(const Run& run, const MaskCell& cell);

/// The words of both.
std::string asking_word(const Run& run, const MaskCell& cell);
std::string answering_word(const Run& run, const MaskCell& cell);

/// Everything that hides the key, each in a clause, "“un” comes after “Je” (position 3 > 1)", with the mask that does it: "causal
/// mask". Empty where no rule hides it.
struct HiddenReason {
    std::string clause, mask;
};
std::vector<HiddenReason> hidden_reasons(const Run& run, const MaskCell& cell);

/// All clauses in one line.
std::string hidden_text(const Run& run, const MaskCell& cell);

/// The lines of a note: who may see whom or may not, and why.
std::vector<std::string> mask_note(const Run& run, const MaskCell& cell);

}  // namespace vitrine
