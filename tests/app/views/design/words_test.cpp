/// What the Design view says about a choice has to be true of the shown model and sentences: each statement is checked against
/// two runs, one with the choice and one without it, with all other choices and edits the same.

#include "app/views/design/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/prediction.h"
#include "app/views/design/commands.h"
#include "app/views/design/look.h"
#include "core/pass/transformer.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::design_words_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

bool same_tensor(const TensorView& a, const TensorView& b) {
    if (a.present() != b.present() || (a.present() && a.layout.shape != b.layout.shape)) return false;
    for (Size place = 0; a.present() && place < a.layout.count(); ++place) {
        const double x = a.at(index_of(a.layout, place)), y = b.at(index_of(b.layout, place));
        if (x != y && !(std::isnan(x) && std::isnan(y))) return false;
    }
    return true;
}

/// A run with a choice on and with it off.
struct Pair {
    std::shared_ptr<const Run> before, now;

    const Configuration& c() const { return before->model->configuration; }
    bool is_padding(const char* tokens, Size sentence, Size position) const {
        return before->find(tokens).at({sentence, position}) == 0;
    }
    bool has_padding(const char* tokens) const {
        const TensorView all = before->find(tokens);
        for (Size place = 0; place < all.layout.count(); ++place) {
            if (all.at(index_of(all.layout, place)) == 0) return true;
        }
        return false;
    }
    /// Whether the logits are the same numbers, after every word or in all places.
    bool same_logits(bool words_alone) const {
        const TensorView a = before->find("logits"), b = now->find("logits");
        for (Size place = 0; place < a.layout.count(); ++place) {
            const Index cell = index_of(a.layout, place);
            if (words_alone && is_padding("tgt.tokens", cell[0], cell[1])) continue;
            if (a.at(cell) != b.at(cell)) return false;
        }
        return true;
    }
};

/// Some run and two designs that differ in this choice alone, at times with tokens and heads altered by hand in both; nothing if
/// the model cannot have it.
std::optional<Pair> any_pair(const DesignChoice& choice, Random& random) {
    const auto run = any_run(random);
    const Configuration& c = run->model->configuration;
    Design without = random_design(c, random);
    choice.make(without, false);
    Design with = without;
    choice.make(with, true);
    if (!refusal(without, c).empty() || !refusal(with, c).empty()) return std::nullopt;
    Edits edits;
    if (coin(random)) edits.interventions = random_edits(*run, random).interventions;
    edits.interventions.skipped_sublayers.clear();
    std::erase_if(edits.interventions.overwrites, [](const Overwrite& one) { return !one.path.ends_with(".tokens"); });
    Edits off = edits;
    edits.design = without, off.design = with;
    return Pair{with_edits(run, edits), with_edits(run, off)};
}

/// The entropy of softmax over a row of the scores.
double entropy_of(const TensorView& scores, Index cell) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0, entropy = 0;
    const Size keys = scores.layout.shape[3];
    for (cell[3] = 0; cell[3] < keys; ++cell[3]) most = std::max(most, scores.at(cell));
    for (cell[3] = 0; cell[3] < keys; ++cell[3]) sum += std::exp(scores.at(cell) - most);
    for (cell[3] = 0; cell[3] < keys; ++cell[3]) {
        const double share = std::exp(scores.at(cell) - most) / sum;
        if (share > 0) entropy -= share * std::log(share);
    }
    return entropy;
}

