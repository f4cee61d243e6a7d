#include "core/history/readings.h"

#include "core/pass/transformer.h"

namespace vitrine {

namespace {

std::vector<bool> right_sentences(const Configuration& c, const Batch& batch, const Activations& run) {
    std::vector<bool> right;
    for (Size b = 0; b < batch.sentences(); ++b) {
        bool all = true;
        for (Size l = 0; l < batch.labels.size(1); ++l) {
            const std::int32_t label = batch.labels.at({b, l});
            all = all && (label == c.pad_tgt || run.predictions.at({b, l}) == label);
        }
        right.push_back(all);
    }
    return right;
}

HeadLikeness read(const HeadOfModel& head, const Configuration& c, const Activations& run) {
    const AttentionKind kind = head.attention.kind;
    const bool source = side_of_queries(kind) == Side::source;
    const IndexTensor& tokens = source ? run.src.tokens : run.tgt.tokens;
    const QueryTokens asking{tokens, source ? c.pad_src : c.pad_tgt};
    HeadTally tally(kind);
    for (Size b = 0; b < tokens.size(0); ++b) tally.add(head_weights(attention_of(run, head.attention), {b, head.head}, asking));
    const HeadReading reading = tally.reading();
    return {.head = head, .of = reading.likeness, .kind = reading.kind, .highest = reading.highest};
}

}  // namespace

MomentReading read_moment(std::int64_t step, const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                          const Regime& regime) {
    Activations run;
    forward({configuration, parameters, batch, regime}, run);
    MomentReading reading{.step = step, .right = right_sentences(configuration, batch, run), .heads = {}};
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        const StackKind stack = kind == AttentionKind::encoder_self ? StackKind::encoder : StackKind::decoder;
        for (Size layer = 0; layer < attention_layers(configuration, kind); ++layer) {
            for (Size head = 0; head < configuration.heads(stack); ++head)
                reading.heads.push_back(read({{kind, layer}, head}, configuration, run));
        }
    }
    return reading;
}

}  // namespace vitrine
