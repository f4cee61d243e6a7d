#include "app/run/attention_readings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/run/run.h"

namespace vitrine {

namespace {

HeadWeights weights_of(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    const Configuration& c = run.model->configuration;
    const AttentionActivations& attention = attention_of(*run.activations, place);
    return side_of_queries(place.kind) == Side::source ? head_weights(attention, head, {tokens_read(run, Side::source), c.pad_src})
                                                       : head_weights(attention, head, {tokens_read(run, Side::target), c.pad_tgt});
}

}  // namespace

void AttentionReadings::follow(const Run& run) {
    if (run.generation == generation_) return;
    readings_.clear();
    details_.clear();
    proposed_.clear();
    lines_.reset();
    generation_ = run.generation;
}

const HeadReading& AttentionReadings::reading(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    follow(run);
    const auto known = readings_.find({place, head});
    if (known != readings_.end()) return known->second;
    return readings_.emplace(Key{place, head}, read_head(weights_of(run, place, head), place.kind)).first->second;
}

namespace {

/// Whether the tokens along both axes are words of the sentence, and not marks of its ends or padding.
struct PlainWords {
    std::vector<bool> query, key;

    PlainWords(const Run& run, const AttentionPlace& place, Size sentence)
        : query(of(run, side_of_queries(place.kind), sentence)), key(of(run, side_of_keys(place.kind), sentence)) {}

