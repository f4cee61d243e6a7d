#include "app/run/telling_head.h"

#include "app/run/attention_readings.h"
#include "app/run/run.h"

namespace vitrine {

std::optional<AlignmentHead> alignment_head(const Run& run, Size sentence) {
    if (!run.has_both_stacks()) return std::nullopt;
    const Size layers = attention_layers(run.model->configuration, AttentionKind::cross);
    if (const auto& card = run.model->card; card && card->alignment) {
        const CardAlignment& measured = *card->alignment;
        const AttentionPlace place{AttentionKind::cross, measured.layer};
        if (measured.layer < layers && measured.head < head_count(run, place))
            return AlignmentHead{place, measured.head, measured.share};
    }
    const AttentionPlace last{AttentionKind::cross, layers - 1};
    return AlignmentHead{last, sharpest_head(run, last, sentence)};
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

}  // namespace vitrine
