/// W_Q, W_K and W_V in the parameters that stack them.

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/run/picture.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"

namespace vitrine::projections_test {
using namespace vitrine::tests;

namespace {

const TensorInfo* bias_beside(const Run& run, const std::string& weight) {
    const std::string path = weight.substr(0, weight.rfind("weight")) + "bias";
    return run.info(path);
}

/// One number of Q, K or V, computed from the projection's own rows: Σᵢ W[output, i] · x[position, i] + b[output].
double projected(const TensorView& weight, const TensorView* bias, const TensorView& x, Size sentence, Size position, Size output) {
    const auto out = static_cast<std::size_t>(weight.layout.find(Axis::output));
    double sum = bias ? bias->at({output}) : 0;
    for (Size i = 0; i < weight.layout.shape[1 - out]; ++i) {
        Index cell{};
        cell[out] = output;
        cell[1 - out] = i;
        sum += weight.at(cell) * x.at({sentence, position, i});
    }
    return sum;
}

/// Compares what each of the three computes with the recorded Q, K or V of the attention that reads the parameter.
void check_makes_what_it_is_called(const Run& run, const TensorInfo& info) {
    const auto parts = projections_in(run, info);
    REQUIRE(parts.size() == 3);
    const TensorView weight = run.find(info.path);
    const TensorInfo* bias_info = bias_beside(run, info.path);
    const std::vector<std::string>& inputs = run.outline().steps[static_cast<std::size_t>(info.step)].inputs;
    const char* made[] = {".query", ".key", ".value"};
    Size outputs = 0;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        CAPTURE(parts[part].symbol);
        CHECK(parts[part].first == outputs);
        outputs += parts[part].count;
        const TensorView own = part_of_stack(weight, parts[part]);
        const TensorView bias =
            bias_info ? part_of_stack(run.find(bias_info->path), projections_in(run, *bias_info)[part]) : TensorView{};
        const TensorView x = run.find(inputs[std::min(part, inputs.size() - 1)]);
        const TensorView result = run.find(parts[part].attention + made[part]);
        const Size heads = result.layout.shape[1], positions = result.layout.shape[2], width = result.layout.shape[3];
        CHECK(parts[part].count == heads * width);
        for (Size head = 0; head < heads; ++head) {
            for (Size position = 0; position < positions; ++position) {
                for (Size dimension = 0; dimension < width; ++dimension) {
                    const double wanted = result.at({0, head, position, dimension});
                    const double sum = projected(own, bias_info ? &bias : nullptr, x, 0, position, head * width + dimension);
                    CHECK(sum == doctest::Approx(wanted).epsilon(1e-3).scale(1));
                }
            }
        }
    }
    CHECK(outputs == weight.layout.shape[static_cast<std::size_t>(weight.layout.find(Axis::output))]);
}

int check_all_of(const Run& run) {
    int checked = 0;
    for (const ParameterView& parameter : run.parameter_list) {
        const TensorInfo& info = *run.info(parameter.name);
        if (projections_in(run, info).empty() || parameter.tensor.layout.rank != 2) continue;
        CAPTURE(info.path);
        check_makes_what_it_is_called(run, info);
        ++checked;
    }
    return checked;
}

const std::string self_attention = "transformer.encoder.layers.0.self_attn.in_proj_weight",
                  cross_attention = "transformer.decoder.layers.0.multihead_attn.in_proj_weight";

}  // namespace

TEST_CASE("the three parts of a stacked weight make the recorded Q, K and V, in each kind of attention") {
    CHECK(check_all_of(*opened("navigation").run) >= 3);
    CHECK(check_all_of(*opened("translation").run) == 6);
    CHECK(check_all_of(*opened("two-heads").run) == 1);
    CHECK(check_all_of(*family_run("gpt2")) > 0);    // stores the matrix transposed
    CHECK(check_all_of(*family_run("llama")) == 0);  // has separate q_proj, k_proj and v_proj
}

TEST_CASE("a cell of a stacked parameter says which of the three it is in, and its number there") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const Size width = run.model->configuration.d_model;
    const TensorInfo& weight = *run.info(self_attention);
    CHECK(cell_words(run, weight, {3, 5}) == "output 3 of W_Q, input 5");
    CHECK(cell_words(run, weight, {width, 0}) == "output 0 of W_K, input 0");
    CHECK(cell_words(run, weight, {3 * width - 1, 2}) == "output " + std::to_string(width - 1) + " of W_V, input 2");
    CHECK(cell_words(run, *run.info("transformer.encoder.layers.0.self_attn.in_proj_bias"), {width + 1}) == "output 1 of b_K");
    CHECK(cell_words(run, *run.info("transformer.encoder.layers.0.self_attn.out_proj.weight"), {1, 2}) == "output 1, input 2");
}

TEST_CASE("one of the three is shown alone until another tensor or a number of another one is chosen") {
    State state = opened("translation");
    const Size width = state.run->model->configuration.d_model;
    apply(state, SelectTensor{cross_attention});
    CHECK_FALSE(projection_alone(state));
    apply(state, ShowProjection{1});
    REQUIRE(projection_alone(state));
    CHECK(projection_alone(state)->symbol == "W_K");
    CHECK(projection_alone(state)->attention == "decoder.layers.0.cross_attn");
    apply(state, SelectCell{cross_attention, {width, 0}});
    CHECK(projection_alone(state)->symbol == "W_K");
    apply(state, SelectCell{cross_attention, {2 * width, 0}});
    CHECK(projection_alone(state)->symbol == "W_V");
    apply(state, ShowProjection{0});
    CHECK_FALSE(state.selection.cell);
    apply(state, ShowProjection{7});
    CHECK(projection_alone(state)->symbol == "W_Q");
    apply(state, SelectTensor{"memory"});
    CHECK_FALSE(projection_alone(state));
    apply(state, ShowProjection{1});
    CHECK_FALSE(projection_alone(state));
}

}  // namespace vitrine::projections_test
