#pragma once
/// Learning a byte-level BPE from a corpus: the pair of neighbours that is there most often becomes a token, again and again
/// (Sennrich, Haddow and Birch 2016, algorithm 1). The merges are those of Hugging Face's `tokenizers`.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace vitrine {

struct BpeTrainingOptions {
    std::size_t vocabulary_size = 0;   ///< how many tokens there are to be; fewer where the corpus has no more pairs
    std::vector<std::string> special;  ///< the first tokens, in their order
    TextRules rules;
};

/// How far it has come: bytes of the corpus while it is read, then merges.
struct BpeTrainingProgress {
    enum class Stage { reading, merging } stage = Stage::reading;
    std::size_t done = 0, of = 0;
};

/// Is told from time to time, on the thread that trains; the answer false stops it.
using BpeTrainingWatch = std::function<bool(const BpeTrainingProgress&)>;

/// Every line of the corpus is a text, without the newline (or carriage return and newline). The first tokens are the special
/// ones, then the bytes of the corpus, then what merges make; of pairs that are there equally often the one with the smaller ids is
/// merged. Special tokens are not looked for in the corpus. None where the watch stopped it. Throws Error where there is nothing to
/// learn from, where the vocabulary is too small for what it has to hold, or a special token is empty or there twice.
std::optional<Tokenizer> train_tokenizer(std::string_view corpus, const BpeTrainingOptions& options,
                                         const BpeTrainingWatch& watch = {});

}  // namespace vitrine
