#include <cmath>

#include "core/ops/copy.h"
#include "core/ops/embedding.h"
#include "core/pass/drop.h"
#include "core/pass/normalise.h"

namespace vitrine {

namespace {

/// Fills the positions, if the model adds them. Sinusoids of the right length are kept, unless they belong to another step or were
/// altered.
void find_positions(PositionKind kind, const Tensor& table, Size length, const Setting& setting, EmbeddingActivations& a) {
    const Configuration& c = setting.configuration;
    if (kind == PositionKind::none) {
        a.positions.clear();
        a.has_sinusoids = false;
        return;
    }
    const bool fits = a.positions.size(0) == length && a.positions.size(1) == c.d_model;
    const bool altered = setting.run.alters(a.positions);
    const Size first = setting.first_position();
    a.positions.resize({length, c.d_model});
    if (kind == PositionKind::learned) {
        setting.run(learned_positions_forward, table, a.positions, c.position_offset + first);
    } else if (setting.step && setting.step->waves) {
        setting.run(learned_positions_forward, *setting.step->waves, a.positions, first);
    } else if (!fits || !a.has_sinusoids || altered || first > 0) {
        setting.run(sinusoidal_positions, a.positions, first, waves_of(kind));
    }
    a.has_sinusoids = kind != PositionKind::learned && !altered && first == 0;
}

/// The embeddings before positions are added.
template <class Embedding>
auto& without_positions(Embedding& a) {
    if (!a.scaled.empty()) return a.scaled;
    return a.projected.empty() ? a.embedding : a.projected;
}

/// Looks up the segment of every token, if the model has segments. What fills up a shorter sentence has none.
void find_segments(const EmbeddedIds& ids, const Tensor& table, const Setting& setting, EmbeddingActivations& a) {
    if (table.empty()) return;
    IndexTensor first{Axis::batch, Axis::position};
    if (!ids.segments) {
        first.resize_like(ids.tokens);
        for (Size i = 0; i < first.count(); ++i) first.data()[i] = ids.tokens.data()[i] == filler ? filler : 0;
    }
    setting.run(copy_forward<std::int32_t>, ids.segments ? *ids.segments : first, a.segments);
    a.segment.resize({ids.tokens.size(0), ids.tokens.size(1), table.size(1)});
    setting.run(embedding_forward, a.segments, table, a.segment);
}

}  // namespace

void embed(const EmbeddedIds& ids, const EmbeddingDescription& of, const EmbeddingView& parameters, const Setting& setting,
           EmbeddingActivations& a) {
    const IndexTensor& tokens = ids.tokens;
    const Configuration& c = setting.configuration;
    const Execution& run = setting.run;
    const Size sentences = tokens.size(0), length = tokens.size(1), width = c.d_model;
    run(copy_forward<std::int32_t>, tokens, a.tokens);
    a.embedding.resize({sentences, length, c.embedding_width()});
    run(embedding_forward, a.tokens, parameters.table, a.embedding);
    if (c.d_embed) {
        a.projected.resize({sentences, length, width});
        run(linear_forward, a.embedding, {parameters.projection.weight, parameters.projection.bias}, a.projected);
    }
    if (of.scaled) {
        a.scaled.resize({sentences, length, width});
        run(scale_forward, c.d_embed ? a.projected : a.embedding, std::sqrt(Scalar(width)), a.scaled);
    } else {
        a.scaled.clear();
    }
    find_positions(of.positions, parameters.positions, length, setting, a);
    find_segments(ids, parameters.segments, setting, a);
    a.sum.resize({sentences, length, width});
    if (!a.segment.empty()) {
        run(add_embeddings_forward, without_positions(a), a.positions, a.segment, a.sum);
    } else if (!a.positions.empty()) {
        run(add_positions_forward, without_positions(a), a.positions, a.sum);
    } else {
        run(copy_cells_forward<Scalar>, without_positions(a), a.sum);
    }
    if (of.norm) normalise(a.sum, of.norm->options, parameters.norm, run, a.normalized);
    drop(of.norm ? a.normalized.output : a.sum, setting.regime.embedding_dropout, setting, {a.dropout_mask, a.dropped});
}

void embed_backward(const EmbeddingPass& pass, const Setting& setting, EmbeddingActivations& d, EmbeddingGradients to) {
    const Configuration& c = setting.configuration;
    const Execution& run = setting.run;
    const auto& [of, parameters, a] = pass;
    // dropped = dropout(normalized or sum)
    drop_backward(a.dropout_mask, setting.regime.embedding_dropout, setting, d.dropped, of.norm ? d.normalized.output : d.sum);
    // normalized = LayerNorm(sum)
    if (of.norm) normalise_backward({a.sum, parameters.norm, of.norm->options, a.normalized}, run, d.normalized, {d.sum, to.norm});
    // sum = x + positions + segment, segment = table[segments]
    if (!a.segment.empty()) {
        d.segment = run.passed(d.sum);
        embedding_backward(a.segments, run.passed(d.segment), no_token, to.segments);
    }
    add_positions_backward(run.passed(d.sum), without_positions(d), d.positions);
    if (d.positions.empty()) {
        to.positions.fill(0);
    } else {
        learned_positions_backward(run.passed(d.positions), to.positions, c.position_offset);
    }
    // scaled = √D · x
    if (of.scaled) scale_backward(run.passed(d.scaled), std::sqrt(Scalar(c.d_model)), c.d_embed ? d.projected : d.embedding);
    // projected = embedding · Wᵀ + b
    if (c.d_embed) {
        linear_backward(a.embedding, {parameters.projection.weight, parameters.projection.bias}, run.passed(d.projected),
                        {d.embedding, to.projection.weight, to.projection.bias});
    }
    // embedding = table[tokens]
    embedding_backward(a.tokens, run.passed(d.embedding), c.untrained_token, to.table);
}

}  // namespace vitrine