void check_scores(const Pair& pair, const ChoiceWords& words) {
    if (has(words.effect, "changes nothing")) return;
    if (has(words.effect, "a weight of 1 whatever its score")) {
        for (const char* path : {"encoder.layers.0.self_attn.weights", "decoder.layers.0.self_attn.weights"})
            CHECK(pair.now->find(path).layout.shape[3] == 1);
        return;
    }
    const double root = std::sqrt(static_cast<double>(pair.c().head_width()));
    CHECK(has(words.effect, fmt::format("√{} = {:.3g} times as large", pair.c().head_width(), root)));
    for (const char* path : {"encoder.layers.0.self_attn.scores", "decoder.layers.0.self_attn.scores"}) {
        const TensorView before = pair.before->find(path), now = pair.now->find(path);
        for (Size place = 0; place < now.layout.count(); ++place) {
            const Index cell = index_of(now.layout, place);
            CHECK(std::abs(now.at(cell) - root * before.at(cell)) <= 1e-4 * (1 + std::abs(now.at(cell))));
            CHECK(entropy_of(now, cell) <= entropy_of(before, cell) + 1e-5);  // sharper
        }
    }
}

void check_sharing(const Pair& pair, const ChoiceWords& words) {
    for (const char* tensor : {"query", "key", "weights", "output"}) {
        const std::string self = std::string("decoder.layers.0.self_attn.") + tensor;
        CHECK(same_tensor(pair.before->find(self), pair.now->find(self)));
    }
    for (const char* tensor : {"query", "key"}) {
        const TensorView before = pair.before->find(std::string("decoder.layers.0.cross_attn.") + tensor);
        const TensorView now = pair.now->find(std::string("decoder.layers.0.cross_attn.") + tensor);
        // A row that has nothing to look at gives 0 or NaN in both.
        const auto is_moot = [&](const TensorView& of) { return of.at({}) == 0 || std::isnan(of.at({})); };
        CHECK((is_moot(before) || !same_tensor(before, now)));
    }
    const bool one = pair.before->find("src.tokens").layout.shape[1] == 1;
    CHECK(has(words.look, "weights are 1 either way") == one);
    const bool weights_differ = !same_tensor(pair.before->find("decoder.layers.0.cross_attn.weights"),
                                             pair.now->find("decoder.layers.0.cross_attn.weights"));
    if (weights_differ) CHECK(has(words.look, "queries, keys and weights differ"));
}

void check_causal(const Pair& pair, const ChoiceWords& words) {
    bool ahead = false;
    const TensorView weights = pair.now->find("decoder.layers.0.self_attn.weights");
    for (Size place = 0; place < weights.layout.count(); ++place) {
        const Index cell = index_of(weights.layout, place);
        ahead |= cell[3] > cell[2] && weights.at(cell) > 0;
    }
    if (has(words.effect, "attends to the tokens after it"))
        CHECK((ahead || pair.has_padding("tgt.tokens")));  // unless all that come later are padding
}

void check_padding(const Pair& pair, const ChoiceWords& words) {
    if (has(words.effect, "changes the numbers of padding alone")) CHECK(pair.same_logits(true));
    if (has(words.effect, "attended to like any token")) {
        CHECK((pair.has_padding("src.tokens") || pair.has_padding("tgt.tokens")));
        bool listened = false;
        for (const char* path : {"encoder.layers.0.self_attn", "decoder.layers.0.self_attn", "decoder.layers.0.cross_attn"}) {
            const TensorView weights = pair.now->find(std::string(path) + ".weights");
            const char* tokens = std::string(path) == "decoder.layers.0.self_attn" ? "tgt.tokens" : "src.tokens";
            for (Size place = 0; place < weights.layout.count(); ++place) {
                const Index cell = index_of(weights.layout, place);
                listened |= pair.is_padding(tokens, cell[0], cell[3]) && weights.at(cell) > 0;
            }
        }
        CHECK(listened);
    }
}

