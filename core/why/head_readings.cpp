#include "core/why/head_readings.h"

#include <cmath>
#include <span>

#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// The tokens of a sequence, and which of them are padding.
struct Sequence {
    const IndexTensor& tokens;
    std::int32_t pad;

    Size length() const { return tokens.size(1); }
    std::int32_t at(Size sentence, Size position) const { return tokens.at({sentence, position}); }
    bool is_word(Size sentence, Size position) const {
        return position >= 0 && position < length() && at(sentence, position) != pad;
    }
};

Sequence sequence(const Configuration& c, const Activations& run, Side side) {
    return side == Side::source ? Sequence{run.src.tokens, c.pad_src} : Sequence{run.tgt.tokens, c.pad_tgt};
}

/// A query of a sentence.
struct Query {
    Size sentence, position;
};

/// The keys that a kind of reading is about.
std::vector<Size> keys_of(HeadReadingKind kind, const Sequence& words, const Query& query) {
    const auto [sentence, i] = query;
    std::vector<Size> keys;
    switch (kind) {
        case HeadReadingKind::self:
            return {i};
        case HeadReadingKind::previous:
            return i >= 1 ? std::vector{i - 1} : keys;
        case HeadReadingKind::next:
            return words.is_word(sentence, i + 1) ? std::vector{i + 1} : keys;
        case HeadReadingKind::first:
            return i >= 1 ? std::vector{Size{0}} : keys;
        case HeadReadingKind::diagonal:
            return words.is_word(sentence, i) ? std::vector{i} : keys;
        case HeadReadingKind::duplicate:
        case HeadReadingKind::induction:
            for (Size j = 0; j < i; ++j) {
                if (words.at(sentence, j) == words.at(sentence, i)) keys.push_back(kind == HeadReadingKind::duplicate ? j : j + 1);
            }
            return keys;
        case HeadReadingKind::entropy:
            break;
    }
    return keys;
}

std::span<const HeadReadingKind> kinds_of(AttentionKind kind) {
    using enum HeadReadingKind;
    static constexpr std::array within{self, previous, next, first, duplicate, induction, entropy};
    static constexpr std::array across{diagonal, entropy};
    if (kind == AttentionKind::cross) return across;
    return within;
}

double entropy_of(const Tensor& weights, Size head, const Query& query) {
    double entropy = 0;
    for (Size k = 0; k < weights.size(3); ++k) {
        const auto weight = static_cast<double>(weights.at({query.sentence, head, query.position, k}));
        if (weight > 0) entropy -= weight * std::log(weight);
    }
    return entropy;
}

/// What weights that are equal on all allowed keys would give.
double chance_of(HeadReadingKind kind, const MaskTensor& mask, const Query& query, const std::vector<Size>& keys) {
    const auto allows = [&](Size key) { return mask.at({query.sentence, 0, query.position, key}) != 0; };
    Size allowed = 0, among = 0;
    for (Size key = 0; key < mask.size(3); ++key) allowed += allows(key);
    if (allowed == 0) return 0;
    if (kind == HeadReadingKind::entropy) return std::log(static_cast<double>(allowed));
    for (const Size key : keys) among += allows(key);
    return static_cast<double>(among) / static_cast<double>(allowed);
}

MeanReading read(HeadReadingKind kind, const AttentionActivations& attention, const Sequence& asking, const Sequence& answering) {
    const Tensor& weights = attention.weights;
    MeanReading reading{.kind = kind, .heads = std::vector<double>(static_cast<std::size_t>(weights.size(1)))};
    for (Size sentence = 0; sentence < asking.tokens.size(0); ++sentence) {
        for (Size position = 0; position < asking.length(); ++position) {
            if (!asking.is_word(sentence, position)) continue;
            const Query query{sentence, position};
            const std::vector<Size> keys = keys_of(kind, answering, query);
            if (keys.empty() && kind != HeadReadingKind::entropy) continue;
            ++reading.queries;
            reading.chance += chance_of(kind, attention.mask, query, keys);
            for (Size head = 0; head < weights.size(1); ++head) {
                double& sum = reading.heads[static_cast<std::size_t>(head)];
                if (kind == HeadReadingKind::entropy) sum += entropy_of(weights, head, query);
                for (const Size key : keys) sum += static_cast<double>(weights.at({sentence, head, position, key}));
            }
        }
    }
    if (reading.queries == 0) return {kind, 0, 0, {}};
    const auto n = static_cast<double>(reading.queries);
    reading.chance /= n;
    for (double& sum : reading.heads) sum /= n;
    return reading;
}

}  // namespace

std::string_view name(HeadReadingKind kind) {
    constexpr std::string_view names[head_reading_kinds] = {"self",      "previous",  "next",     "first",
                                                            "duplicate", "induction", "diagonal", "entropy"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<AttentionPlace> attentions_of(const Configuration& c) {
    std::vector<AttentionPlace> places;
    for (Size layer = 0; layer < attention_layers(c, AttentionKind::encoder_self); ++layer)
        places.push_back({AttentionKind::encoder_self, layer});
    for (Size layer = 0; layer < attention_layers(c, AttentionKind::decoder_self); ++layer) {
        places.push_back({AttentionKind::decoder_self, layer});
        if (layer < attention_layers(c, AttentionKind::cross)) places.push_back({AttentionKind::cross, layer});
    }
    return places;
}

std::vector<AttentionMeans> read_heads(const Configuration& c, const Activations& run) {
    std::vector<AttentionMeans> all;
    for (const AttentionPlace& place : attentions_of(c)) all.push_back({place, {}});
    share(static_cast<Size>(all.size()), [&](Size i) {
        AttentionMeans& means = all[static_cast<std::size_t>(i)];
        const AttentionKind kind = means.attention.kind;
        const Sequence asking = sequence(c, run, side_of_queries(kind)), answering = sequence(c, run, side_of_keys(kind));
        for (const HeadReadingKind one : kinds_of(kind))
            means.readings.push_back(read(one, attention_of(run, means.attention), asking, answering));
    });
    return all;
}

}  // namespace vitrine
