/// The masks of models that read one sequence, and of models whose padding follows from the lengths of sentences, checked against
/// the rule of who may see whom and against the recorded numbers.

#include <algorithm>

#include <doctest/doctest.h>

#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/masks/leak_words.h"
#include "app/views/masks/words.h"
#include "app/widgets/number.h"
#include "tests/app/family_runs.h"
#include "tests/counted.h"

namespace vitrine::masks_of_one_sequence_test {
using namespace vitrine::tests;

namespace {

State looking_at(const std::string& family) {
    State state = opened_family(family);
    apply(state, SetView{View::masks});
    return state;
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a model has the masks and attentions of its stacks, and the shown one is among them") {
    const Counted checks(10);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const State state = looking_at(family);
        const Configuration& c = state.run->model->configuration;
        const std::vector<MaskKind> masks = masks_of(c);
        const std::vector<AttentionKind> kinds = attention_kinds(c);
        CHECK(std::ranges::count(masks, MaskKind::source_padding) == c.has_encoder());
        CHECK(std::ranges::count(masks, MaskKind::causal) == c.has_decoder());
        CHECK(std::ranges::count(kinds, AttentionKind::cross) == state.run->has_both_stacks());
        CHECK(std::ranges::count(masks, state.of<MasksView>().shown) == 1);
        CHECK(std::ranges::count(kinds, state.of<MasksView>().place.kind) == 1);
        CHECK(state.run->trace.find(mask_tensor(state)).present());
    }
}

TEST_CASE(
    "in a run as the model computes it no number is said to be set by hand, and the score before the mask is the masked one") {
    const Counted checks(100);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        for (const AttentionKind kind : attention_kinds(run->model->configuration)) {
            for (Size layer = 0; layer < attention_layers(run->model->configuration, kind); ++layer) {
                const AttentionPlace place{kind, layer};
                const TensorView masked = run->find(path_of(place) + ".masked_scores"), mask = run->find(path_of(place) + ".mask");
                for (Size key = 0; key < masked.layout.shape[3]; ++key) {
                    const Size query = masked.layout.shape[2] - 1;
                    const std::string text = mask_outcome(*run, {place, 0, query, key}, 0);
                    CAPTURE(text);
                    CHECK_FALSE(has(text, "set by hand"));
                    if (mask.at({0, 0, mask.layout.shape[2] == 1 ? 0 : query, key}) == 0) continue;
                    CHECK(has(text, "score at " + signed_number(masked.at({0, 0, query, key}), ElementType::scalar)) !=
                          has(text, "bias at "));
                }
            }
        }
    }
}

TEST_CASE("from one model to another the shown mask is one that the new model has") {
    const Counted checks(30);
    State state = looking_at("t5");
    for (const char* path :
         {"encoder.layers.1.self_attn.mask", "decoder.layers.1.cross_attn.mask", "decoder.layers.1.self_attn.mask"}) {
        for (const std::string& family : family_names()) {
            CAPTURE(family);
            apply(state, ShowRun{family_run("t5")});
            apply(state, SelectTensor{path});
            REQUIRE(mask_tensor(state) == path);
            apply(state, ShowRun{family_run(family)});
            CHECK(state.run->trace.find(mask_tensor(state)).present());
            CHECK(std::ranges::count(masks_of(state.run->model->configuration), state.of<MasksView>().shown) == 1);
        }
    }
}

