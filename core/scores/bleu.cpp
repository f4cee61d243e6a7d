#include "core/scores/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <numeric>
#include <utility>

#include "core/scores/ngrams.h"
#include "core/scores/tokens_13a.h"
#include "core/scores/white_space.h"

namespace vitrine {

namespace {

/// The words of a text with one space between them.
std::string words_of(std::string_view text, BleuTokens tokens) {
    if (tokens == BleuTokens::rules_13a) return tokenize_13a(text);
    std::string line;
    for (const std::string_view word : split_at_white_space(text)) {
        if (!line.empty()) line += ' ';
        line += word;
    }
    return line;
}

/// A tokenised line; the words are views into it.
struct Line {
    explicit Line(std::string tokenised) : text(std::move(tokenised)), words(split_at_white_space(text)) {}
    Line(const Line&) = delete;  // the words would refer to the original
    Line& operator=(const Line&) = delete;

    const std::string text;
    const std::vector<std::string_view> words;
};

using Lines = std::deque<Line>;  // a deque, since lines must not move

std::int64_t nearest_length(const Lines& references, std::int64_t length) {
    std::int64_t nearest = static_cast<std::int64_t>(references.front().words.size());
    for (const Line& reference : references) {
        const auto other = static_cast<std::int64_t>(reference.words.size());
        const std::int64_t difference = std::abs(other - length) - std::abs(nearest - length);
        if (difference < 0 || (difference == 0 && other < nearest)) nearest = other;
    }
    return nearest;
}

/// For every n-gram, the highest count in any of the references.
NgramCounts most_of_each(const Lines& references, std::size_t n) {
    NgramCounts most;
    for (const Line& reference : references) {
        for (const auto& [run, count] : count_ngrams(reference.words, n)) most[run] = std::max(most[run], count);
    }
    return most;
}

double penalty(const BleuCounts& counts) {
    if (counts.length >= counts.reference_length) return 1;
    if (counts.length == 0) return 0;
    return std::exp(1 - static_cast<double>(counts.reference_length) / static_cast<double>(counts.length));
}

/// Computes smoothed precisions for n = 1, 2, … in order.
class Precisions {
public:
    explicit Precisions(const BleuOptions& options)
        : smoothing_(options.smoothing),
          value_(options.smoothing_value.value_or(options.smoothing == Smoothing::add_k ? 1 : 0.1)) {}

    /// In percent; empty if there are no n-grams.
    std::optional<double> next(std::int64_t matches, std::int64_t runs) {
        const double added = smoothing_ == Smoothing::add_k && !std::exchange(first_, false) ? value_ : 0;
        const double right = static_cast<double>(matches) + added, all = static_cast<double>(runs) + added;
        if (all == 0) return std::nullopt;
        if (right > 0) return 100 * right / all;
        if (smoothing_ == Smoothing::exponential) return 100 / ((share_ *= 2) * all);
        return smoothing_ == Smoothing::floor ? 100 * value_ / all : 0;
    }

private:
    const Smoothing smoothing_;
    const double value_;
    double share_ = 1;
    bool first_ = true;
};

double geometric_mean(std::span<const double> percents) {
    double logarithms = 0;
    for (const double percent : percents) {
        if (percent == 0) return 0;
        logarithms += std::log(percent);
    }
    return std::exp(logarithms / static_cast<double>(percents.size()));
}

}  // namespace

BleuCounts bleu_counts(const Translation& translation, const BleuOptions& options) {
    const Line line(words_of(translation.text, options.tokens));
    Lines references;
    for (const std::string_view reference : translation.references) {
        references.emplace_back(words_of(reference, options.tokens));
    }
    BleuCounts counts;
    counts.length = static_cast<std::int64_t>(line.words.size());
    counts.reference_length = nearest_length(references, counts.length);
    for (std::size_t n = 1; n <= options.order; ++n) {
        const NgramCounts runs = count_ngrams(line.words, n);
        counts.matches.push_back(matches(runs, most_of_each(references, n)));
        counts.totals.push_back(total(runs));
    }
    return counts;
}

Bleu bleu_of(BleuCounts counts, const BleuOptions& options) {
    Bleu bleu;
    bleu.precisions.resize(options.order);
    bleu.brevity_penalty = penalty(counts);
    bleu.order = options.order;
    bleu.counts = std::move(counts);
    const std::vector<std::int64_t>&matched = bleu.counts.matches, &totals = bleu.counts.totals;
    if (std::accumulate(matched.begin(), matched.end(), std::int64_t{0}) == 0) return bleu;

    Precisions precisions(options);
    for (std::size_t n = 0; n < options.order; ++n) {
        const auto precision = precisions.next(matched[n], totals[n]);
        if (!precision) break;  // then there are no longer n-grams either
        bleu.precisions[n] = *precision;
        if (options.effective_order) bleu.order = n + 1;
    }
    bleu.score = bleu.brevity_penalty * geometric_mean(std::span(bleu.precisions).first(bleu.order));
    return bleu;
}

Bleu corpus_bleu(std::span<const Translation> translations, const BleuOptions& options) {
    BleuCounts all{std::vector<std::int64_t>(options.order), std::vector<std::int64_t>(options.order), 0, 0};
    for (const Translation& translation : translations) {
        const BleuCounts one = bleu_counts(translation, options);
        for (std::size_t n = 0; n < options.order; ++n) {
            all.matches[n] += one.matches[n];
            all.totals[n] += one.totals[n];
        }
        all.length += one.length;
        all.reference_length += one.reference_length;
    }
    return bleu_of(std::move(all), options);
}

Bleu sentence_bleu(const Translation& translation, BleuOptions options) {
    options.effective_order = true;
    return bleu_of(bleu_counts(translation, options), options);
}

}  // namespace vitrine
