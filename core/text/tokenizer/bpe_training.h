#pragma once
/// Trains a byte-level BPE: repeatedly, the most frequent pair of adjacent tokens becomes a new token (Sennrich, Haddow and Birch
/// 2016, algorithm 1). Gives the merges of Hugging Face's `tokenizers`.

#include <cstddef>
#include <functional>
#include <optional>

#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

struct BpeTrainingOptions {
    std::size_t vocabulary_size = 0;   ///< desired number of tokens; fewer if the corpus has no more pairs
    std::vector<std::string> special;  ///< special tokens, which come first, in order
    TextRules rules;
};

/// Progress: bytes of the corpus while reading, then merges.
struct BpeTrainingProgress {
    enum class Stage { reading, merging } stage = Stage::reading;
    std::size_t done = 0, of = 0;
};

/// Called from time to time on the training thread. Returns false to stop.
using BpeTrainingWatch = std::function<bool(const BpeTrainingProgress&)>;

/// Trains a tokenizer; each line of the corpus is one text, without its line ending. The vocabulary starts with the special tokens
/// and the bytes of the corpus; then come the results of merges. Of equally frequent pairs, the one with the smaller ids is merged.
/// Special tokens are not searched for in the corpus. Empty if the watch stopped it. Throws Error where the corpus is empty, the
/// vocabulary is too small for the special tokens and bytes, or a special token is empty, not UTF-8 or a duplicate.
std::optional<Tokenizer> train_tokenizer(std::string_view corpus, const BpeTrainingOptions& options,
                                         const BpeTrainingWatch& watch = {});

/// Receives the texts of a corpus one by one.
using BpeLineSink = std::function<void(std::string_view)>;

/// The same for a corpus that is not in memory: `visit` calls the sink it is given with every text.
Tokenizer train_tokenizer_on_lines(const std::function<void(const BpeLineSink&)>& visit, const BpeTrainingOptions& options);

}  // namespace vitrine
