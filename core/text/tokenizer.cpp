#include "core/text/tokenizer.h"

#include <unordered_set>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/byte_alphabet.h"
#include "core/text/tokenizer_encoder.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Larger gaps between ids are likely mistakes, and would cost memory.
constexpr std::size_t largest_gap = 1 << 20;

/// The bytes of a token; a token that is not in the byte alphabet stands for itself.
std::string bytes_of(const std::string& token) { return bytes_spelled(token).value_or(token); }

}  // namespace

Tokenizer::Tokenizer(BpeModel model, std::vector<AddedToken> added, TextRules rules)
    : model_(std::move(model)), added_(std::move(added)), rules_(rules), tokens_(model_.vocabulary().words()) {
    const std::size_t of_model = tokens_.size();
    std::unordered_set<std::string_view> met;
    for (const AddedToken& token : added_) {
        const auto id = static_cast<std::size_t>(token.id);
        const std::string name = "the added token '" + token.content + "'";
        if (token.content.empty()) throw Error("an added token is empty");
        if (!met.insert(token.content).second) throw Error(name + " is there twice");
        const auto in_model = model_.vocabulary().id(token.content);
        if (in_model ? *in_model != token.id : token.id < 0 || id < of_model) {
            throw Error(name + " has the id " + std::to_string(token.id) +
                        (in_model ? ", in the vocabulary it is " + std::to_string(*in_model) : ", which is another token's"));
        }
        if (id >= tokens_.size() + largest_gap) throw Error(name + " has the id " + std::to_string(token.id) + ", far too large");
        if (id >= tokens_.size()) tokens_.resize(id + 1);
        if (!in_model && !tokens_[id].empty()) throw Error(name + " has the same id as '" + tokens_[id] + "'");
        tokens_[id] = token.content;
    }
}

bool Tokenizer::is_token(std::int32_t id) const {
    return id >= 0 && static_cast<std::size_t>(id) < tokens_.size() && !tokens_[static_cast<std::size_t>(id)].empty();
}

const std::string& Tokenizer::token(std::int32_t id) const {
    if (!is_token(id)) throw Error("there is no token " + std::to_string(id));
    return tokens_[static_cast<std::size_t>(id)];
}

Vocabulary Tokenizer::vocabulary() const {
    std::vector<std::string> words;
    std::unordered_set<std::string> met;
    for (const std::string& token : tokens_) {
        std::string word = token.empty() ? std::to_string(words.size()) : visible_bytes(bytes_of(token));
        words.push_back(met.insert(word).second ? std::move(word) : token);
    }
    return Vocabulary(std::move(words));
}

EncodedText Tokenizer::encode(std::string_view text) const { return TextEncoder(*this).encode(text); }

std::string Tokenizer::bytes(const std::vector<std::int32_t>& ids) const {
    std::string bytes;
    for (const std::int32_t id : ids) bytes += bytes_of(token(id));
    return bytes;
}

std::string Tokenizer::decoded(const std::vector<std::int32_t>& ids) const { return with_replacements(bytes(ids)); }

std::string Tokenizer::shown(const std::vector<std::int32_t>& ids) const { return with_bytes_named(bytes(ids)); }

std::string Tokenizer::text(const std::vector<std::int32_t>& ids, StrayBytes stray) const {
    std::string bytes;
    for (const std::int32_t id : ids) bytes += bytes_of(is_token(id) ? token(id) : std::to_string(id));
    std::string text = stray == StrayBytes::named ? with_bytes_named(bytes) : with_replacements(bytes);
    if (rules_.leading_space && text.starts_with(' ')) text.erase(0, 1);
    return text;
}

}  // namespace vitrine
