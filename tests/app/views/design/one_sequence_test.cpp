/// The Design view of models that read one sentence: what it says is true of their runs.

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/edited.h"
#include "app/run/prediction.h"
#include "app/views/design/backward.h"
#include "app/views/design/look.h"
#include "app/views/design/measures.h"
#include "app/views/design/places.h"
#include "app/views/design/runs.h"
#include "app/views/design/state.h"
#include "app/views/design/words.h"
#include "core/tensor/error.h"
#include "tests/app/family_runs.h"
#include "tests/counted.h"

namespace vitrine::design_of_one_sequence_test {
using namespace vitrine::tests;

namespace {

constexpr const char* families[] = {"gpt2", "bert", "llama", "qwen2"};

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

Design taken_back(const DesignChoice& choice) {
    Design design;
    choice.make(design, true);
    return design;
}

bool same_rows(const TensorView& tensor, Index a, Index b) {
    const auto last = static_cast<std::size_t>(tensor.layout.rank - 1);
    for (a[last] = b[last] = 0; a[last] < tensor.layout.shape[last]; ++a[last], ++b[last]) {
        if (tensor.at(a) != tensor.at(b)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("every choice that a model of one stack can switch off moves its predictions, and is measured in a tensor that it has") {
    const Counted checks(20);
    for (const std::string family : families) {
        CAPTURE(family);
        const auto run = family_run(family);
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            const ChoiceMeasure measure = measure_of_choice(choice.name, *run);
            if (!refusal(taken_back(choice), run->model->configuration).empty()) continue;
            CHECK(run->find(measure.path).present());
            const auto now = with_edits(run, {.design = taken_back(choice)});
            const TensorView before = run->find("probabilities"), after = now->find("probabilities");
            bool moved = false;
            for (Size place = 0; place < before.layout.count(); ++place)
                moved |= before.at(index_of(before.layout, place)) != after.at(index_of(after.layout, place));
            CHECK(moved);
        }
    }
}

TEST_CASE("what a model of one stack cannot switch off is refused, and its words say why") {
    const auto gpt = family_run("gpt2"), bert = family_run("bert"), t5 = family_run("t5");
    const DesignChoice &sharing = *find_design_choice("shared_attention"), &causal = *find_design_choice("no_causal_mask"),
                       &scores = *find_design_choice("unscaled_scores");
    CHECK(has(refusal(taken_back(sharing), gpt->model->configuration), "no cross-attention"));
    CHECK(has(choice_words(*gpt, sharing).effect, "no cross-attention"));
    CHECK(sharing.equation(gpt->model->configuration, {}) == "no cross-attention in this model");
    CHECK(has(refusal(taken_back(causal), bert->model->configuration), "no causal mask"));
    CHECK(has(choice_words(*bert, causal).effect, "no causal mask in the first place"));
    CHECK(causal.equation(bert->model->configuration, {}) == "no causal mask in an encoder");
    CHECK(has(refusal(taken_back(scores), t5->model->configuration), "does not divide its scores"));
    CHECK(has(choice_words(*t5, scores).effect, "does not divide its scores"));
    CHECK(backward_claim(*t5, "unscaled_scores") == nullptr);
    CHECK(backward_claim(*gpt, "unscaled_scores") != nullptr);
}

TEST_CASE("what scores are divided by is the same number in the equation, in the words and in the run") {
    const Counted checks(10);
    const DesignChoice& scores = *find_design_choice("unscaled_scores");
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        if (!c.scale_scores || c.scale_scores_by_layer) continue;
        const AttentionPlace place = first_self_attention(*run);
        const TensorView own = run->find(path_of(place) + ".scores");
        const auto without = with_edits(run, {.design = taken_back(scores)});
        const TensorView larger = without->find(path_of(place) + ".scores");
        const double factor = larger.at({0, 0, 1, 0}) / own.at({0, 0, 1, 0});
        const std::string words = choice_words(*run, scores).effect;
        CAPTURE(words);
        CHECK(has(words, fmt::format("√{0:g} = {1:.3g} times", factor * factor, factor)));
        const AttentionDescription& of = described(*run, place);
        if (of.divisor.width) CHECK(has(scores.equation(c, {}), fmt::format("/ √{:g}", factor * factor)));
        CHECK(has(words, "capped") == of.scores_cap.has_value());
    }
}

TEST_CASE("the equation of the scores has the symbols of the tensors that are multiplied") {
    const Counted checks(12);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const std::string path = path_of(first_self_attention(*run)) + ".scores";
        const Step& made = run->outline().steps[static_cast<std::size_t>(run->info(path)->step)];
        const std::string query = run->info(made.inputs[0])->symbol, key = run->info(made.inputs[1])->symbol;
        CAPTURE(query);
        const std::string equation = find_design_choice("unscaled_scores")->equation(run->model->configuration, {});
        CHECK(has(equation + ' ', "scores = " + query + "·" + key + " "));
    }
}

TEST_CASE("the equation of the causal mask has the window of layer 1, and that of residuals the parallel sublayers") {
    const auto gemma = family_run("gemma2"), phi = family_run("phi"), gpt = family_run("gpt2");
    const DesignChoice &causal = *find_design_choice("no_causal_mask"), &residuals = *find_design_choice("no_residuals");
    const Size window = *described(*gemma, first_causal_attention(*gemma)).mask.window;
    CHECK(has(causal.equation(gemma->model->configuration, {}), fmt::format("key ≤ query < key + {}), in layer 1", window)));
    CHECK(has(choice_words(*gemma, causal).effect, "windows"));
    CHECK(has(causal.equation(gpt->model->configuration, {}), "key ≤ query"));
    CHECK_FALSE(has(causal.equation(gpt->model->configuration, {}), "<"));
    CHECK_FALSE(has(choice_words(*gpt, causal).effect, "windows"));
    CHECK(residuals.equation(phi->model->configuration, {}) == "x + attention(LayerNorm(x)) + network(LayerNorm(x))");
    CHECK(residuals.equation(gpt->model->configuration, {}) == "x + sublayer(LayerNorm(x))");
    CHECK_FALSE(has(choice_words(*phi, residuals).effect, "every sublayer"));
}

TEST_CASE("a choice that a model lacks is neither on nor off, and has one equation") {
    for (const char* family : {"t5", "gpt2", "bert"}) {
        CAPTURE(family);
        State state = opened_family(family);
        const std::string lacked = family == std::string("t5") ? "unscaled_scores" : "unscaled_embeddings";
        state.of<DesignView>().shown = lacked;
        CHECK(explained_choice(state).before_caption == "in this model");
        CHECK(explained_choice(state).after.empty());
        CHECK(run_pair(state).first_title == "as it is now");
        state.of<DesignView>().shown = "no_residuals";
        CHECK_FALSE(explained_choice(state).after.empty());
    }
}

TEST_CASE("where a model of one stack has nothing to look at, nothing leads there") {
    const Counted checks(20);
    for (const std::string family : families) {
        State state = opened_family(family);
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            state.of<DesignView>().shown = choice.name;
            CHECK(look_there(state).commands.empty() == (choice.name == "shared_attention"));
        }
    }
}

TEST_CASE("no word about a model of one stack speaks of a source, a target, a memory or the other stack") {
    const Counted checks(100);
    for (const std::string family : families) {
        CAPTURE(family);
        State state = opened_family(family);
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            if (choice.name == "shared_attention") continue;  // this choice says what the model does not have
            state.of<DesignView>().shown = choice.name;
            const ExplainedChoice words = explained_choice(state);
            const ChoiceMeasure measure = measure_of_choice(choice.name, *state.run);
            for (const std::string& text : {words.effect, words.look, look_there(state).words, measure.tensor,
                                            std::string(measure.definition), words.before, words.after}) {
                CAPTURE(text);
                for (const char* other : {"source", "target", "memory", "decoder's input"}) CHECK_FALSE(has(text, other));
                CHECK((state.run->model->configuration.has_encoder() || !has(text, "encoder")));
            }
        }
    }
}

