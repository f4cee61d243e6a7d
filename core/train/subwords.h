#pragma once
/// Learning in pieces of words: both languages in the tokens of one tokenizer.

#include <memory>
#include <string>

#include "core/text/tokenizer.h"
#include "core/train/task.h"

namespace vitrine {

/// The tokens a model needs beside those of a text: a tokenizer's [PAD], [BOS], [EOS] and [UNK].
struct SubwordSpecials {
    SpecialTokens tokens{};
    std::int32_t unknown = 3;
};

/// Throws Error naming the one that is missing.
SubwordSpecials subword_specials(const Tokenizer& tokenizer);

/// A tokenizer of so many tokens, or fewer where there are no more pairs to merge, that begins with these four. Throws Error where
/// the corpus has no letters, or more bytes than there are to be tokens.
Tokenizer learned_tokenizer(const std::string& corpus, std::size_t vocabulary_size);

/// A text in tokens. Bytes without a token are left out, and a text of which nothing remains is [UNK]; so is a token of the four
/// that stands in the text itself: only those around a sentence are meant.
Sentence subwords_of(std::string_view text, const Tokenizer& tokenizer, const SubwordSpecials& specials);

/// A pair of texts, the source between its beginning and end.
Example subword_example(std::string_view source, std::string_view target, const Tokenizer& tokenizer,
                        const SubwordSpecials& specials);

/// What a tokenizer learns from: both sides of every pair that is trained on, a text each line; of an endless task of 20 000 pairs.
std::string training_text(const Task& task);
std::string training_text(const ParallelText& text);

/// A task of words on board as one of subwords, its sentences being their words with spaces between them. The same pairs are held
/// out; which words mean the same is no longer known.
Task in_subwords(const Task& words, const std::shared_ptr<const Tokenizer>& tokenizer);

/// The same of lines: what is held out is what would be of words.
Task parallel_text_task(const ParallelText& text, const Tokenizer& tokenizer);

}  // namespace vitrine
