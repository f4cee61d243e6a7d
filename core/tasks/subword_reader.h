#pragma once
/// Converts texts to a tokenizer's tokens, and counts the bytes without a token.

#include <optional>
#include <string_view>

#include "core/model/configuration.h"
#include "core/tasks/task.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/tokenizer/tokenizer_encoder.h"

namespace vitrine {

/// The special tokens of a model: padding, bos, eos and unknown.
struct SubwordSpecials {
    SpecialTokens tokens{};
    std::int32_t unknown = 3;
};

/// The tokenizer's [PAD], [BOS], [EOS] and [UNK]. Throws Error naming a token that is missing.
SubwordSpecials subword_specials(const Tokenizer& tokenizer);

/// The special tokens of an existing model, whatever their names. If there is no [UNK], eos stands for it, if there is one.
SubwordSpecials subword_specials(const Tokenizer& tokenizer, const Configuration& configuration);

/// Replaces special tokens that occur in a text by the unknown token.
void replace_specials(std::span<std::int32_t> ids, const SubwordSpecials& specials);

/// Converts texts one by one and counts the dropped bytes, which have no token. Not thread-safe. Requires: the tokenizer outlives
/// this.
class SubwordReader {
public:
    /// Keeps special tokens within texts, such as [EOS].
    explicit SubwordReader(const Tokenizer& tokenizer) : tokenizer_(tokenizer), encoder_(tokenizer) {}

    /// Replaces special tokens within texts by [UNK].
    SubwordReader(const Tokenizer& tokenizer, const SubwordSpecials& specials)
        : tokenizer_(tokenizer), encoder_(tokenizer), specials_(specials) {}

    /// The tokens of a text; empty optional if only spaces remain.
    std::optional<Sentence> find(std::string_view text);

    /// The tokens of a text. Throws Error where only spaces remain.
    Sentence ids(std::string_view text);

    std::size_t lost() const { return lost_; }

private:
    const Tokenizer& tokenizer_;
    TextEncoder encoder_;
    std::optional<SubwordSpecials> specials_;
    std::size_t lost_ = 0;
};

/// "3 bytes have no token and are left out"; empty for 0 bytes.
std::string note_of_lost(std::size_t bytes);

}  // namespace vitrine
