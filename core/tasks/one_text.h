#pragma once
/// Tasks for a model of one stack: source and target in one text.

#include "core/tasks/task.h"

namespace vitrine {

/// The words that a text of both sentences contains besides theirs: one between them, and one in place of hidden words.
inline constexpr const char *separator_word = "<sep>", *mask_word = "<mask>";

/// Rewrites a task of sentence pairs for models of this architecture; for the encoder-decoder it stays the same. Both sentences
/// become one text in a common vocabulary: `<s> source <sep> target </s>`.
///
/// - A decoder alone reads the text from left to right and learns the next word (Radford et al. 2018), but only words of the
///   target: nothing could tell it the words of the source.
/// - An encoder alone reads the whole text with some words of the target replaced by `<mask>`, and learns these (Devlin et al.
///   2019, section 3.1: 15 of 100, drawn anew each time; here always at least one).
///
/// Held-out pairs stay the same, alignments are lost. Throws Error if a sentence already contains the word <sep> or <mask>.
/// Requires: the task is in words or characters, and the architecture is a Transformer's.
Task in_one_text(Task task, Architecture architecture);

}  // namespace vitrine
