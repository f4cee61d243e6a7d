#include "core/decode/generate_search.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/decode/candidates.h"
#include "core/model/work.h"
#include "core/tensor/error.h"
#include "core/tensor/memory.h"

namespace vitrine {

namespace {

class Clock {
public:
    double microseconds() const {
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The source, or the prompt of a decoder alone, as a checked tensor.
IndexTensor tensor_of(const Sentence& source, const Configuration& c) {
    if (source.empty())
        throw Error(c.has_encoder() ? "source: there is no token to read" : "prompt: there is no token to continue from");
    Batch batch;
    if (!c.has_encoder()) {
        batch.tgt.resize({1, static_cast<Size>(source.size())});
        std::ranges::copy(source, batch.tgt.data());
        check(batch, c);
        return batch.tgt;
    }
    batch.src.resize({1, static_cast<Size>(source.size())});
    std::ranges::copy(source, batch.src.data());
    batch.tgt.resize({1, 1});
    batch.tgt.fill(0);
    check(batch, c);
    return batch.src;
}

/// The prompt of a decoder alone takes up positions, too. The last token that is generated needs none, since it is not read any
/// more.
void check_room_behind(const Sentence& prompt, const DecodeOptions& options, const Configuration& c) {
    const Size left = c.max_positions - static_cast<Size>(prompt.size());
    const bool unlimited = c.has_encoder() || c.positions != PositionKind::learned;
    if (unlimited || options.max_new_tokens == 0 || options.max_new_tokens - 1 <= left) return;
    throw Error(
        fmt::format("max_new_tokens: {}, but the model computes {} positions, so that only {} tokens can follow a prompt of {}",
                    options.max_new_tokens, c.max_positions, left + 1, prompt.size()));
}

Generation empty_record(const DecodingModel& model, const Sentence& source, const DecodeOptions& options) {
    check(options, model.configuration);
    check_room_behind(source, options, model.configuration);
    Generation record{.source = source, .options = options};
    record.most_new_tokens = most_new_tokens(options, model.configuration, static_cast<Size>(source.size()));
    if (options.cache == CacheUse::where_valid)
        record.cache_refusal = cache_refusal(model.configuration, model.design, options.first);
    record.cached = options.cache == CacheUse::where_valid && record.cache_refusal.empty();
    return record;
}

}  // namespace

Search::Search(IncrementalDecoder& decoder, const DecodingModel& model, const Sentence& source, const DecodeOptions& options)
    : decoder_(decoder),
      configuration_(model.configuration),
      source_(tensor_of(source, model.configuration)),
      record_(empty_record(model, source, options)) {}

bool Search::goes_on() const { return !growing_.empty() && step() < record_.most_new_tokens; }

bool Search::ends(std::int32_t token) const {
    if (!record_.options.stops_at_eos) return false;
    const std::vector<std::int32_t>& ends = record_.options.rules.ends;
    return ends.empty() ? token == configuration_.eos : std::ranges::find(ends, token) != ends.end();
}

/// A decoder alone continues the prompt: the prompt's tokens are the nodes from the root on.
void Search::read_prompt() {
    decoder_.read_prompt(record_.cached ? ComputedPositions::last : ComputedPositions::all);
    for (const std::int32_t token : record_.source) {
        const int parent = static_cast<int>(record_.nodes.size()) - 1;
        record_.nodes.push_back({.parent = parent, .token = token, .fate = Fate::kept, .reason = Reason::beginning});
    }
    const Size sentences = record_.options.strategy == Strategy::sample ? record_.options.n_best : 1;
    Random seeds(record_.options.seed);
    for (Size i = 0; i < sentences; ++i) {
        growing_.push_back(
            {.node = static_cast<int>(record_.nodes.size()) - 1, .tokens = record_.source, .random = Random(seeds.next())});
    }
}

void Search::begin() {
    if (!configuration_.has_encoder()) return read_prompt();
    const Clock clock;
    decoder_.read_source(source_, record_.cached ? ComputedPositions::last : ComputedPositions::all);
    record_.encoder_microseconds = clock.microseconds();
    const std::int32_t first = first_token(record_.options, configuration_);
    record_.nodes = {{.token = first, .fate = Fate::kept, .reason = Reason::beginning}};
    const Size sentences = record_.options.strategy == Strategy::sample ? record_.options.n_best : 1;
    Random seeds(record_.options.seed);  // each draw has its own generator, so the first one does not depend on n_best
    for (Size i = 0; i < sentences; ++i) growing_.push_back({.tokens = {first}, .random = Random(seeds.next())});
}

/// Asks for memory in large amounts: the record of one step may be small, but that of many steps is not.
void Search::ask_for_memory(Size bytes) {
    constexpr Size much = Size{64} << 20;
    unasked_ += bytes;
    if (unasked_ >= much) require_memory(std::exchange(unasked_, 0));
}

void Search::read() {
    const std::size_t count = row_count();
    IndexTensor tokens{Axis::batch, Axis::position};
    tokens.resize({static_cast<Size>(count), static_cast<Size>(growing_.front().tokens.size())});
    std::vector<Size> parents;
    std::int32_t* to = tokens.data();
    for (std::size_t row = 0; row < count; ++row) {
        to = std::ranges::copy(growing_[row].tokens, to).out;
        parents.push_back(growing_[row].parent);
    }
    const Clock clock;
    const Tensor& logits = decoder_.next(tokens, parents);
    const double microseconds = clock.microseconds();
    ask_for_memory(logits.count() * static_cast<Size>(sizeof(Scalar) + sizeof(double)));
    std::vector<StepRow> rows;
    for (std::size_t row = 0; row < count; ++row) rows.push_back(make_row(row, logits));
    log_probabilities_.clear();
    for (const StepRow& row : rows) {
        log_probabilities_.push_back(log_probabilities(row.logits));
        if (std::ranges::any_of(log_probabilities_.back(), [](double x) { return std::isnan(x); }))
            throw Error(fmt::format("the logits after token {} contain NaN or ∞, so there is no next token", tokens.size(1) - 1));
    }
    for (std::size_t row = 0; row < count; ++row) forbid(row, rows[row]);
    if (step() == 0 && record_.cached) keep_prompt_rows();
    DecodeStep& step = record_.steps.emplace_back(DecodeStep{.rows = std::move(rows), .microseconds = microseconds});
    count_work(tokens, step);
}

/// Sets the probability of forbidden tokens to 0: those that would complete a sequence which the model's rules forbid.
void Search::forbid(std::size_t number, StepRow& row) {
    const Sentence& tokens = growing_[number].tokens;
    for (const Sentence& sequence : record_.options.rules.forbidden) {
        if (!is_completed_by_last(tokens, sequence)) continue;
        const auto token = static_cast<std::size_t>(sequence.back());
        if (token < log_probabilities_[number].size()) row.forbidden.push_back(sequence.back());
    }
    std::ranges::sort(row.forbidden);
    row.forbidden.erase(std::unique(row.forbidden.begin(), row.forbidden.end()), row.forbidden.end());
    if (row.forbidden.size() == log_probabilities_[number].size())
        throw Error(fmt::format("after token {} the model's rules forbid every token", tokens.size() - 1));
    for (const std::int32_t token : row.forbidden)
        log_probabilities_[number][static_cast<std::size_t>(token)] = -std::numeric_limits<double>::infinity();
}

/// Keeps the cache rows of a prompt: the first step reads all its tokens, but only the last has a row in the step's record.
void Search::keep_prompt_rows() {
    const auto read = static_cast<Size>(growing_.front().tokens.size());
    for (Size position = 0; position + 1 < read; ++position) record_.prompt_rows.push_back(cache_rows(0, position));
}

StepRow Search::make_row(std::size_t row, const Tensor& logits) const {
    const auto number = static_cast<Size>(row);
    const Scalar* numbers = &logits.at({number, 0});
    StepRow result{.node = growing_[row].node, .logits = {numbers, numbers + logits.size(1)}, .attended = attended(number)};
    if (record_.cached) result.added = cache_rows(number, static_cast<Size>(growing_[row].tokens.size()) - 1);
    return result;
}

std::vector<CacheRow> Search::cache_rows(Size sentence, Size position) const {
    std::vector<CacheRow> rows;
    for (const LayerActivations& layer : decoder_.activations().decoder.layers) {
        const AttentionActivations& attention = layer.self_attn();
        const auto row_of = [&](const Tensor& kept) {
            const Scalar* row = &kept.at({sentence, 0, position, 0});  // all heads of a position are contiguous
            return std::vector<Scalar>(row, row + kept.size(1) * kept.size(3));
        };
        rows.push_back({row_of(attention.rotated_key.empty() ? attention.key : attention.rotated_key), row_of(attention.value)});
    }
    return rows;
}

std::vector<Tensor> Search::attended(Size sentence) const {
    std::vector<Tensor> layers;
    for (const LayerActivations& layer : decoder_.activations().decoder.layers) {
        const Tensor& weights = configuration_.has_encoder() ? layer.cross_attn().weights : layer.self_attn().weights;
        Tensor& heads = layers.emplace_back(Axis::head, Axis::key);
        heads.resize({weights.size(1), weights.size(3)});
        for (Size head = 0; head < weights.size(1); ++head)
            std::copy_n(&weights.at({sentence, head, weights.size(2) - 1, 0}), weights.size(3), &heads.at({head, 0}));
    }
    return layers;
}

void Search::count_work(const IndexTensor& tokens, DecodeStep& step) const {
    const Size sentences = tokens.size(0), words = tokens.size(1);
    const DecodingSize size{sentences, words, static_cast<Size>(record_.source.size())};
    const bool first = record_.steps.size() == 1;
    const Size added = record_.cached && !(first && words > 1) ? 1 : words;  // the first step computes all rows of a prompt
    step.rows_reused = sentences * (words - added);
    step.rows_added = sentences * added;
    step.multiplications = {cached_step_multiplications(configuration_, size), full_step_multiplications(configuration_, size)};
    // Only the first step computes keys and values of the source, or of the prompt.
    if (first) step.multiplications.with_cache += source_key_value_multiplications(configuration_, size.source);
    if (first && words > 1) step.multiplications.with_cache = step.multiplications.without_cache;
}

std::optional<ForcedToken> Search::forced() const {
    const auto place = record_.steps.size() - 1;
    if (place < record_.options.forced.size()) return ForcedToken{record_.options.forced[place]};
    const GenerationRules& rules = record_.options.rules;
    // Only after a single first token, not after a prompt.
    if (place == 0 && rules.forced_first != no_token && growing_.front().tokens.size() == 1)
        return ForcedToken{rules.forced_first, Reason::required};
    if (step() == record_.most_new_tokens && rules.forced_last != no_token) return ForcedToken{rules.forced_last, Reason::required};
    return std::nullopt;
}

double Search::own_log_probability(std::size_t sentence, std::int32_t token) const {
    const auto place = static_cast<std::size_t>(token);
    const StepRow& from = row(sentence);
    return std::ranges::binary_search(from.forbidden, token) ? log_probabilities(from.logits)[place] : next(sentence)[place];
}

int Search::consider(std::size_t sentence, std::int32_t token, std::size_t rank) {
    const int parent = growing_[sentence].node;
    const double log_probability = own_log_probability(sentence, token);
    const double total = node(parent).log_probability + log_probability;
    std::vector<int>& considered = record_.steps.back().considered;
    considered.push_back(static_cast<int>(record_.nodes.size()));
    record_.nodes.push_back({.parent = parent,
                             .step = step(),
                             .token = token,
                             .probability = std::exp(log_probability),
                             .log_probability = total,
                             .score = total / length_penalty(step(), record_.options.length_penalty),
                             .rank = static_cast<int>(rank),
                             .ends = ends(token)});
    return considered.back();
}

void Search::take(int number, std::size_t sentence, Reason reason, std::vector<GrowingSentence>& grown) {
    WordNode& taken = node(number);
    taken.reason = reason;
    taken.fate = ends(taken.token) ? Fate::finished : Fate::kept;
    if (taken.fate == Fate::finished) return finished_.push_back(number);
    GrowingSentence& next = grown.emplace_back(growing_[sentence]);
    next.node = number;
    next.tokens.push_back(taken.token);
    next.parent = static_cast<Size>(row_of(sentence));
}

Generation Search::finish(bool with_unfinished) {
    std::vector<int> ends = finished_;
    for (const GrowingSentence& sentence : growing_) {
        node(sentence.node).fate = Fate::cut_off;
        if (with_unfinished) ends.push_back(sentence.node);
    }
    std::ranges::stable_sort(ends, std::greater{}, [&](int number) { return node(number).score; });
    ends.resize(std::min(ends.size(), static_cast<std::size_t>(record_.options.n_best)));
    for (const int number : ends) {
        const WordNode& last = node(number);
        record_.hypotheses.push_back({.node = number,
                                      .tokens = tokens_to(record_, number),
                                      .log_probability = last.log_probability,
                                      .score = last.score,
                                      .finished = last.fate == Fate::finished});
    }
    record_.complete = true;
    return std::move(record_);
}

std::vector<std::int32_t> likeliest(const std::vector<double>& log_probabilities, std::size_t count) {
    // In a large vocabulary, hardly any token is among the best so far: one comparison is enough to skip it.
    std::vector<std::int32_t> best;
    best.reserve(std::min(count, log_probabilities.size()) + 1);
    const auto number = [&](std::int32_t token) { return log_probabilities[static_cast<std::size_t>(token)]; };
    for (std::int32_t token = 0; token < std::ssize(log_probabilities); ++token) {
        const double own = number(token);
        if (best.size() == count && !(own > number(best.back()))) continue;
        const auto place = std::ranges::find_if(best, [&](std::int32_t better) { return own > number(better); });
        best.insert(place, token);
        if (best.size() > count) best.pop_back();
    }
    return best;
}

}  // namespace vitrine
