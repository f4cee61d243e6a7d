#include "app/views/masks/words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/run.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "tests/app/random_runs.h"

namespace vitrine::mask_words_test {
using namespace vitrine::tests;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Every attention of a run, in every sentence.
template <class Visit>
void for_each_mask(const Run& run, Visit&& visit) {
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(run.model->configuration, kind); ++layer) {
            const AttentionPlace place{kind, layer};
            for (Size sentence = 0; sentence < sentence_count(run); ++sentence)
                visit(place, sentence, attention_of(*run.activations, place).mask);
        }
    }
}

template <class Visit>
void for_each_pair(const MaskTensor& mask, Visit&& visit) {
    for (Size query = 0; query < mask.size(2); ++query) {
        for (Size key = 0; key < mask.size(3); ++key) visit(query, key);
    }
}

/// The cell that the picture of an operand shows.
bool cell_of(MaskKind operand, const Run& run, const AttentionPlace& place, const Index& cell) {
    const MaskParts& parts = run.of<MaskReadings>().parts(run);
    if (operand == MaskKind::causal) return parts.causal.at(window_of(run, place)).at({0, 0, cell[2], cell[3]}) != 0;
    const MaskTensor& padding = parts.padding(place.kind);
    return padding.at({cell[0], 0, padding.size(2) > 1 ? cell[2] : 0, cell[3]}) != 0;
}

bool is_padding(const Run& run, Side side, Size sentence, Size position) {
    const Configuration& c = run.model->configuration;
    const bool source = side == Side::source;
    const IndexTensor& tokens = (source ? run.activations->src : run.activations->tgt).tokens;
    return tokens.at({sentence, position}) == (source ? c.pad_src : c.pad_tgt);
}

}  // namespace

TEST_CASE("the equation of a mask holds in every cell, or says in how many it does not") {
    Random random(1);
    int unequal = 0;
    std::set<std::size_t> operand_counts;
    for (int round = 0; round < 240; ++round) {
        const auto run = any_edited_run(random);
        for_each_mask(*run, [&](const AttentionPlace& place, Size sentence, const MaskTensor& mask) {
            const MaskEquation equation = mask_equation(*run, place, sentence);
            Size differing = 0;
            for_each_pair(mask, [&](Size query, Size key) {
                const Index cell{sentence, 0, query, key};
                const bool product =
                    std::ranges::all_of(equation.operands, [&](MaskKind operand) { return cell_of(operand, *run, place, cell); });
                differing += product != (mask.at(cell) != 0);
            });
            CHECK(equation.set_by_hand == differing);
            CHECK(std::string(equation.sign()) == (differing == 0 ? "=" : "≠"));
            CHECK(equation.operands.size() + equation.left_out.size() == (place.kind == AttentionKind::decoder_self ? 2 : 1));
            unequal += differing > 0;
            operand_counts.insert(equation.operands.size());
        });
    }
    CHECK(unequal > 10);
    CHECK(operand_counts == std::set<std::size_t>{0, 1, 2});
}

