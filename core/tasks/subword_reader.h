#pragma once
/// Texts to the tokens of a model's tokenizer, and what of them has none.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/configuration.h"
#include "core/model/sentence.h"
#include "core/tasks/task.h"
#include "core/text/tokenizer_encoder.h"

namespace vitrine {

/// The tokens a model needs beside those of a text: padding, those around a sentence, and the one for what is none.
struct SubwordSpecials {
    SpecialTokens tokens{};
    std::int32_t unknown = 3;
};

/// A tokenizer's [PAD], [BOS], [EOS] and [UNK]. Throws Error naming the one that is missing.
SubwordSpecials subword_specials(const Tokenizer& tokenizer);

/// Those of a model that is there, whatever its tokenizer calls them; eos stands in where there is no [UNK].
SubwordSpecials subword_specials(const Tokenizer& tokenizer, const Configuration& configuration);

/// Makes tokens that are none of a text's own the unknown one.
void replace_specials(std::span<std::int32_t> ids, const SubwordSpecials& specials);

/// Cuts texts, one after the other, and counts the bytes that have no token: they are left out. Serves one thread. The tokenizer
/// must outlive it.
class SubwordReader {
public:
    /// An [EOS] that stands in a text is meant.
    explicit SubwordReader(const Tokenizer& tokenizer) : tokenizer_(tokenizer), encoder_(tokenizer) {}

    /// An [EOS] that stands in a text, or another of these tokens, is [UNK]: only those put around a sentence are meant.
    SubwordReader(const Tokenizer& tokenizer, const SubwordSpecials& specials)
        : tokenizer_(tokenizer), encoder_(tokenizer), specials_(specials) {}

    /// Nothing where nothing remains but spaces.
    std::optional<Sentence> find(std::string_view text);

    /// Throws Error where nothing remains but spaces.
    Sentence ids(std::string_view text);

    std::size_t lost() const { return lost_; }

private:
    const Tokenizer& tokenizer_;
    TextEncoder encoder_;
    std::optional<SubwordSpecials> specials_;
    std::size_t lost_ = 0;
};

/// "3 bytes have no token and are left out"; empty where none was.
std::string note_of_lost(std::size_t bytes);

}  // namespace vitrine
