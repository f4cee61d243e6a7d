/// Runs with edits by hand, computed from their beginning.

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/approximately.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/counted.h"

namespace vitrine::interventions_test {
using namespace vitrine::tests;

namespace {

std::string refusal(const Interventions& interventions, const Made& made) {
    try {
        check(interventions, {made.model.configuration, made.model.parameters, made.activations});
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

Interventions overwriting(const std::string& path, const Index& index, double value) {
    return {.overwrites = {{path, index, value}}};
}

/// Whether all cells are equal, where 0 and −0 count as equal.
bool equal_numbers(const Tensor& a, const Tensor& b) {
    return a.count() == b.count() && std::equal(a.data(), a.data() + a.count(), b.data());
}

/// Every sublayer of a model with the tensors around it.
struct SublayerOf {
    std::string path;
    const Tensor *x, *output, *residual;
};

std::vector<SublayerOf> sublayers(const Configuration& c, const Activations& a) {
    std::vector<SublayerOf> list;
    const Tensor* x = &embedding_output(a.src);
    const auto add = [&](const std::string& stack, const StackActivations& of_stack) {
        for (std::size_t i = 0; i < of_stack.layers.size(); ++i) {
            for (const SublayerActivations& sublayer : of_stack.layers[i].sublayers) {
                const bool attends = sublayer.kind != SublayerKind::feed_forward;
                list.push_back({stack + ".layers." + std::to_string(i) + '.' + std::string(name(sublayer.kind)), x,
                                attends ? &sublayer.attention.output : &sublayer.ffn.linear2, &sublayer.residual});
                x = is_normed_before(c.norm_placement) ? &sublayer.residual : &sublayer.norm.output;
            }
        }
    };
    add("encoder", a.encoder);
    x = &embedding_output(a.tgt);
    add("decoder", a.decoder);
    return list;
}

}  // namespace

TEST_CASE("an overwritten cell holds its value, and every other number is what follows from it") {
    Made made(1);
    const Index cell{0, 0, 0};
    made.run(overwriting("memory", cell, 3.5));
    CHECK(made.activations.memory.at(cell) == Scalar(3.5));
    Made other(1);
    other.run({});
    CHECK(same_cells(made.activations.encoder, other.activations.encoder));
    CHECK_FALSE(same_cells(made.activations.logits, other.activations.logits));
}

TEST_CASE("rows are normalised with the mean and the deviation that were set by hand") {
    const Counted checks(2);
    Made made(2);
    made.run({});
    const LayerNormActivations& norm = made.activations.encoder.layers[0].sublayers[0].norm;
    const Tensor before = norm.output;
    const double mean = static_cast<double>(norm.mean.at({0, 0})), deviation = static_cast<double>(norm.deviation.at({0, 0}));
    made.run({.overwrites = {{"encoder.layers.0.norm1.mean", {0, 0}, mean + 1},
                             {"encoder.layers.0.norm1.deviation", {0, 0}, 2 * deviation}}});
    const LayerNormParameters& p = made.model.parameters.transformer.encoder.layers[0].norm1;
    for (Size i = 0; i < before.size(2); ++i) {
        const double gain = static_cast<double>(p.weight.data()[i]),
                     bias = p.bias.empty() ? 0 : static_cast<double>(p.bias.data()[i]);
        const double centred = (static_cast<double>(before.at({0, 0, i})) - bias) / gain * deviation;
        CHECK(static_cast<double>(norm.output.at({0, 0, i})) == approximately((centred - 1) / (2 * deviation) * gain + bias));
    }
}

TEST_CASE("the transposed key is a view: what is written to it is in the key") {
    Made made(3);
    made.run(overwriting("encoder.layers.0.self_attn.key_transposed", {0, 0, 1, 0}, -2));
    CHECK(made.activations.encoder.layers[0].self_attn().key.at({0, 0, 0, 1}) == -2);
}

TEST_CASE("an overwritten parameter is used, and the model's own keeps its value") {
    const Counted checks(20);
    Made made(4);
    const Parameters own = made.model.parameters;
    for (const ParameterView& parameter : list_parameters(own)) {
        CAPTURE(parameter.name);
        made.run(overwriting(parameter.name, {}, 0.75));
        CHECK(same_cells(made.model.parameters, own));
        Made other(4);
        visit_tensor(
            parameter.name, [](Tensor& tensor) { tensor.at({}) = Scalar(0.75); }, other.model.parameters);
        other.run({});
        CHECK(same_cells(made.activations, other.activations));
    }
}

TEST_CASE("a silenced head's context is 0, and what follows is what W_O gives with zeros in that head's columns") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Made made(seed), zeroed(seed);
        const Configuration& c = made.model.configuration;
        const Size head = static_cast<Size>(seed) % c.nhead;
        made.run({.silenced = {{"decoder.layers.0.cross_attn", head}}});
        const Tensor& context = made.activations.decoder.layers[0].cross_attn().context;
        for (Size i = 0; i < context.count(); ++i) {
            const Index cell = index_of(context.layout(), i);
            if (cell[1] == head) CHECK(context.at(cell) == 0);
        }
        Tensor& output_weight = zeroed.model.parameters.transformer.decoder.layers[0].multihead_attn.out_proj.weight;
        for (Size row = 0; row < c.d_model; ++row) {
            for (Size i = 0; i < c.head_width(); ++i) output_weight.at({row, head * c.head_width() + i}) = 0;
        }
        zeroed.run({});
        // A sum of zeros may be −0 in one of the two; every number is the same.
        CHECK(equal_numbers(made.activations.decoder.layers[0].cross_attn().output,
                            zeroed.activations.decoder.layers[0].cross_attn().output));
        CHECK(equal_numbers(made.activations.logits, zeroed.activations.logits));
        CHECK(equal_numbers(made.activations.loss, zeroed.activations.loss));
    }
}

TEST_CASE("a residual without its sublayer is x, without its connection the sublayer's output, and both are computed") {
    const Counted checks(100);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Made made(seed);
        made.run({});
        for (const SublayerOf& sublayer : sublayers(made.model.configuration, made.activations)) {
            CAPTURE(sublayer.path);
            made.run({});
            const Tensor output = *sublayer.output;
            made.run({.skipped_sublayers = {sublayer.path}});
            CHECK(same_cells(*sublayer.residual, *sublayer.x));
            CHECK(same_cells(*sublayer.output, output));
            made.run({.skipped_residuals = {sublayer.path}});
            CHECK(same_cells(*sublayer.residual, *sublayer.output));
            CHECK(same_cells(*sublayer.output, output));
        }
    }
}

