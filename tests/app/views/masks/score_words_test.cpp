/// The sentence about scores that change because of the masks in the layers below, checked by plain loops over both runs.

#include <cmath>

#include <doctest/doctest.h>

#include "app/views/masks/words.h"
#include "tests/app/any_runs.h"

namespace vitrine::score_words_test {
using namespace vitrine::tests;

namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool equal(const TensorView& a, const TensorView& b, Size sentence) {
    for (Size i = 0; i < a.layout.count(); ++i) {
        const Index cell = index_of(a.layout, i);
        const bool both_nan = std::isnan(a.at(cell)) && std::isnan(b.at(cell));
        if (cell[0] == sentence && a.at(cell) != b.at(cell) && !both_nan) return false;
    }
    return true;
}

/// The tensor from which the queries of a layer's first attention are computed: the output of the layer below, or the embedding.
std::string input_below(const Run& run, const std::string& stack, Size layer) {
    const Configuration& c = run.model->configuration;
    const bool encoder = stack == "encoder", norm_inside = run.regime.design.norm_inside;
    const std::string here = stack + ".layers." + std::to_string(layer) + ".norm1";
    if (is_normed_before(c.norm_placement) && !norm_inside) return here;
    if (layer == 0) return (encoder ? "src" : "tgt") + std::string(c.embedding_norm ? ".normalized" : ".sum");
    const std::string below = stack + ".layers." + std::to_string(layer - 1), last = encoder ? "2" : "3";
    return below + (is_normed_before(c.norm_placement) || norm_inside ? ".residual" : ".norm") + last;
}

}  // namespace

TEST_CASE("the view says why scores change without a mask if they change and the input of the attention does, and only then") {
    Random random(61);
    int of_x = 0, of_memory = 0, none = 0;
    for (int round = 0; round < 40; ++round) {
        const auto run = any_run(random);
        Design design;
        const bool causal = coin(random);
        (causal ? design.causal_mask : design.padding_mask) = false;
        const auto other = with_edits(run, {.design = design});
        const std::string without = causal ? " without the causal mask." : " without the padding mask.";
        const Configuration& c = run->model->configuration;
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self}) {
            for (Size layer = 0; layer < attention_layers(c, kind); ++layer) {
                const AttentionPlace place{kind, layer};
                const TensorView was = run->find(path_of(place) + ".scores"), is = other->find(path_of(place) + ".scores");
                const std::string input = input_below(*run, kind == AttentionKind::encoder_self ? "encoder" : "decoder", layer);
                REQUIRE(run->find(input).present());
                for (Size b = 0; b < was.layout.shape[0]; ++b) {
                    const bool reads_other = !equal(run->find(input), other->find(input), b);
                    const Size query = was.layout.shape[2] - 1, head = was.layout.shape[1] - 1;
                    bool others = false;
                    for (Size k = 0; k < was.layout.shape[3]; ++k)
                        others |= was.at({b, head, query, k}) != is.at({b, head, query, k});
                    const std::string words = other_scores_words(*run, *other, {place, b, query, 0}, head);
                    CAPTURE(words);
                    CHECK(words.empty() == !(others && reads_other));
                    if (layer == 0) CHECK(words.empty());
                    if (words.empty()) {
                        ++none;
                        continue;
                    }
                    CHECK(words.ends_with(without));
                    CHECK(says(words, "reads x,"));
                    CHECK(says(words, other->untouched == run ? "yet they differ from those of the run without alterations:"
                                                              : "of the open run:"));
                    ++of_x;
                }
            }
        }
        for (Size layer = 0; layer < c.num_decoder_layers; ++layer) {
            const AttentionPlace place{AttentionKind::cross, layer};
            for (Size b = 0; b < sentence_count(*run); ++b) {
                const std::string words = other_scores_words(*run, *other, {place, b, 0, 0}, 0);
                if (words.empty()) continue;
                CHECK(says(words, "memory") == !equal(run->find("memory"), other->find("memory"), b));
                of_memory += says(words, "memory");
            }
        }
    }
    CHECK(of_x > 20);
    CHECK(of_memory > 5);
    CHECK(none > 100);
}

TEST_CASE("of runs that differ by more than their masks, or do not differ, no mask is said to have changed the scores") {
    Random random(62);
    for (int round = 0; round < 20; ++round) {
        const auto run = random_run(random);
        const Size last = run->model->configuration.num_decoder_layers - 1;
        const MaskCell cell{{AttentionKind::decoder_self, last}, 0, 0, 0};
        CHECK(other_scores_words(*run, *run, cell, 0).empty());
        const auto unscaled = with_edits(run, {.design = {.scale_scores = false, .causal_mask = false}});
        CHECK(other_scores_words(*run, *unscaled, cell, 0).empty());
        Edits edits{.design = {.causal_mask = false}};
        edits.interventions.silenced.push_back({"decoder.layers.0.self_attn", 0});
        CHECK(other_scores_words(*run, *with_edits(run, edits), cell, 0).empty());
    }
}

}  // namespace vitrine::score_words_test