void check_late_mask(const Pair& pair, const ChoiceWords& words) {
    if (has(words.effect, "changes nothing")) return;
    Size hiding = 0;
    for (const char* path : {"encoder.layers.0.self_attn", "decoder.layers.0.self_attn", "decoder.layers.0.cross_attn"}) {
        const TensorView mask = pair.now->find(std::string(path) + ".mask"),
                         weights = pair.now->find(std::string(path) + ".weights");
        for (Size b = 0; b < mask.layout.shape[0]; ++b) {
            for (Size q = 0; q < mask.layout.shape[2]; ++q) {
                double sum = 0;
                Size hidden = 0;
                for (Size k = 0; k < mask.layout.shape[3]; ++k)
                    sum += weights.at({b, 0, q, k}), hidden += mask.at({b, 0, q, k}) == 0;
                hiding += hidden;
                // A share too small for a float is lost.
                CHECK((hidden == 0 ? std::abs(sum - 1) < 1e-4 : sum <= 1 + 1e-6));
            }
        }
    }
    CHECK(hiding > 0);
}

void check_axis(const Pair& pair, const ChoiceWords& words) {
    if (has(words.effect, "changes nothing")) return;
    const TensorView mask = pair.now->find("encoder.layers.0.self_attn.mask");
    for (Size place = 0; place < mask.layout.count(); ++place) {
        const Index cell = index_of(mask.layout, place);
        CHECK((mask.at(cell) != 0) == !pair.is_padding("src.tokens", cell[0], cell[2]));
    }
}

void check_embedding(const Pair& pair, const ChoiceWords& words) {
    const double root = std::sqrt(static_cast<double>(pair.c().d_model));
    const auto words_of = [&](const Run& run, const Index& cell) {
        const TensorView positions = run.find("src.positions");
        return run.find("src.sum").at(cell) - (positions.present() ? positions.at({cell[1], cell[2]}) : 0);
    };
    const TensorView sum = pair.now->find("src.sum");
    for (Size place = 0; place < sum.layout.count(); ++place) {
        const Index cell = index_of(sum.layout, place);
        const double before = words_of(*pair.before, cell), now = words_of(*pair.now, cell);
        CHECK(std::abs(before - root * now) <= 1e-3 * (1 + std::abs(before)));
    }
    CHECK(has(words.effect, "no positions are added") == !pair.now->regime.design.positions);
    CHECK(has(words.effect, "positions that are added") == pair.now->regime.design.positions);
}

/// If the text says so, a word that occurs twice in a sentence has equal rows throughout the encoder.
void check_positions(const Pair& pair, const ChoiceWords& words) {
    bool any = false;
    const TensorView tokens = pair.now->find("src.tokens");
    for (Size b = 0; b < tokens.layout.shape[0]; ++b) {
        for (Size i = 0; i < tokens.layout.shape[1]; ++i) {
            for (Size j = i + 1; j < tokens.layout.shape[1]; ++j) {
                if (tokens.at({b, i}) != tokens.at({b, j}) || tokens.at({b, i}) == 0) continue;
                any = true;
                for (const char* path : {"src.sum", "encoder.layers.0.residual2", "memory"}) {
                    const TensorView rows = pair.now->find(path);
                    for (Size f = 0; f < rows.layout.shape[2]; ++f)
                        CHECK(std::abs(rows.at({b, i, f}) - rows.at({b, j, f})) <= 1e-4 * (1 + std::abs(rows.at({b, i, f}))));
                }
            }
        }
    }
    if (!has(words.effect, "in the first place")) {
        CHECK(has(words.effect, "which tokens the causal mask hides") == pair.now->regime.design.causal_mask);
        CHECK(has(words.effect, "it has no causal mask here") == !pair.now->regime.design.causal_mask);
    }
    const bool by_hand = !pair.now->edits.interventions.overwrites.empty();
    CHECK(words.look.empty() == by_hand);
    CHECK(has(words.look, "has a token twice; if one did") == (!any && !by_hand));
    const std::size_t sentence = words.look.find("which sentence ");
    if (sentence == std::string::npos) return;
    const Size number = std::stoi(words.look.substr(sentence + std::string("which sentence ").size())) - 1;
    std::map<double, int> counts;
    for (Size i = 0; i < tokens.layout.shape[1]; ++i) ++counts[tokens.at({number, i})];
    CHECK(std::ranges::any_of(counts, [](const auto& count) { return count.first != 0 && count.second > 1; }));
}

