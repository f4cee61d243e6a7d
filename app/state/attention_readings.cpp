#include "app/state/attention_readings.h"

#include <algorithm>

#include "app/state/run.h"

namespace vitrine {

namespace {

HeadWeights weights_of(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    const Batch& batch = run.model->batch;
    const Configuration& c = run.model->configuration;
    const AttentionActivations& attention = attention_of(*run.activations, place);
    return asking_side(place.kind) == Side::source ? head_weights(attention, head, {batch.src, c.pad_src})
                                                   : head_weights(attention, head, {batch.tgt, c.pad_tgt});
}

}  // namespace

void AttentionReadings::follow(const Run& run) {
    if (run.generation == generation_) return;
    readings_.clear();
    details_.clear();
    generation_ = run.generation;
}

const HeadReading& AttentionReadings::reading(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    follow(run);
    const auto known = readings_.find({place, head});
    if (known != readings_.end()) return known->second;
    return readings_.emplace(Key{place, head}, read_head(weights_of(run, place, head), place.kind)).first->second;
}

void AttentionReadings::read_all(const Run& run) {
    const Configuration& c = run.model->configuration;
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(c, kind); ++layer) {
            for (Size head = 0; head < c.nhead; ++head) reading(run, {kind, layer}, {0, head});
        }
    }
}

const HeadDetail& AttentionReadings::detail(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    follow(run);
    const auto known = details_.find({place, head});
    if (known != details_.end()) return known->second;
    constexpr std::size_t enough = 64;  // of large heads each takes a megabyte
    if (details_.size() >= enough) details_.clear();
    HeadDetail detail;
    detail.weights = weights_of(run, place, head);
    detail.contributions = contributions(attention_of(*run.activations, place), attention_of(*run.parameters, place), head);
    detail.mask.resize({detail.weights.queries, detail.weights.keys});
    std::ranges::copy(detail.weights.allowed, detail.mask.data());
    detail.generation = next_generation();
    return details_.emplace(Key{place, head}, std::move(detail)).first->second;
}

}  // namespace vitrine
