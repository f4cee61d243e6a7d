#pragma once
/// Learning in pieces of words: both languages in the tokens of one tokenizer.

#include <memory>
#include <string>

#include "core/tasks/subword_reader.h"
#include "core/tasks/task.h"
#include "core/text/tokenizer.h"

namespace vitrine {

/// A tokenizer of so many tokens, or fewer where there are no more pairs to merge, that begins with [PAD], [BOS], [EOS] and [UNK].
/// Throws Error where the corpus has no letters, or more bytes than there are to be tokens.
Tokenizer learned_tokenizer(const std::string& corpus, std::size_t vocabulary_size);

/// A pair in tokens, the source between its beginning and end.
Example subword_example(Sentence source, Sentence target, const SubwordSpecials& specials);

/// What a tokenizer learns from: both sides of every pair that is trained on, a text each line; of an endless task of 20 000 pairs.
std::string training_text(const Task& task);
std::string training_text(const ParallelText& text);

/// A task of words on board as one of subwords, its sentences being their words with spaces between them; one of which nothing
/// remains is [UNK]. The same pairs are held out; which words mean the same is no longer known. An endless task draws no pair that
/// is longer than all of those training_text() has.
Task in_subwords(const Task& words, const std::shared_ptr<const Tokenizer>& tokenizer, const SubwordSpecials& specials);

/// The same of lines: what is held out is what would be of words. Throws Error naming the line of which nothing remains.
Task parallel_text_task(const ParallelText& text, const Tokenizer& tokenizer, const SubwordSpecials& specials);

}  // namespace vitrine
