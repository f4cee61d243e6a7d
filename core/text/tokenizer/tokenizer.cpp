#include "core/text/tokenizer/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/byte_alphabet.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/tokenizer_encoder.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Larger gaps between ids are likely mistakes, and would cost memory.
constexpr std::size_t largest_gap = 1 << 20;

}  // namespace

TokenizerParts byte_level_parts(BpeModel model, std::vector<AddedToken> added, const TextRules& rules) {
    TokenizerParts parts{.model = std::move(model), .added = std::move(added)};
    if (rules.nfkc) parts.normaliser.steps.emplace_back(normaliser::Nfkc());
    parts.pre_tokenizer.steps.emplace_back(pretokenizer::ByteLevel{.add_prefix_space = rules.leading_space});
    parts.decoder.steps.emplace_back(decoder::ByteLevel{.add_prefix_space = rules.leading_space});
    return parts;
}

Tokenizer::Tokenizer(TokenizerParts parts) : parts_(std::move(parts)), tokens_(vocabulary_of(parts_.model).words()) {
    const std::size_t of_model = tokens_.size();
    std::unordered_set<std::string_view> met;
    std::size_t size = 0, normalised = 0;  // of all added tokens
    for (const AddedToken& token : parts_.added) size += token.content.size();
    for (const AddedToken& token : parts_.added) {
        if (token.content.empty()) throw Error("an added token is empty");
        if (!met.insert(token.content).second) throw Error("the added token " + in_quotes(token.content) + " is there twice");
        add(token, of_model);
        TextGrowth(size).require(normalised += spelling(token.id).size());
    }
}

void Tokenizer::add(const AddedToken& token, std::size_t of_model) {
    const auto id = static_cast<std::size_t>(token.id);
    const std::string name = "the added token " + in_quotes(token.content) + " has the id " + std::to_string(token.id);
    const auto in_model = vocabulary_of(parts_.model).id(token.content);
    if (in_model && *in_model != token.id) throw Error(name + ", in the vocabulary it is " + std::to_string(*in_model));
    if (!in_model && (token.id < 0 || (id < of_model && !tokens_[id].empty()))) throw Error(name + ", which is another token's");
    if (id >= tokens_.size() + largest_gap) throw Error(name + ", far too large");
    if (id >= tokens_.size()) tokens_.resize(id + 1);
    if (!in_model && !tokens_[id].empty()) {
        throw Error("the added token " + in_quotes(token.content) + " has the same id as " + in_quotes(tokens_[id]));
    }
    tokens_[id] = token.content;
    if (token.special) special_.insert(token.content);
    if (!token.normalized) return;
    std::string normalised = token.content;
    parts_.normaliser.apply(normalised);
    if (normalised != token.content) normalised_.emplace(token.id, std::move(normalised));
}

std::optional<TextRules> Tokenizer::rules() const {
    const auto* model = std::get_if<BpeModel>(&parts_.model);
    const auto& words = parts_.pre_tokenizer.steps;
    const auto* cutting = words.size() == 1 ? std::get_if<pretokenizer::ByteLevel>(&words.front()) : nullptr;
    if (!model || !(model->options() == BpeOptions()) || !cutting || !cutting->use_regex) return std::nullopt;
    const TextRules rules{.nfkc = !parts_.normaliser.steps.empty(), .leading_space = cutting->add_prefix_space};
    if (rules.nfkc && !(parts_.normaliser == Normaliser{{normaliser::Nfkc()}})) return std::nullopt;
    const auto has_flags = [](const AddedToken& token) { return token.single_word || token.lstrip || token.rstrip; };
    if (std::any_of(added().begin(), added().end(), has_flags)) return std::nullopt;
    return rules;
}

const BpeModel& Tokenizer::bpe() const {
    if (const auto* model = std::get_if<BpeModel>(&parts_.model)) return *model;
    throw Error("the tokenizer is not one of byte-pair encoding");
}

bool Tokenizer::is_token(std::int32_t id) const {
    return id >= 0 && static_cast<std::size_t>(id) < tokens_.size() && !tokens_[static_cast<std::size_t>(id)].empty();
}

const std::string& Tokenizer::token(std::int32_t id) const {
    if (!is_token(id)) throw Error("there is no token " + std::to_string(id));
    return tokens_[static_cast<std::size_t>(id)];
}

std::optional<std::int32_t> Tokenizer::id(std::string_view token) const {
    for (const AddedToken& one : added()) {
        if (one.content == token) return one.id;
    }
    return vocabulary_of(parts_.model).id(token);
}

Vocabulary Tokenizer::vocabulary() const {
    const bool of_bytes = parts_.decoder.is_of_bytes();
    std::vector<std::string> words;
    std::unordered_set<std::string_view> met;  // refers to words, which stay in their place
    words.reserve(tokens_.size()), met.reserve(tokens_.size());
    for (const std::string& token : tokens_) {
        std::string word = token.empty() ? std::to_string(words.size())
                           : of_bytes    ? visible_bytes(bytes_spelled(token).value_or(token))
                                         : visible_bytes(token);
        words.push_back(std::move(word));
        if (!met.insert(words.back()).second) words.back() = token;
    }
    return Vocabulary(std::move(words));
}

EncodedText Tokenizer::encode(std::string_view text) const { return TextEncoder(*this).encode(text); }

std::vector<std::int32_t> Tokenizer::with_special(std::vector<std::int32_t> ids) const {
    parts_.post_processor.apply(ids);
    return ids;
}

const std::string& Tokenizer::spelling(std::int32_t id) const {
    const auto found = normalised_.find(id);
    return found == normalised_.end() ? token(id) : found->second;
}

std::string Tokenizer::bytes(const std::vector<std::int32_t>& ids) const {
    std::vector<std::string> tokens;
    for (const std::int32_t id : ids) tokens.push_back(spelling(id));
    return parts_.decoder.decoded(std::move(tokens));
}

std::string Tokenizer::decoded(const std::vector<std::int32_t>& ids) const { return with_replacements(bytes(ids)); }

std::string Tokenizer::shown(const std::vector<std::int32_t>& ids) const { return with_bytes_named(bytes(ids)); }

std::vector<std::int32_t> Tokenizer::without_special(const std::vector<std::int32_t>& ids) const {
    std::vector<std::int32_t> others;
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(others),
                 [&](std::int32_t id) { return !is_token(id) || !special_.contains(spelling(id)); });
    return others;
}

std::string Tokenizer::text(const std::vector<std::int32_t>& ids, StrayBytes stray) const {
    std::vector<std::string> tokens;
    for (const std::int32_t id : ids) tokens.push_back(is_token(id) ? spelling(id) : std::to_string(id));
    const std::string bytes = parts_.decoder.decoded(std::move(tokens));
    std::string text = stray == StrayBytes::named ? with_bytes_named(bytes) : with_replacements(bytes);
    const auto& words = parts_.pre_tokenizer.steps;
    const auto* cutting = words.empty() ? nullptr : std::get_if<pretokenizer::ByteLevel>(&words.back());
    if (cutting && cutting->add_prefix_space && text.starts_with(' ')) text.erase(0, 1);
    return text;
}

}  // namespace vitrine
