#include "core/decode/options.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The maximum length: the number of learned positions, otherwise unlimited.
Size room(const Configuration& c) {
    return c.positions == PositionKind::learned ? c.max_positions : std::numeric_limits<Size>::max();
}

void check(const SamplingOptions& sampling) {
    if (!(sampling.temperature >= 0) || std::isinf(sampling.temperature))
        throw Error(fmt::format("temperature: {} is not a number of at least 0", sampling.temperature));
    if (sampling.top_k < 0) throw Error(fmt::format("top_k: {} is below 0 (0 keeps all tokens)", sampling.top_k));
    if (!(sampling.top_p > 0 && sampling.top_p <= 1))
        throw Error(fmt::format("top_p: {} is not above 0 and at most 1", sampling.top_p));
}

void check_counts(const DecodeOptions& options, const Configuration& c) {
    if (options.max_new_tokens < 0) throw Error(fmt::format("max_new_tokens: {} is below 0", options.max_new_tokens));
    if (options.max_new_tokens > room(c)) {
        throw Error(fmt::format("max_new_tokens: {}, but the model has learned positions for only {} tokens",
                                options.max_new_tokens, room(c)));
    }
    if (options.beams < 1) throw Error(fmt::format("beams: {}, but a search needs at least 1", options.beams));
    if (options.beams > most_sentences)
        throw Error(fmt::format("beams: {}, but a search has at most {}", options.beams, most_sentences));
    if (options.n_best > most_sentences)
        throw Error(fmt::format("n_best: {}, but it is at most {}", options.n_best, most_sentences));
    if (options.n_best < 1) throw Error(fmt::format("n_best: {}, but it is at least 1", options.n_best));
    if (options.strategy == Strategy::greedy && options.n_best > 1)
        throw Error(fmt::format("n_best: {}, but greedy decoding makes one sentence", options.n_best));
    if (options.strategy == Strategy::beam && options.n_best > options.beams)
        throw Error(fmt::format("n_best: {}, but the search has only {} beams", options.n_best, options.beams));
}

}  // namespace

std::int32_t first_token(const DecodeOptions& options, const Configuration& c) {
    if (options.first != no_token) return options.first;
    return options.rules.first != no_token ? options.rules.first : c.bos;
}

void check(const DecodeOptions& options, const Configuration& c) {
    check(options.sampling);
    check_counts(options, c);
    if (!std::isfinite(options.length_penalty)) throw Error("length_penalty: it is not a number");
    const std::int32_t first = first_token(options, c);
    if (first == no_token && !c.has_encoder()) return;  // a decoder alone goes on with its prompt
    if (first == no_token)
        throw Error("the model has no beginning token ('bos' is null): the first token of a sentence has to be given");
    if (first < 0 || first >= c.tgt_vocab_size)
        throw Error(fmt::format("first: {} is not in the target vocabulary of {} tokens", first, c.tgt_vocab_size));
    for (const std::int32_t token : options.forced) {
        if (token < 0 || token >= c.tgt_vocab_size)
            throw Error(fmt::format("forced: {} is not in the target vocabulary of {} tokens", token, c.tgt_vocab_size));
    }
}

Size most_new_tokens(const DecodeOptions& options, const Configuration& c, Size source_length) {
    constexpr Size beyond_source = 50;
    if (options.max_new_tokens > 0) return options.max_new_tokens;
    if (c.has_encoder()) return std::min(source_length + beyond_source, room(c));
    return std::min(beyond_source, room(c) - source_length + 1);  // the last token needs no position, since it is not read
}

double length_penalty(Size length, double alpha) { return std::pow((5 + static_cast<double>(length)) / 6, alpha); }

}  // namespace vitrine
