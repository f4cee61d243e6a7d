#pragma once
/// Tasks in subwords: both languages use the tokens of one tokenizer.

#include <memory>

#include "core/tasks/subword_reader.h"
#include "core/text/tokenizer/bpe_training.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Trains a tokenizer with `vocabulary_size` tokens, or fewer if no pairs are left to merge. The first tokens are [PAD], [BOS],
/// [EOS] and [UNK]. Throws Error if the corpus is empty, or has more different bytes than fit in the vocabulary.
Tokenizer learned_tokenizer(const std::string& corpus, std::size_t vocabulary_size);

/// The options for that.
BpeTrainingOptions subword_training(std::size_t vocabulary_size);

/// An example of two sentences; adds bos and eos to the source.
Example subword_example(Sentence source, Sentence target, const SubwordSpecials& specials);

/// The corpus for a tokenizer: both sides of every training pair, one text per line. For an endless task, 20 000 drawn pairs.
std::string training_text(const Task& task);
std::string training_text(const ParallelText& text);

/// Converts a task of words to subwords. Its sentences become texts with spaces between words; a sentence without any token
/// becomes [UNK]. Held-out pairs stay the same, alignments are lost. An endless task draws no pair that is longer than the
/// longest in training_text() and among the held-out pairs.
Task in_subwords(const Task& words, const std::shared_ptr<const Tokenizer>& tokenizer, const SubwordSpecials& specials);

/// A task of parallel text in subwords, with the same held-out lines as in words. Throws Error naming a line without any token.
Task parallel_text_task(const ParallelText& text, const Tokenizer& tokenizer, const SubwordSpecials& specials);

}  // namespace vitrine
