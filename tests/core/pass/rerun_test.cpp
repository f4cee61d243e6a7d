/// A rerun compared with the same run computed from its beginning.

#include "core/pass/rerun.h"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/trace/outline.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::rerun_test {
using namespace vitrine::tests;

namespace {

/// The names of these tensors of the activations.
std::set<std::string> names(const std::vector<const void*>& tensors, const Activations& activations) {
    std::set<std::string> found;
    for_each_tensor(
        "",
        [&](const std::string& path, const auto& tensor) {
            if (std::ranges::count(tensors, static_cast<const void*>(&tensor))) found.insert(path);
        },
        activations);
    return found;
}

/// The tensors that may change with a tensor or parameter: those of its step and all that are computed from them.
std::set<std::string> dependents(const Outline& outline, const std::string& path) {
    std::set<std::string> reached;
    for (const Step& step : outline.steps) {
        const bool own = std::ranges::count(step.outputs, path) || std::ranges::count(step.parameters, path);
        if (own || std::ranges::any_of(step.inputs, [&](const std::string& input) { return reached.contains(input); }))
            reached.insert(step.outputs.begin(), step.outputs.end());
    }
    return reached;
}

/// A complete run, and the same run computed from an earlier one.
struct Pair {
    Activations full, partial;
    std::set<std::string> recomputed;

    Pair(const FinishedPass& earlier, const Pass& pass) {
        forward(pass, full);
        recomputed = names(rerun(earlier, pass, partial), partial);
    }
};

void check_overwrites(const Ingredients& made, const std::vector<Overwrite>& overwrites) {
    const Interventions none;
    const Outline outline = make_outline(made.configuration, made.regime);
    Activations plain;
    forward(made.pass(none), plain);
    const Activations copy = plain;
    for (const Overwrite& overwrite : overwrites) {
        CAPTURE(overwrite.path);
        const Interventions interventions{.overwrites = {overwrite}};
        const Pair there({made.pass(none), plain}, made.pass(interventions));
        CHECK(same_cells(there.partial, there.full));
        const std::set<std::string> dependent = dependents(outline, overwrite.path);
        CHECK(there.recomputed.empty() == dependent.empty());  // a design may leave a parameter unread
        CHECK(std::ranges::includes(dependent, there.recomputed));
        const Pair back({made.pass(interventions), there.partial}, made.pass(none));
        CHECK(same_cells(back.partial, plain));
    }
    CHECK(same_cells(plain, copy));
}

/// Changes something random about a run.
void change(Ingredients& made, Interventions& interventions, const Activations& activations, Random& random) {
    const Configuration& c = made.configuration;
    switch (random.below(6)) {
        case 0:
            interventions = random_interventions(made, activations, random);
            break;
        case 1:
            interventions = {};
            break;
        case 2:
            made.batch.tgt.data()[random.below(static_cast<std::uint64_t>(made.batch.tgt.count()))] =
                static_cast<std::int32_t>(between(random, 0, c.tgt_vocab_size - 1));
            break;
        case 3:
            interventions = {};  // their cells may lie outside other sentences
            made.batch = random_batch(c, random);
            if (coin(random)) made.batch.labels.clear();
            break;
        case 4:
            interventions = {};  // their tensors may not be there
            made.regime.design = random_design(c, random);
            break;
        default:
            made.parameters = random_parameters(c, random);
    }
}

}  // namespace

TEST_CASE("a rerun after an edit at any depth is a full run bit for bit, and computes only what depends on the edit") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        Activations plain;
        forward(made.pass({}), plain);
        check_overwrites(made, overwrites_everywhere(made, plain, random));
    }
}

TEST_CASE("it is with every departure from the paper") {
    const Counted checks(20);
    Random random(5);
    Ingredients made = random_ingredients(random);
    for (const Design& design : single_departures(made.configuration)) {
        made.regime.design = design;
        Activations plain;
        forward(made.pass({}), plain);
        check_overwrites(made, overwrites_everywhere(made, plain, random));
    }
}

TEST_CASE("it is for the models that PyTorch recorded, too") {
    for (const char* name : {"navigation", "translation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        const std::filesystem::path folder = test_data("goldens") / name;
        const Model model = open_model({.folder = folder, .batch = folder / "batch.json"});
        const Ingredients made{model.configuration, model.parameters, model.batch};
        Random random(3);
        Activations plain;
        forward(made.pass({}), plain);
        check_overwrites(made, overwrites_everywhere(made, plain, random));
    }
}

TEST_CASE(
    "a rerun of a rerun is a full run bit for bit, whatever has changed: interventions, tokens, lengths, labels, design, "
    "parameters") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        Interventions interventions;
        Activations activations;
        forward(made.pass(interventions), activations);
        for (int round = 0; round < 12; ++round) {
            CAPTURE(round);
            const Ingredients earlier = made;
            const Interventions earlier_interventions = interventions;
            const Activations copy = activations;
            change(made, interventions, activations, random);
            Pair pair({earlier.pass(earlier_interventions), activations}, made.pass(interventions));
            REQUIRE(same_cells(pair.partial, pair.full));
            REQUIRE(same_cells(activations, copy));
            activations = std::move(pair.partial);
        }
    }
}

