#pragma once
/// Tasks for a model of one stack: source and target in one text.

#include "core/tasks/task.h"

namespace vitrine {

/// The words that a text of both sentences has besides theirs: between them, and in place of a hidden one.
inline constexpr const char *separator_word = "<sep>", *mask_word = "<mask>";

/// Rewrites a task of sentence pairs for models of this architecture; for the encoder-decoder it stays as it is. Both sentences
/// become one text in the words of both vocabularies: `<s> source <sep> target </s>`.
///
/// - A decoder alone reads the text from left to right and learns the next word (Radford et al. 2018), wherever that is one of the
///   target: nothing tells it the words of the source.
/// - An encoder alone reads the whole text with some words of the target hidden behind `<mask>`, and learns these (Devlin et al.
///   2019, section 3.1: 15 of 100, drawn anew each time; here always at least one).
///
/// Held-out pairs stay the same, alignments are lost. Throws Error where a sentence has the word <sep> or <mask> already.
/// Requires: the task is in words or characters, and the architecture is a Transformer's.
Task in_one_text(Task task, Architecture architecture);

}  // namespace vitrine
