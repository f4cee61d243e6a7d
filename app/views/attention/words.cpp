/// What the attention view says in words.

#include <cmath>

#include <fmt/format.h>

#include "app/views/attention/parts.h"

namespace vitrine {

std::string attention_title(const AttentionScene& scene) {
    const AttentionKind kind = scene.place.kind;
    return fmt::format("{} layer {}, {}, head {}", kind == AttentionKind::encoder_self ? "Encoder" : "Decoder",
                       scene.place.layer + 1, kind == AttentionKind::cross ? "cross-attention" : "self-attention",
                       scene.head.head + 1);
}

std::string attention_sides(AttentionKind kind) {
    return fmt::format("{} words ask, {} words answer", name(side_of_queries(kind)), name(side_of_keys(kind)));
}

std::string pattern_word(AttentionPattern pattern) {
    static constexpr const char* words[] = {"diagonal",   "previous token", "next token", "first token",
                                            "last token", "alignment",      "uniform"};
    return words[static_cast<std::size_t>(pattern)];
}

std::string pattern_text(AttentionPattern pattern) {
    static constexpr const char* texts[] = {
        "mean weight on the word in the same place",
        "mean weight on the word one place before",
        "mean weight on the word one place after",
        "mean weight on the first word",
        "mean weight on the last word that may be seen",
        "mean weight along the heaviest path forward through both sentences, no word used twice",
        "evenness: the entropy of a word's weights over the highest it could have, on average",
    };
    return texts[static_cast<std::size_t>(pattern)];
}

std::string kind_text(const HeadReading& reading) {
    if (reading.has_nan) return "Weights of this head are NaN, not a number: nothing can be said of it.";
    if (!reading.of(AttentionPattern::uniform)) return "No word has a choice: each may see at most one.";
    if (!reading.kind) return "No clear kind: it is nearer to uniform weights than to any pattern, yet not uniform.";
    static constexpr const char* texts[] = {
        "Diagonal: a word looks at the word in its own place.",
        "Previous token: a word looks at the one before it.",
        "Next token: a word looks at the one after it.",
        "First token: all words look at the first.",
        "Last token: all words look at the last.",
        "Alignment: word after word, it goes forward in both sentences.",
        "Uniform: a word looks at all words almost alike.",
    };
    return texts[static_cast<std::size_t>(*reading.kind)];
}

std::string change_words(const std::string& a, const std::string& b) { return a == b ? a : a + " → " + b; }

std::string short_evenness(const HeadReading* reading) {
    return reading && reading->evenness() ? fmt::format("{:.2f}", *reading->evenness()) : "–";
}

std::string short_kind(const HeadReading* reading) {
    if (!reading || !reading->of(AttentionPattern::uniform)) return "–";
    return reading->kind ? pattern_word(*reading->kind) : no_clear_kind;
}

std::string evenness_text(double evenness) { return fmt::format("evenness {:.2f}", evenness); }

std::string evenness_meaning() { return "1 would be the same share for every word it may look at, 0 all for one"; }

std::string entropy_text(const RowEntropy& row) {
    if (std::isnan(row.entropy)) return "NaN";
    return fmt::format("{:.2f} of at most {:.2f}", row.entropy, row.highest);
}

}  // namespace vitrine