void check_norm(const Pair& pair, const ChoiceWords& words) {
    const TensorView residual = pair.now->find("encoder.layers.0.residual1");
    const bool norm_added = pair.now->find("encoder.layers.0.norm1").present();
    CHECK(norm_added);
    const bool replaces = has(words.effect, "replaces the stream");
    CHECK(replaces == !pair.now->regime.design.residuals);
    if (replaces) CHECK(same_tensor(residual, pair.now->find("encoder.layers.0.norm1")));
    if (!replaces) CHECK(has(words.look, "before the norm after the last layer") == pair.now->find("encoder.norm").present());
}

}  // namespace

TEST_CASE("what is said of a design choice is so for the model and the sentences that are shown, in both directions") {
    Random random(101);
    std::map<std::string, int> met;
    for (const DesignChoice& choice : design_choices()) {
        CAPTURE(choice.name);
        for (int round = 0; round < 60; ++round) {
            const auto pair = any_pair(choice, random);
            if (!pair) continue;
            const ChoiceWords words = choice_words(*pair->before, choice), same = choice_words(*pair->now, choice);
            CAPTURE(words.effect);
            CHECK(words.effect == same.effect);  // both runs have the same words
            CHECK(words.look == same.look);
            const bool nothing = has(words.effect, "changes nothing");
            if (nothing) CHECK(pair->same_logits(false));
            met[std::string(choice.name) + (nothing ? " changes nothing" : "")]++;
            static const std::map<std::string_view, void (*)(const Pair&, const ChoiceWords&)> checks{
                {"unscaled_scores", check_scores},
                {"shared_attention", check_sharing},
                {"no_causal_mask", check_causal},
                {"no_padding_mask", check_padding},
                {"mask_after_softmax", check_late_mask},
                {"padding_on_queries", check_axis},
                {"unscaled_embeddings", check_embedding},
                {"no_positions", check_positions},
                {"norm_inside", check_norm}};
            if (const auto check = checks.find(choice.name); check != checks.end()) check->second(*pair, words);
        }
    }
    for (const char* both : {"no_causal_mask", "no_padding_mask", "mask_after_softmax", "padding_on_queries"}) {
        CHECK(met[both] > 5);
        CHECK(met[std::string(both) + " changes nothing"] > 2);
    }
}

TEST_CASE("without positions the decoder cannot tell an order where it has no causal mask, and with one it can") {
    const auto model = opened("translation").run->model;
    for (const bool causal : {true, false}) {
        const auto logits = [&](const Batch& batch) {
            Activations made;
            forward({model->configuration, model->parameters, batch, {.design = {.causal_mask = causal, .positions = false}}},
                    made);
            return made.logits;
        };
        Batch other = model->batch;
        std::swap(other.tgt.at({0, 1}), other.tgt.at({0, 2}));
        const Tensor plain = logits(model->batch), swapped = logits(other);
        const Size last = plain.size(1) - 1;
        double apart = 0;  // after the last token, whose own place is the same
        for (Size id = 0; id < plain.size(2); ++id)
            apart = std::max(apart, std::abs(static_cast<double>(plain.at({0, last, id}) - swapped.at({0, last, id}))));
        CHECK((apart > 1e-2) == causal);
    }
}

