/// The heads called "most even" and "sharpest", checked against an evenness computed from the weights with plain loops.

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "app/run/attention_readings.h"
#include "app/state/selection_commands.h"
#include "app/views/attention/parts.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"

namespace vitrine::head_ranking_test {
using namespace vitrine::tests;

namespace {

/// The mean of entropy ÷ ln(number of keys) over all words with at least two keys; nothing if there are no such words, or if the
/// weights are not shares.
std::optional<double> plain_evenness(const Run& run, const AttentionPlace& place, Size sentence, Size head) {
    const TensorView weights = run.find(path_of(place) + ".weights"), mask = run.find(path_of(place) + ".mask");
    const TensorView tokens = run.find(side_of_queries(place.kind) == Side::source ? "src.tokens" : "tgt.tokens");
    double sum = 0, count = 0;
    for (Size q = 0; q < weights.layout.shape[2]; ++q) {
        if (tokens.at({sentence, q}) == 0) continue;
        double row = 0, entropy = 0, choices = 0;
        for (Size k = 0; k < weights.layout.shape[3]; ++k) {
            if (mask.at({sentence, 0, q, k}) == 0) continue;
            const double weight = weights.at({sentence, head, q, k});
            if (!(weight >= 0)) return std::nullopt;
            ++choices, row += weight;
        }
        if (!(row <= 1 + 1e-4)) return std::nullopt;
        if (choices < 2) continue;
        for (Size k = 0; k < weights.layout.shape[3]; ++k) {
            const double share = weights.at({sentence, head, q, k}) / row;
            if (mask.at({sentence, 0, q, k}) != 0 && share != 0) entropy -= share * std::log(share);
        }
        sum += entropy / std::log(choices), ++count;
    }
    if (count == 0 || std::isnan(sum)) return std::nullopt;
    return sum / count;
}

}  // namespace

TEST_CASE("the most even and the sharpest head are those of all that have an evenness") {
    Random random(57);
    int ranked = 0, none = 0;
    for (int round = 0; round < 200; ++round) {
        const auto run = any_edited_run(random);
        State state = new_state();
        apply(state, ShowRun{run});
        const Size sentence = between(random, 0, sentence_count(*run) - 1);
        apply(state, SelectSentence{sentence});
        std::vector<AttentionKind> kinds{AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};
        if (coin(random)) kinds = {kinds[random.below(3)]};
        const HeadRanking ranking = rank_heads(state, kinds);
        Size heads = 0;
        double least = 2, most = -1;
        for (const AttentionKind kind : kinds) {
            for (Size layer = 0; layer < attention_layers(run->model->configuration, kind); ++layer) {
                for (Size head = 0; head < head_count(*run); ++head) {
                    ++heads;
                    const auto evenness = plain_evenness(*run, {kind, layer}, sentence, head);
                    const HeadReading& reading = run->of<AttentionReadings>().reading(*run, {kind, layer}, {sentence, head});
                    CHECK((short_evenness(&reading) == "–") == !evenness);
                    if (!evenness) continue;
                    CHECK(std::abs(std::stod(short_evenness(&reading)) - *evenness) < 0.0051);
                    least = std::min(least, *evenness), most = std::max(most, *evenness);
                }
            }
        }
        CHECK(ranking.heads == heads);
        if (!ranking.most_even) {
            CHECK(most - least < 1e-6);
            ++none;
            continue;
        }
        ++ranked;
        const auto of = [&](const RankedHead& which) { return plain_evenness(*run, which.place, sentence, which.head).value(); };
        CHECK(of(*ranking.most_even) == doctest::Approx(most));
        CHECK(of(*ranking.sharpest) == doctest::Approx(least));
    }
    CHECK(ranked > 100);
    CHECK(none > 3);
}

}  // namespace vitrine::head_ranking_test
