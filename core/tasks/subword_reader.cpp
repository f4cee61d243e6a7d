#include "core/tasks/subword_reader.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::optional<std::int32_t> find_special(const Tokenizer& tokenizer, const char* content) {
    const auto found = std::ranges::find(tokenizer.added(), content, &AddedToken::content);
    if (found == tokenizer.added().end()) return std::nullopt;
    return found->id;
}

std::int32_t special(const Tokenizer& tokenizer, const char* content) {
    if (const auto id = find_special(tokenizer, content)) return *id;
    throw Error(std::string("the tokenizer has no special token ") + content + "; a model needs [PAD], [BOS], [EOS] and [UNK]");
}

}  // namespace

SubwordSpecials subword_specials(const Tokenizer& tokenizer) {
    const std::int32_t padding = special(tokenizer, "[PAD]");
    return {{padding, padding, special(tokenizer, "[BOS]"), special(tokenizer, "[EOS]")}, special(tokenizer, "[UNK]")};
}

SubwordSpecials subword_specials(const Tokenizer& tokenizer, const Configuration& c) {
    return {{c.pad_src, c.pad_tgt, c.bos, c.eos}, find_special(tokenizer, "[UNK]").value_or(c.eos)};
}

void replace_specials(std::span<std::int32_t> ids, const SubwordSpecials& specials) {
    const SpecialTokens& tokens = specials.tokens;
    if (specials.unknown == no_token) return;
    for (const std::int32_t id : {tokens.pad_source, tokens.pad_target, tokens.bos, tokens.eos}) {
        std::ranges::replace(ids, id, specials.unknown);
    }
}

std::optional<Sentence> SubwordReader::find(std::string_view text) {
    EncodedText encoded = encoder_.encode(text);
    lost_ += encoded.lost;
    if (encoded.lost > 0 && tokenizer_.bytes(encoded.ids).find_first_not_of(" \t\r\n") == std::string::npos) return std::nullopt;
    if (encoded.ids.empty()) return std::nullopt;
    if (specials_) replace_specials(encoded.ids, *specials_);
    return std::move(encoded.ids);
}

Sentence SubwordReader::ids(std::string_view text) {
    if (auto sentence = find(text)) return *std::move(sentence);
    throw Error("nothing of " + in_quotes(text) + " has a token");
}

std::string note_of_lost(std::size_t bytes) {
    if (bytes == 0) return "";
    return bytes == 1 ? "1 byte has no token and is dropped" : std::to_string(bytes) + " bytes have no token and are dropped";
}

}  // namespace vitrine