TEST_CASE("the parts of the equation make the recorded masks, whatever the lengths of the sentences") {
    const Counted checks(100);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        for (const AttentionKind kind : attention_kinds(run->model->configuration)) {
            const MaskTensor& mask = attention_of(*run->activations, {kind, 0}).mask;
            const StackKind stack = kind == AttentionKind::encoder_self ? StackKind::encoder : StackKind::decoder;
            const auto window =
                kind == AttentionKind::decoder_self ? run->model->configuration.layer(stack, 0).window : std::nullopt;
            const IndexTensor& keys = tokens_read(*run, side_of_keys(kind));
            const MaskParts& parts = run->of<MaskReadings>().parts(*run);
            for (Size place = 0; place < mask.count(); ++place) {
                const Index cell = index_of(mask.layout(), place);
                const bool word = parts.padding(kind).at({cell[0], 0, 0, cell[3]}) != 0;
                CHECK(word == (keys.at({cell[0], cell[3]}) != filler));
                const bool later = kind == AttentionKind::decoder_self && parts.causal.at({}).at({0, 0, cell[2], cell[3]}) == 0;
                CHECK(later == (kind == AttentionKind::decoder_self && cell[3] > cell[2]));
                const bool beyond = window && cell[3] <= cell[2] - *window;
                CHECK((mask.at(cell) != 0) == (word && !later && !beyond));
            }
        }
    }
}

TEST_CASE("every token of the vocabulary but the one that stands there can be chosen, where padding is no word") {
    const State state = looking_at("gpt2");
    const IndexTensor& tokens = state.run->activations->tgt.tokens;
    for (const Size position : {Size{0}, tokens.size(1) - 1}) {
        const TokenPlace place{BatchSide::target, 1, position};
        const Size words = state.run->model->configuration.tgt_vocab_size;
        const bool padding = tokens.at({1, position}) == filler;
        CHECK(word_count(state, place) == (padding ? words : words - 1));
        for (Size n = 0; n < word_count(state, place); ++n) {
            const std::int32_t id = nth_word(state, place, n);
            CHECK(id != tokens.at({1, position}));
            CHECK((id >= 0 && id < words));
            CHECK(number_of_word(state, place, id) == n);
        }
    }
}

TEST_CASE("a leak test of one stack counts its outputs, and says what they are") {
    for (const char* family : {"gpt2", "llama", "qwen2", "bert"}) {
        CAPTURE(family);
        const State state = looking_at(family);
        const auto question = leak_question(state);
        REQUIRE(question);
        const LeakTest test = answer(*state.run, *question);
        const LeakFindings found = make_leak_findings(*state.run, test, *question);
        const bool decodes = state.run->model->configuration.has_decoder();
        CHECK((question->change.place.side == BatchSide::target) == decodes);
        CHECK(has(leak_explanation(found), decodes ? "prediction of the next token" : "prediction of the token at this position"));
        REQUIRE(beyond_lines(found).size() == 1);
        const Size length = tokens_read(*state.run, decodes ? Side::target : Side::source).size(1);
        CHECK(beyond_lines(found)[0].text == "other sentences: 0 of " + std::to_string(2 * length) + " outputs changed");
        CHECK(beyond_lines(found)[0].holds);
        for (const std::string& text : {leak_headline(found).text, leak_explanation(found)}) {
            CHECK_FALSE(has(text, "decoder's input"));
            CHECK_FALSE(has(text, "memory"));
        }
        // The first sentence of an encoder has no padding: every row may see every word.
        CHECK((leak_headline(found).verdict == LeakVerdict::nothing_barred) == !decodes);
    }
}

TEST_CASE("with relative positions the mask reads the score with its bias, and is said to") {
    const auto run = family_run("t5");
    const AttentionPlace place{AttentionKind::decoder_self, 0};
    const AttentionActivations& attention = attention_of(*run->activations, place);
    for (Size head = 0; head < attention.scores.size(1); ++head) {
        const double biased = static_cast<double>(attention.biased_scores.at({0, head, 3, 1}));
        REQUIRE(biased != static_cast<double>(attention.scores.at({0, head, 3, 1})));
        const std::string text = mask_outcome(*run, {place, 0, 3, 1}, head);
        CHECK(has(text, "the mask leaves the score with position bias at " + signed_number(biased, ElementType::scalar) + ", "));
        CHECK(has(mask_outcome(*run, {place, 0, 1, 3}, head), "so its score with position bias"));
    }
    CHECK_FALSE(has(mask_outcome(*run, {{AttentionKind::cross, 0}, 0, 1, 1}, 0), "bias"));
}

}  // namespace vitrine::masks_of_one_sequence_test