TEST_CASE("what is said of a mask's purpose follows from its cells and the tokens") {
    Random random(2);
    int listed = 0;
    for (int round = 0; round < 150; ++round) {
        const auto run = random_edited_run(random);
        for_each_mask(*run, [&](const AttentionPlace& place, Size sentence, const MaskTensor& mask) {
            const std::string text = mask_purpose(*run, place, sentence);
            CAPTURE(text);
            bool later = false, at_padding = false, padding = false, all = true;
            // The sentences with padding, as a list of numbers would name them.
            std::string padded;
            for (Size other = 0; other < mask.size(0); ++other) {
                Size count = 0;
                for (Size key = 0; key < mask.size(3); ++key) count += is_padding(*run, side_of_keys(place.kind), other, key);
                if (count > 0) padded += std::to_string(other + 1) + ' ';
            }
            for_each_pair(mask, [&](Size query, Size key) {
                const bool sees = mask.at({sentence, 0, query, key}) != 0;
                const bool pad = is_padding(*run, side_of_keys(place.kind), sentence, key);
                later |= sees && key > query;
                at_padding |= sees && pad;
                padding |= pad;
                all &= sees;
            });
            const bool by_hand = contains(text, "set by hand");
            CHECK(by_hand == (mask_equation(*run, place, sentence).set_by_hand > 0));
            if (by_hand) return;
            if (contains(text, "No token may attend to a later one")) CHECK_FALSE(later);
            if (contains(text, "none to padding") || contains(text, "No token may attend to padding")) CHECK_FALSE(at_padding);
            if (contains(text, "tokens may attend to later ones") && mask.size(2) > 1 && !run->regime.design.padding_mask)
                CHECK(later);
            if (contains(text, "very token may")) CHECK(all);
            if (contains(text, "his sentence has no padding") || contains(text, "his batch has no padding")) CHECK_FALSE(padding);
            if (contains(text, "his batch has no padding")) CHECK(padded.empty());
            if (const std::size_t at = text.find("sentence has no padding; "); at != std::string::npos) {
                std::string named;
                for (const char c : text.substr(at)) named += c >= '0' && c <= '9' ? std::string{c, ' '} : "";
                CHECK((contains(text, " more have") || named == padded));
                CHECK(contains(text, " has.") == (padded.size() == 2));
                ++listed;
            }
        });
    }
    CHECK(listed > 10);
}

TEST_CASE("heads, layers and sentences are said to share a mask exactly where their cells are equal") {
    Random random(3);
    for (int round = 0; round < 150; ++round) {
        const auto run = random_edited_run(random);
        for_each_mask(*run, [&](const AttentionPlace& place, Size, const MaskTensor& mask) {
            const std::string text = mask_sharing(*run, place);
            CAPTURE(text);
            bool same_sentences = true, same_layers = true;
            for (Size sentence = 0; sentence < mask.size(0); ++sentence) {
                for_each_pair(mask, [&](Size query, Size key) {
                    const bool own = mask.at({sentence, 0, query, key}) != 0;
                    same_sentences &= own == (mask.at({0, 0, query, key}) != 0);
                    for (Size layer = 0; layer < attention_layers(run->model->configuration, place.kind); ++layer) {
                        const MaskTensor& other = attention_of(*run->activations, {place.kind, layer}).mask;
                        same_layers &= own == (other.at({sentence, 0, query, key}) != 0);
                    }
                });
            }
            CHECK(contains(text, "Layers differ") == !same_layers);
            CHECK(contains(text, "Sentences differ") == !same_sentences);
            if (contains(text, "All sentences have the same")) CHECK(same_sentences);
        });
    }
}

TEST_CASE("the masks in use are named by the operands of the equation") {
    Random random(4);
    int with_window = 0;
    for (int round = 0; round < 60; ++round) {
        const auto run = random_edited_run(random);
        Size windows = 0;
        for (Size layer = 0; layer < run->model->configuration.num_decoder_layers; ++layer)
            windows += run->model->configuration.layer(StackKind::decoder, layer).window.has_value();
        for_each_mask(*run, [&](const AttentionPlace& place, Size sentence, const MaskTensor&) {
            const std::string text = masks_used(*run, place.kind);
            const auto operands = mask_equation(*run, place, sentence).operands;
            CAPTURE(text);
            CHECK(contains(text, "causal") == (std::ranges::count(operands, MaskKind::causal) > 0));
            CHECK(contains(text, "padding") == (std::ranges::count(operands, MaskKind::causal) != std::ssize(operands)));
            CHECK(contains(text, "∧") == (operands.size() == 2));
            CHECK(contains(text, "no mask") == operands.empty());
            CHECK(contains(text, "window") == (contains(text, "causal") && windows > 0));
            CHECK(contains(text, fmt::format(", {} windowed", windows)) ==
                  (contains(text, "window") && windows < run->model->configuration.num_decoder_layers));
            with_window += contains(text, "window");
            if (place.kind != AttentionKind::decoder_self) return;
            const std::string title = mask_thing_words(*run, MaskKind::causal, {place, sentence}, 0, 1).title;
            CHECK(contains(title, "window") == window_of(*run, place).has_value());
        });
    }
    CHECK(with_window > 0);
}

