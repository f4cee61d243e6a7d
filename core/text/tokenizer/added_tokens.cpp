#include "core/text/tokenizer/added_tokens.h"

#include <algorithm>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Where the character before a position begins. Requires: place > 0.
std::size_t before(std::string_view text, std::size_t place) {
    do --place;
    while (place > 0 && continues_character(text[place]));
    return place;
}

bool is_at(std::string_view text, std::size_t place, bool (*is_one)(char32_t)) {
    if (place >= text.size()) return false;
    const Utf8Step step = utf8_step(text, place);
    return step.valid && is_one(step.character);
}

bool stands_alone(std::string_view text, const TextSpan& span) {
    const bool follows_word = span.start > 0 && is_at(text, before(text, span.start), is_word_character);
    return !follows_word && !is_at(text, span.end, is_word_character);
}

/// Where the white space before a position begins, but at least `least`.
std::size_t with_space_before(std::string_view text, std::size_t place, std::size_t least) {
    while (place > least && is_at(text, before(text, place), is_white_space)) place = before(text, place);
    return std::max(place, least);
}

std::size_t with_space_behind(std::string_view text, std::size_t place) {
    while (is_at(text, place, is_white_space)) place += utf8_step(text, place).length;
    return place;
}

}  // namespace

AddedTokenFinder::AddedTokenFinder(const std::vector<AddedToken>& tokens, bool normalized, const Normaliser& normaliser) {
    for (const AddedToken& token : tokens) {
        if (token.normalized != normalized) continue;
        std::string text = token.content;
        if (normalized) normaliser.apply(text);
        if (!text.empty()) wanted_.push_back({std::move(text), token.id, token.single_word, token.lstrip, token.rstrip});
    }
    const auto first = [](const Wanted& one) { return static_cast<unsigned char>(one.text.front()); };
    std::stable_sort(wanted_.begin(), wanted_.end(), [&](const Wanted& a, const Wanted& b) {
        return first(a) != first(b) ? first(a) < first(b) : a.text.size() > b.text.size();
    });
    for (std::size_t i = wanted_.size(); i-- > 0;) {
        auto& [begin, end] = of_bytes_[first(wanted_[i])];
        if (end == 0) end = i + 1;
        begin = i;
    }
}

const AddedTokenFinder::Wanted* AddedTokenFinder::find(std::string_view text, std::size_t from, std::size_t& at) const {
    for (at = from; at < text.size(); ++at) {
        const auto [begin, end] = of_bytes_[static_cast<unsigned char>(text[at])];
        for (std::size_t i = begin; i < end; ++i) {
            if (text.substr(at).starts_with(wanted_[i].text)) return &wanted_[i];
        }
    }
    return nullptr;
}

std::vector<AddedTokenFinder::Found> AddedTokenFinder::find_all(std::string_view text) const {
    std::vector<Found> all;
    if (wanted_.empty()) return all;
    std::size_t done = 0;  // the end of the last token's span
    std::size_t at = 0;
    for (std::size_t from = 0; const Wanted* one = find(text, from, at);) {
        TextSpan span{at, at + one->text.size()};
        from = span.end;
        if (one->single_word && !stands_alone(text, span)) continue;
        if (one->lstrip) span.start = with_space_before(text, span.start, done);
        if (one->rstrip) span.end = with_space_behind(text, span.end);
        // A token whose text was partly taken by the one before still counts, unless nothing is left of it, as in `tokenizers`.
        if (span.end > span.start) all.push_back({span, one->id});
        done = span.end;
    }
    return all;
}

}  // namespace vitrine