TEST_CASE("a tensor overwritten with itself changes nothing, and only its own operation runs") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        Activations plain;
        forward(made.pass({}), plain);
        const auto check_tensor = [&](const std::string& path, const auto& tensor) {
            CAPTURE(path);
            Interventions interventions;
            for (Size i = 0; i < tensor.count(); ++i) {
                const Index cell = index_of(tensor.layout(), i);
                interventions.overwrites.push_back({path, cell, static_cast<double>(tensor.at(cell))});
            }
            const Pair pair({made.pass({}), plain}, made.pass(interventions));
            CHECK(same_cells(pair.full, plain));
            CHECK(pair.recomputed.size() <= 2);
            visit_tensors([](const auto& same, const auto& earlier) { CHECK(same.data() == earlier.data()); }, pair.partial, plain);
        };
        for_each_tensor("", check_tensor, plain);
        for_each_tensor("", check_tensor, made.parameters);
    }
}

TEST_CASE("another target token computes nothing of the encoder, nor the keys and values that the decoder makes of it") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        Ingredients other = made;
        std::int32_t& token = other.batch.tgt.data()[other.batch.tgt.count() - 1];
        token = (token + 1) % static_cast<std::int32_t>(made.configuration.tgt_vocab_size);
        Activations plain;
        forward(made.pass({}), plain);
        const Pair pair({made.pass({}), plain}, other.pass({}));
        CHECK(same_cells(pair.partial, pair.full));
        CHECK(pair.recomputed.contains("tgt.tokens"));
        CHECK(pair.recomputed.contains("decoder.layers.0.cross_attn.query"));
        for (const std::string& path : pair.recomputed) {
            CAPTURE(path);
            CHECK_FALSE(path.starts_with("encoder."));
            CHECK_FALSE(path.starts_with("src."));
            CHECK(path != "memory");
            CHECK_FALSE(path.ends_with("cross_attn.key"));
            CHECK_FALSE(path.ends_with("cross_attn.value"));
        }
    }
}

TEST_CASE("with dropout, what was left out stays left out, also where other numbers of it are set by hand") {
    for (std::uint64_t seed = 21; seed <= 26; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        made.regime = {.dropout = 0.3, .embedding_dropout = 0.2, .seed = seed};
        Activations plain;
        forward(made.pass({}), plain);
        check_overwrites(made, overwrites_everywhere(made, plain, random));
        // Other words of the same lengths keep it, too.
        Activations other;
        Ingredients changed = made;
        changed.batch.src.at({0, 0}) = (changed.batch.src.at({0, 0}) + 1) % made.configuration.src_vocab_size;
        rerun({made.pass({}), plain}, changed.pass({}), other);
        CHECK(same_cells(other.src.dropout_mask, plain.src.dropout_mask));
        CHECK(same_cells(other.encoder.layers[0].ffn().output_dropout_mask, plain.encoder.layers[0].ffn().output_dropout_mask));
    }
}

TEST_CASE("with dropout, or another regime, a rerun is a full run") {
    Random random(1);
    const Ingredients made = random_ingredients(random);
    const Interventions silent{.silenced = {{"encoder.layers.0.self_attn", 0}}};
    Activations plain;
    forward(made.pass({}), plain);
    for (const Regime& regime :
         {Regime{.dropout = 0.5, .seed = 3}, Regime{.embedding_dropout = 0.5}, Regime{.design = {.causal_mask = false}}}) {
        const Pass pass{made.configuration, made.parameters, made.batch, regime, &silent};
        const Pair pair({made.pass({}), plain}, pass);
        CHECK(same_cells(pair.partial, pair.full));
        CHECK(pair.recomputed.contains("src.tokens"));
    }
}

TEST_CASE("whoever fills activations again that share their memory leaves the other ones as they are") {
    Random random(2);
    Ingredients made = random_ingredients(random);
    made.configuration.positions = PositionKind::sinusoidal;
    made.parameters = random_parameters(made.configuration, random);
    Ingredients other = made;
    other.batch = random_batch(made.configuration, random);
    const Interventions late{.overwrites = {{"probabilities", {}, 9}}};
    Activations plain, altered;
    forward(made.pass({}), plain);
    rerun({made.pass({}), plain}, made.pass(late), altered);
    CHECK(altered.memory.data() == plain.memory.data());
    const Activations copy = plain, altered_copy = altered;
    Activations third, fresh;
    rerun({made.pass({}), plain}, made.pass(late), third);
    forward(other.pass({}), third);
    CHECK(same_cells(plain, copy));
    const Interventions early{.overwrites = {{"src.sum", {}, 4}}};
    forward(made.pass(early), plain);
    CHECK(same_cells(altered, altered_copy));
    forward(made.pass(early), fresh);
    CHECK(same_cells(plain, fresh));
}

}  // namespace vitrine::rerun_test