TEST_CASE("what has become of a pair follows from its numbers, and those set by hand are named as such") {
    Random random(5);
    int written_scores = 0, written_weights = 0, hidden = 0, let_through = 0, left = 0;
    for (int round = 0; round < 200; ++round) {
        auto run = random_edited_run(random);
        // Numbers after the mask are overwritten, too: masked scores or, with the mask after the softmax, unmasked weights.
        const std::string behind = run->regime.design.mask_after_softmax ? ".unmasked_weights" : ".masked_scores";
        Edits edits = run->edits;
        const std::string path = "encoder.layers.0.self_attn" + behind;
        edits.interventions.overwrites.push_back(random_overwrite(path, run->find(path), run->model->configuration, random));
        run = with_edits(untouched(run), edits);
        for_each_mask(*run, [&](const AttentionPlace& place, Size sentence, const MaskTensor& mask) {
            const std::string attention = path_of(place);
            for_each_pair(mask, [&](Size query, Size key) {
                const Index cell{sentence, 0, query, key};
                const std::string text = mask_outcome(*run, {place, sentence, query, key}, 0);
                CAPTURE(text);
                const double weight = run->find(attention + ".weights").at(cell);
                const bool sees = mask.at(cell) != 0, later = run->regime.design.mask_after_softmax;
                const bool weight_by_hand = is_written(*run, attention + ".weights", cell);
                const bool before_by_hand = is_written(*run, attention + (later ? ".unmasked_weights" : ".masked_scores"), cell);
                CHECK(contains(text, " may attend to ") == sees);
                CHECK(contains(text, "its weight was set by hand to " + plain_number(weight)) == weight_by_hand);
                if (before_by_hand && !later && !sees) CHECK(contains(text, "masked score was set by hand"));
                if (contains(text, "does not hide completely")) {
                    CHECK_FALSE((weight_by_hand || before_by_hand));
                    CHECK(weight != 0);
                    ++let_through;
                }
                if (contains(text, "exactly 0") || contains(text, "That weight becomes 0")) CHECK(weight == 0);
                if (contains(text, "Its weight is still NaN")) CHECK(std::isnan(weight));
                if (contains(text, "the mask leaves the score")) {
                    const double before = run->find(attention + ".scores").at(cell),
                                 after = run->find(attention + ".masked_scores").at(cell);
                    CHECK((before == after || (std::isnan(before) && std::isnan(after))));
                    ++left;
                }
                CHECK_FALSE(contains(text, "unchanged"));  // the score may differ from that of the run without alterations

                written_scores += before_by_hand, written_weights += weight_by_hand, hidden += !sees;
            });
        });
    }
    CHECK(written_scores > 50);
    CHECK(written_weights > 10);
    CHECK(hidden > 1000);
    CHECK(let_through > 0);
    CHECK(left > 1000);
}

TEST_CASE("of a model without padding it is said that there is none, and of no run that it leaves its mask out") {
    Random random(7);
    auto model = std::make_shared<Model>();
    model->configuration = random_configuration(random);
    model->configuration.pad_src = model->configuration.pad_tgt = no_token;
    model->parameters = random_parameters(model->configuration, random);
    model->batch = random_batch(model->configuration, 7);
    for (const bool causal : {true, false}) {
        Design design;
        design.causal_mask = causal;
        const auto run = with_edits(make_run(model), {.design = design});
        for_each_mask(*run, [&](const AttentionPlace& place, Size sentence, const MaskTensor&) {
            const std::string purpose = mask_purpose(*run, place, sentence);
            CAPTURE(purpose);
            CHECK(contains(purpose, "his model has no padding"));
            CHECK(!contains(purpose, "padding mask is left out"));
            const bool target = place.kind == AttentionKind::decoder_self;
            CHECK(masks_used(*run, place.kind) == (target && causal ? "causal alone" : "no mask"));
        });
        const MaskThingWords source = mask_thing_words(*run, MaskKind::source_padding, {}, 0, 6);
        CHECK(source.card == "hides nothing");
        CHECK(source.note[1] == "the model has no padding");
    }
}

}  // namespace vitrine::mask_words_test