TEST_CASE("a choice that makes another model is said to make none where it does not show") {
    Random random(102);
    int inside = 0, without = 0;
    for (int round = 0; round < 120; ++round) {
        const auto run = any_run(random);
        const Configuration& c = run->model->configuration;
        const Design design = random_design(c, random);
        const auto designed = with_edits(run, {.design = design});
        const ChoiceWords norm = choice_words(*designed, VariantPart::norm),
                          positions = choice_words(*designed, VariantPart::positions);
        CHECK(has(norm.effect, "pre-norm and post-norm are the same") == design.norm_inside);
        CHECK(has(norm.look, "no norm after the last layer") == (!design.norm_inside && !c.final_norm));
        CHECK(has(positions.look, "nothing of this shows") == !design.positions);
        if (design.norm_inside) {
            Edits after{.design = design}, before{.design = design};
            after.variant.norm_placement = NormPlacement::after, before.variant.norm_placement = NormPlacement::before;
            CHECK(same_tensor(with_edits(run, after)->find("logits"), with_edits(run, before)->find("logits")));
            ++inside;
        }
        if (!design.positions) {
            Edits waves{.design = design}, table{.design = design};
            waves.variant.positions = PositionKind::sinusoidal, table.variant.positions = PositionKind::learned;
            CHECK(with_edits(run, waves)->find("src.positions").present() == false);
            CHECK(with_edits(run, table)->find("src.positions").present() == false);
            ++without;
        }
    }
    CHECK(inside > 10);
    CHECK(without > 10);
}

TEST_CASE("predicted words before and now are those of both runs, padding left out, and a number that is none predicts none") {
    Random random(103);
    int changed = 0, none = 0;
    for (int round = 0; round < 150; ++round) {
        const auto run = any_run(random);
        Edits edits = random_edits(*run, random);
        if (random.below(5) == 0) edits.interventions.overwrites.push_back({"tgt.sum", {0, 0, 0}, NAN});
        const auto now = with_edits(run, edits);
        const Size sentence = between(random, 0, sentence_count(*run) - 1);
        const auto all = predicted_words(*run, *now, sentence);
        std::size_t at = 0;
        for (Size position = 0; position < now->batch->target_length(); ++position) {
            const auto read = static_cast<std::int32_t>(now->find("tgt.tokens").at({sentence, position}));
            if (read == 0) continue;
            REQUIRE(at < all.size());
            const PredictedWord& said = all[at++];
            CHECK(said.position == position);
            CHECK(said.read == read);
            const auto likeliest = [&](const Run& of, const Prediction& prediction) {
                const TensorView likely = of.find("probabilities");
                double most = -1;
                for (Size word = 0; word < likely.layout.shape[2]; ++word)
                    most = std::max(most, likely.at({sentence, position, word}));
                CHECK((most < 0 ? !prediction.is_word() : prediction.probability == most));
                return most < 0 ? -1 : prediction.word;
            };
            const std::int32_t before_word = likeliest(*run, said.before), now_word = likeliest(*now, said.now);
            CHECK(said.has_changed() == (before_word != now_word));
            changed += said.has_changed(), none += now_word < 0;
            const TensorView labels = run->find("labels");
            const bool labelled = labels.present() && labels.at({sentence, position}) != 0;
            CHECK(said.label.has_value() == labelled);
            if (labelled) CHECK(*said.label == labels.at({sentence, position}));
        }
        CHECK(at == all.size());
    }
    CHECK(changed > 30);
    CHECK(none > 3);
}

TEST_CASE("the button that leads to where a choice shows says what stands there") {
    const Counted checks(40);
    Random random(104);
    for (int round = 0; round < 40; ++round) {
        State state = new_state();
        apply(state, ShowRun{any_run(random)});
        for (const DesignChoice& choice : design_choices()) {
            apply(state, ShowDesignChoice{std::string(choice.name)});
            const LookThere there = look_there(state);
            bool padded = false;
            const TensorView tokens = state.run->find("src.tokens");
            for (Size place = 0; place < tokens.layout.count(); ++place) padded |= tokens.at(index_of(tokens.layout, place)) == 0;
            if (has(there.words, "of a padded sentence")) CHECK(padded);
            if (has(there.words, "no sentence here has padding")) CHECK_FALSE(padded);
            if (has(there.words, "sums of embeddings and positions")) CHECK(state.run->find("src.sum").present());
        }
    }
}

}  // namespace vitrine::design_words_test