    static std::vector<bool> of(const Run& run, Side side, Size sentence) {
        const Configuration& c = run.model->configuration;
        const IndexTensor& tokens = tokens_read(run, side);
        const std::int32_t pad = side == Side::source ? c.pad_src : c.pad_tgt;
        std::vector<bool> plain;
        for (Size i = 0; i < tokens.size(1); ++i) {
            const std::int32_t id = tokens.at({sentence, i});
            plain.push_back(id != pad && id != c.bos && id != c.eos);
        }
        return plain;
    }
};

ProposalRule rule_of(const HeadWeights& head, const TokenPair& pair, const PlainWords& words, bool same_sentence) {
    if (!head.sees(pair.query, pair.key)) return ProposalRule::none;
    const bool itself = same_sentence && pair.query == pair.key;
    if (itself || !words.key[static_cast<std::size_t>(pair.key)]) return ProposalRule::any;
    return words.query[static_cast<std::size_t>(pair.query)] ? ProposalRule::words : ProposalRule::on_word;
}

/// Calls visit(pair, rule, weight) for all pairs that may be proposed.
template <class Visit>
void for_each_proposable(const HeadWeights& head, const PlainWords& words, bool same_sentence, Visit&& visit) {
    for (Size q = 0; q < head.queries; ++q) {
        if (!head.chooses(q)) continue;
        for (Size k = 0; k < head.keys; ++k) {
            const ProposalRule rule = rule_of(head, {q, k}, words, same_sentence);
            const double weight = head.at(q, k);
            if (rule != ProposalRule::none && !std::isnan(weight)) visit(TokenPair{q, k}, rule, weight);
        }
    }
}

ProposedPair find_proposed(const HeadWeights& head, const PlainWords& words, bool same_sentence) {
    ProposedPair best;
    double heaviest = 0;
    for_each_proposable(head, words, same_sentence, [&](const TokenPair& pair, ProposalRule rule, double weight) {
        if (rule < best.rule || (rule == best.rule && weight > heaviest)) best = {pair, rule}, heaviest = weight;
    });
    for_each_proposable(head, words, same_sentence, [&](const TokenPair&, ProposalRule rule, double weight) {
        best.alike += rule == best.rule && weights_alike(weight, heaviest);
    });
    return best;
}

}  // namespace

const ProposedPair& AttentionReadings::proposed_pair(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    follow(run);
    const auto known = proposed_.find({place, head});
    if (known != proposed_.end()) return known->second;
    const bool same_sentence = side_of_queries(place.kind) == side_of_keys(place.kind);
    const PlainWords words(run, place, head.sentence);
    const auto detailed = details_.find({place, head});
    const ProposedPair found = detailed != details_.end() ? find_proposed(detailed->second.weights, words, same_sentence)
                                                          : find_proposed(weights_of(run, place, head), words, same_sentence);
    return proposed_.emplace(Key{place, head}, found).first->second;
}

void AttentionReadings::read_all(const Run& run) {
    const Configuration& c = run.model->configuration;
    for (const AttentionKind kind : every_attention_kind) {
        for (Size layer = 0; layer < attention_layers(c, kind); ++layer) {
            const Size heads = c.heads(kind == AttentionKind::encoder_self ? StackKind::encoder : StackKind::decoder);
            for (Size head = 0; head < heads; ++head) reading(run, {kind, layer}, {0, head});
        }
    }
}

namespace {

std::size_t bytes_of(const HeadDetail& detail) {
    const HeadWeights& head = detail.weights;
    return head.weight.size() * sizeof(double) + head.allowed.size() + head.words.size() +
           static_cast<std::size_t>(detail.contributions.count()) * sizeof(Scalar) + static_cast<std::size_t>(detail.mask.count());
}

/// Computes what the screen says about all cells together: there are too many to do that in every frame.
void summarize(HeadDetail& detail) {
    const HeadWeights& head = detail.weights;
    for (Size i = 0; i < detail.contributions.count(); ++i) {
        const Scalar length = detail.contributions.data()[i];
        if (std::isfinite(length)) detail.largest_contribution = std::max(detail.largest_contribution, length);
    }
    detail.hides = std::ranges::find(head.allowed, std::uint8_t{0}) != head.allowed.end();
    constexpr double rounding = 1e-4;
    for (Size q = 0; q < head.queries; ++q) {
        if (head.choices(q) == 0) {
            detail.all_see = false;
            continue;
        }
        const double* row = head.weight.data() + q * head.keys;
        const double sum = std::accumulate(row, row + head.keys, 0.0);
        if (!(std::abs(sum - 1) < rounding)) detail.sum_to_one = false;
    }
}

}  // namespace

const HeadDetail& AttentionReadings::detail(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    follow(run);
    const auto known = details_.find({place, head});
    if (known != details_.end()) return known->second;
    constexpr std::size_t enough = std::size_t{512} << 20;  // two heads of 4096 words, or hundreds of short sentences
    std::size_t kept = 0;
    for (const auto& each : details_) kept += bytes_of(each.second);
    if (kept >= enough / 2) details_.clear();
    HeadDetail detail;
    detail.weights = weights_of(run, place, head);
    detail.contributions =
        contributions(attention_of(*run.activations, place), attention_of(*run.parameters, place, run.regime.design), head);
    detail.mask.resize({detail.weights.queries, detail.weights.keys});
    std::ranges::copy(detail.weights.allowed, detail.mask.data());
    detail.generation = next_generation();
    summarize(detail);
    return details_.emplace(Key{place, head}, std::move(detail)).first->second;
}

const WordLines& AttentionReadings::lines(const Run& run, const AttentionPlace& place, const HeadPlace& head,
                                          const LinesAsked& asked) {
    follow(run);
    const Key key{place, head};
    if (!lines_ || lines_->key != key || !(lines_->asked == asked))
        lines_ = KnownLines{key, asked, find_word_lines(detail(run, place, head).weights, asked)};
    return lines_->found;
}

std::optional<AlignmentHead> measured_head(const Run& run) {
    const auto& card = run.model->card;
    if (!run.has_both_stacks() || !card || !card->alignment) return std::nullopt;
    const CardAlignment& measured = *card->alignment;
    const AttentionPlace place{AttentionKind::cross, measured.layer};
    const bool exists =
        measured.layer < attention_layers(run.model->configuration, AttentionKind::cross) && measured.head < head_count(run, place);
    return exists ? std::optional(AlignmentHead{place, measured.head, measured}) : std::nullopt;
}

std::optional<AlignmentHead> alignment_head(const Run& run, Size sentence) {
    if (!run.has_both_stacks()) return std::nullopt;
    if (const auto measured = measured_head(run)) return measured;
    const Size layers = attention_layers(run.model->configuration, AttentionKind::cross);
    std::vector<Size> queries;
    const IndexTensor& tokens = tokens_read(run, Side::target);
    for (Size q = 0; q < tokens.size(1); ++q) {
        if (tokens.at({sentence, q}) != run.model->configuration.pad_tgt) queries.push_back(q);
    }
    return telling_head(run, {AttentionKind::cross, layers - 1}, sentence, queries);
}

namespace {

/// What telling_head() has found in a run.
struct TellingHeads {
    std::map<std::tuple<AttentionPlace, Size, std::vector<Size>>, AlignmentHead> known;
};

}  // namespace

AlignmentHead telling_head(const Run& run, const AttentionPlace& place, Size sentence, std::span<const Size> queries) {
    const auto [found, is_new] = run.of<TellingHeads>().known.try_emplace({place, sentence, {queries.begin(), queries.end()}},
                                                                          AlignmentHead{.place = place});
    AlignmentHead& best = found->second;
    if (!is_new) return best;
    for (Size head = 0; head < head_count(run, place); ++head) {
        const HeadWeights& weights = run.of<AttentionReadings>().detail(run, place, {sentence, head}).weights;
        const auto information = mutual_information(weights, queries);
        if (information && !(information <= best.information)) best.head = head, best.information = information;
    }
    return best;
}

std::optional<double> measured_alignment(const Run& run, const AttentionPlace& place, Size head) {
    const bool as_measured = run.parameters.get() == &run.model->parameters && !run.edits.alter();
    const auto found = as_measured ? measured_head(run) : std::nullopt;
    return found && found->place == place && found->head == head ? std::optional(found->measured->share) : std::nullopt;
}

Size sharpest_head(const Run& run, const AttentionPlace& place, Size sentence) {
    Size sharpest = 0;
    double least = 2;  // evenness is at most 1
    for (Size head = 0; head < head_count(run, place); ++head) {
        const double evenness = run.of<AttentionReadings>().reading(run, place, {sentence, head}).evenness().value_or(1);
        if (evenness < least) sharpest = head, least = evenness;
    }
    return sharpest;
}

Size word_head(const Run& run, const AttentionPlace& place, Size sentence, Size query) {
    const bool same_sentence = side_of_queries(place.kind) == side_of_keys(place.kind);
    const PlainWords words(run, place, sentence);
    Size found = 0;
    double heaviest = -1;
    for (Size number = 0; number < head_count(run, place); ++number) {
        const HeadWeights head = weights_of(run, place, {sentence, number});
        for (Size key = 0; key < head.keys; ++key) {
            const bool other_word = rule_of(head, {query, key}, words, same_sentence) <= ProposalRule::on_word;
            if (other_word && head.at(query, key) > heaviest) found = number, heaviest = head.at(query, key);
        }
    }
    return found;
}

}  // namespace vitrine
