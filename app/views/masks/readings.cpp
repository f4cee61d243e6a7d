#include "app/views/masks/readings.h"

#include <algorithm>

#include "app/run/run.h"
#include "core/model/masks.h"
#include "core/model/work.h"

namespace vitrine {

namespace {

/// The tokens of the first sentence, which suffice for tensors that are equal for all sentences.
IndexTensor first_sentence(const IndexTensor& tokens) {
    IndexTensor first(Axis::batch, Axis::position);
    first.resize({1, tokens.size(1)});
    std::copy_n(tokens.data(), tokens.size(1), first.data());
    return first;
}

/// The masks that an attention combines.
struct Rules {
    const MaskTensor* padding;  ///< null: none is in use
    const MaskTensor* causal;

    /// Whether they let a query see a key.
    bool allow(const Index& cell) const {
        const auto& [sentence, head, query, key] = cell;
        const bool is_word = !padding || padding->at({sentence, 0, padding->size(2) > 1 ? query : 0, key}) != 0;
        return is_word && (!causal || causal->at({0, 0, query, key}) != 0);
    }
};

Size count_set_by_hand(const MaskTensor& mask, Size sentence, const Rules& rules) {
    Size count = 0;
    for (Size query = 0; query < mask.size(2); ++query) {
        for (Size key = 0; key < mask.size(3); ++key) {
            const Index cell{sentence, 0, query, key};
            count += (mask.at(cell) != 0) != rules.allow(cell);
        }
    }
    return count;
}

bool same_rules(const MaskTensor& mask, const Rules& rules) {
    for (Size i = 0; i < mask.count(); ++i) {
        const Index cell = index_of(mask.layout(), i);
        if (rules.allow(cell) != rules.allow({0, 0, cell[2], cell[3]})) return false;
    }
    return true;
}

bool same_for_sentences(const MaskTensor& mask) {
    const Size sheet = mask.size(2) * mask.size(3);
    for (Size sentence = 1; sentence < mask.size(0); ++sentence) {
        if (!std::equal(mask.data(), mask.data() + sheet, mask.data() + sentence * sheet)) return false;
    }
    return true;
}

bool same_for_layers(const Run& run, AttentionKind kind) {
    const MaskTensor& first = attention_of(*run.activations, {kind, 0}).mask;
    for (Size layer = 1; layer < attention_layers(run.model->configuration, kind); ++layer) {
        const MaskTensor& mask = attention_of(*run.activations, {kind, layer}).mask;
        if (!std::equal(first.data(), first.data() + first.count(), mask.data())) return false;
    }
    return true;
}

}  // namespace

namespace {

/// The masks' parts for the sentences that the run has read; empty for a side that the model lacks.
MaskParts parts_of(const Run& run) {
    const Configuration& c = run.model->configuration;
    const IndexTensor &source = run.activations->src.tokens, &target = run.activations->tgt.tokens;
    const bool on_queries = run.regime.design.padding_on_queries;
    MaskParts parts;
    const auto make = [&](const IndexTensor& tokens, Size queries, std::int32_t pad, MaskTensor& mask) {
        if (tokens.empty()) return;
        if (on_queries) return make_mask(tokens, queries, {.pad = pad, .padding = PaddingAxis::queries}, mask);
        make_mask(tokens, 1, {.pad = pad}, mask);
    };
    make(source, source.size(1), c.pad_src, parts.source_padding);
    make(target, target.size(1), c.pad_tgt, parts.target_padding);
    if (on_queries) make(target, source.size(1), c.pad_tgt, parts.cross_padding);
    if (!on_queries) make(source, 1, c.pad_src, parts.cross_padding);
    for (Size layer = 0; !target.empty() && layer < c.num_decoder_layers; ++layer) {
        const std::optional<Size> window = window_of(run, {AttentionKind::decoder_self, layer});
        const auto [mask, added] = parts.causal.try_emplace(window, Axis::batch, Axis::head, Axis::query, Axis::key);
        if (!added) continue;
        make_mask(first_sentence(target), target.size(1), {.pad = no_token, .causal = true, .window = window}, mask->second);
    }
    parts.generation = next_generation();
    return parts;
}

}  // namespace

std::optional<Size> window_of(const Run& run, const AttentionPlace& place) {
    if (place.kind != AttentionKind::decoder_self) return std::nullopt;
    return run.model->configuration.layer(StackKind::decoder, place.layer).window;
}

bool has_padding(const Run& run, AttentionKind kind) {
    const Configuration& c = run.model->configuration;
    const Side side = run.regime.design.padding_on_queries ? side_of_queries(kind) : side_of_keys(kind);
    return (side == Side::source ? c.pad_src : c.pad_tgt) != no_token;
}

MasksInUse masks_in_use(const Run& run, AttentionKind kind) {
    const Design& design = run.regime.design;
    return {.padding = design.padding_mask && has_padding(run, kind),
            .causal = design.causal_mask && kind == AttentionKind::decoder_self};
}

LeakTest answer(const Run& run, const LeakQuestion& question) {
    Regime regime = run.regime;
    regime.design.causal_mask = question.causal;
    regime.design.padding_mask = question.padding;
    Pass pass = pass_of(run);
    pass.regime = regime;
    pass.device = nullptr, pass.keeps_grids = true;  // compared cell by cell in memory
    if (regime == run.regime && !are_fetched(*run.activations)) return test_leak({pass, *run.activations}, question.change);
    Activations unlike;
    forward(pass, unlike);
    return test_leak({pass, unlike}, question.change);
}

bool answers_at_once(const Run& run) {
    constexpr double most_operations = 1e7;  // the pass takes this twice within a millisecond
    return product_operations(run.model->configuration, *run.batch) <= most_operations;
}

void MaskReadings::follow(const Run& run) {
    if (run.generation == generation_) return;
    generation_ = run.generation;
    tests_.clear();
    proposed_.clear();
    facts_.clear();
    parts_ = parts_of(run);
}

const MaskParts& MaskReadings::parts(const Run& run) {
    follow(run);
    return parts_;
}

const MaskFacts& MaskReadings::facts(const Run& run, const AttentionPlace& place) {
    follow(run);
    if (const auto known = facts_.find(place); known != facts_.end()) return known->second;
    const MaskTensor& mask = attention_of(*run.activations, place).mask;
    const MasksInUse use = masks_in_use(run, place.kind);
    const Rules rules{use.padding ? &parts_.padding(place.kind) : nullptr,
                      use.causal ? &parts_.causal.at(window_of(run, place)) : nullptr};
    MaskFacts facts{.set_by_hand = {},
                    .same_for_sentences = same_for_sentences(mask),
                    .same_rules = same_rules(mask, rules),
                    .same_for_layers = same_for_layers(run, place.kind)};
    for (Size sentence = 0; sentence < mask.size(0); ++sentence)
        facts.set_by_hand.push_back(count_set_by_hand(mask, sentence, rules));
    return facts_.emplace(place, std::move(facts)).first->second;
}

TokenPair MaskReadings::proposed_pair(const Run& run, const AttentionPlace& place, Size sentence,
                                      const std::function<TokenPair()>& find) {
    follow(run);
    const auto known = proposed_.find({place, sentence});
    return known != proposed_.end() ? known->second : proposed_.emplace(std::pair{place, sentence}, find()).first->second;
}

const LeakTest* MaskReadings::find(const Run& run, const LeakQuestion& question) {
    follow(run);
    const auto known = tests_.find(question);
    return known == tests_.end() ? nullptr : &known->second;
}

const LeakTest* MaskReadings::keep(const Run& run, const LeakQuestion& question, LeakTest test) {
    follow(run);
    constexpr std::size_t enough = 64;
    if (tests_.size() >= enough) tests_.clear();
    return &tests_.insert_or_assign(question, std::move(test)).first->second;
}

}  // namespace vitrine