TEST_CASE("activations that an altered run has filled are those of a plain run again after one") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Made reused(seed), fresh(seed);
        reused.run({});
        reused.run(random_interventions(reused.model, reused.activations, reused.random));
        reused.run({});
        fresh.run({});
        CHECK(same_cells(reused.activations, fresh.activations));
    }
}

TEST_CASE("an intervention that has no place in a run is refused by its field") {
    Made made(5);
    made.run({});
    const std::string scores = "encoder.layers.0.self_attn.scores";
    CHECK(refusal(overwriting(scores, {}, 1), made).empty());
    CHECK(refusal(overwriting("encoder.layers.0.self_attn.score", {}, 1), made) ==
          "overwrites: this run has no tensor or parameter 'encoder.layers.0.self_attn.score'");
    CHECK(refusal(overwriting("encoder.layers.7.norm1", {}, 1), made).starts_with("overwrites: this run has no tensor"));
    CHECK(refusal(overwriting("encoder.layers", {}, 1), made).starts_with("overwrites: this run has no tensor"));
    CHECK(refusal(overwriting("", {}, 1), made).starts_with("overwrites: this run has no tensor"));
    CHECK(refusal(overwriting("src.dropped", {}, 1), made).starts_with("overwrites: this run has no tensor"));
    CHECK(refusal(overwriting(scores, {0, 9, 0, 0}, 1), made).starts_with("overwrites: " + scores + " has no cell [0, 9, 0, 0]"));
    CHECK(refusal(overwriting("loss", {0, 0, 0, 1}, 1), made).starts_with("overwrites: loss has no cell"));
    const std::string most = std::to_string(made.model.configuration.src_vocab_size - 1);
    CHECK(refusal(overwriting("src.tokens", {}, 1), made).empty());
    for (const double value : {-1.0, 0.5, 99.0, std::numeric_limits<double>::quiet_NaN()})
        CHECK(refusal(overwriting("src.tokens", {}, value), made) ==
              "overwrites: src.tokens takes whole numbers from 0 to " + most);
    CHECK(refusal(overwriting("encoder.layers.0.self_attn.mask", {}, 2), made).ends_with("takes whole numbers from 0 to 1"));
    CHECK(refusal({.silenced = {{"encoder.layers.0.cross_attn", 0}}}, made) ==
          "silenced: this model has no attention 'encoder.layers.0.cross_attn'");
    CHECK(refusal({.silenced = {{"encoder.layers.0.self_attn", 9}}}, made)
              .starts_with("silenced: encoder.layers.0.self_attn has heads 0 to "));
    CHECK(refusal({.skipped_sublayers = {"encoder.layers.0"}}, made) ==
          "skipped_sublayers: this model has no sublayer 'encoder.layers.0'");
    CHECK(refusal({.skipped_residuals = {"decoder.layers.9.ffn"}}, made) ==
          "skipped_residuals: this model has no sublayer 'decoder.layers.9.ffn'");
    CHECK(refusal({.skipped_sublayers = {"encoder.layers.0.ffn"}, .skipped_residuals = {"encoder.layers.0.ffn"}}, made) ==
          "skipped_residuals: encoder.layers.0.ffn is in skipped_sublayers too, and nothing would be left");
    for (int i = 0; i < 50; ++i) CHECK(refusal(random_interventions(made.model, made.activations, made.random), made).empty());
}

TEST_CASE("a cell outside its tensor stops a run that nobody has checked") {
    Made made(6);
    CHECK_THROWS_AS(made.run(overwriting("memory", {99, 0, 0}, 1)), Error);
    CHECK_THROWS_AS(made.run(overwriting("fc_out.weight", {999, 0}, 1)), Error);
}

}  // namespace vitrine::interventions_test