TEST_CASE("without positions a word that occurs twice has the same query, key and value at both places of the first layer") {
    for (const char* family : {"gpt2", "llama", "qwen2"}) {
        CAPTURE(family);
        const auto opened_run = family_run(family);
        auto batch = std::make_shared<Batch>(opened_run->model->batch);
        batch->tgt.at({0, 4}) = batch->tgt.at({0, 1});
        const auto run = with_edits(opened_run, {.batch = batch});
        const DesignChoice& choice = *find_design_choice("no_positions");
        CHECK(has(choice_words(*run, choice).look, "which sentence 1 has twice"));
        const auto now = with_edits(run, {.batch = batch, .design = taken_back(choice)});
        for (const char* tensor : {"query", "key", "value"}) {
            const TensorView rows = now->find(std::string("decoder.layers.0.self_attn.") + tensor);
            CHECK(same_rows(rows, {0, 0, 1, 0}, {0, 0, 4, 0}));
        }
    }
}

TEST_CASE("the numbers of heads that are offered make models, and all of them do") {
    const Counted checks(50);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->model->configuration;
        const std::vector<Size> offered = head_counts(c);
        for (Size heads = 1; heads <= c.d_model; ++heads) {
            CAPTURE(heads);
            const bool is_offered = std::ranges::count(offered, heads) > 0;
            Edits edits;
            edits.variant.heads = heads;
            if (is_offered && c.logits) CHECK(with_edits(run, edits)->activations->logits.size(2) == c.output_vocabulary());
            if (is_offered && c.classes > 0) CHECK(with_edits(run, edits)->activations->classifier.scores.size(1) == c.classes);
            if (!is_offered) CHECK_THROWS_AS(with_edits(run, edits), Error);
        }
    }
}

}  // namespace vitrine::design_of_one_sequence_test
