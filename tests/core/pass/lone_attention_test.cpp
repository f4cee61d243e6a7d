/// One attention alone, held against numbers that were computed in double by another program.

#include <cmath>
#include <memory>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/explain/attention_place.h"
#include "core/files/json_text.h"
#include "core/io/open_model.h"
#include "core/pass/interventions.h"
#include "core/pass/rerun.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "core/trace/trace.h"
#include "tests/core/random_models.h"
#include "tests/test_data.h"

namespace vitrine::lone_attention_test {
using namespace vitrine::tests;

namespace {

const nlohmann::json& expected() {
    static const nlohmann::json all = read_json(test_data("goldens") / "two-heads.json");
    return all;
}

Model two_heads() { return open_model({.sample = "two-heads"}); }

/// The rows of one head of a tensor [1, 2, rows, columns] within 1e-5 of the expected ones, or of their size.
void check_head(const Tensor& tensor, Size head, const char* field) {
    const nlohmann::json& rows = expected()["heads"][std::to_string(head + 1)][field];
    CAPTURE(field);
    CAPTURE(head);
    REQUIRE(static_cast<Size>(rows.size()) == tensor.size(2));
    for (Size row = 0; row < tensor.size(2); ++row) {
        const nlohmann::json& cells = rows[static_cast<std::size_t>(row)];
        REQUIRE(static_cast<Size>(cells.size()) == tensor.size(3));
        for (Size column = 0; column < tensor.size(3); ++column) {
            const double wanted = cells[static_cast<std::size_t>(column)].get<double>();
            const auto found = static_cast<double>(tensor.at({0, head, row, column}));
            CHECK(std::abs(found - wanted) <= 1e-5 * std::max(1.0, std::abs(wanted)));
        }
    }
}

void check_heads(const AttentionActivations& a, const std::string& suffix) {
    for (Size head = 0; head < 2; ++head) {
        check_head(a.query, head, "query");
        check_head(a.key, head, "key");
        check_head(a.value, head, "value");
        check_head(a.scores, head, ("scores_" + suffix).c_str());
        check_head(a.weights, head, ("softmax_" + suffix).c_str());
        check_head(a.context, head, ("context_" + suffix).c_str());
        for (Size i = 0; i < 2; ++i) CHECK(a.merged.at({0, 0, 2 * head + i}) == a.context.at({0, head, 0, i}));
    }
}

}  // namespace

TEST_CASE("the two heads of the sample are those of the reference, divided by the root of their width and not divided") {
    const Model model = two_heads();
    for (const bool divided : {true, false}) {
        Activations a;
        forward({model.configuration, model.parameters, model.batch, {.design = {.scale_scores = divided}}}, a);
        check_heads(a.attention.parts, divided ? "divided" : "not_divided");
    }
}

TEST_CASE("the sample's inputs and weights are those of the reference") {
    const Model model = two_heads();
    const auto check_rows = [](const Tensor& tensor, const char* field) {
        const nlohmann::json& rows = expected()[field];
        REQUIRE(static_cast<Size>(rows.size()) == tensor.size(1));
        for (std::size_t l = 0; l < rows.size(); ++l) {
            for (std::size_t i = 0; i < rows[l].size(); ++i)
                CHECK(tensor.at({0, static_cast<Size>(l), static_cast<Size>(i)}) == static_cast<Scalar>(rows[l][i].get<double>()));
        }
    };
    check_rows(model.batch.query, "query"), check_rows(model.batch.key, "key"), check_rows(model.batch.value, "value");
    const char* names[] = {"W_Q", "W_K", "W_V"};
    for (Size third = 0; third < 3; ++third) {
        for (Size row = 0; row < 4; ++row) {
            const auto& weights = expected()["heads"][std::to_string(row / 2 + 1)]["weights_of_the_layer"];
            const nlohmann::json& matrix = weights[names[static_cast<std::size_t>(third)]];
            for (Size i = 0; i < 4; ++i) {
                const double wanted = matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(row % 2)].get<double>();
                CHECK(model.parameters.attention.in_proj_weight.at({4 * third + row, i}) == static_cast<Scalar>(wanted));
            }
        }
    }
}

TEST_CASE("one attention alone has its own tensors and no others") {
    const Model model = two_heads();
    Activations a;
    forward({model.configuration, model.parameters, model.batch}, a);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), a);
    std::vector<std::string> present;
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        CHECK(trace.tensors[i].present());
        present.push_back(trace.outline->tensors[i].path);
    }
    const std::vector<std::string> wanted{
        "attention.query_input",    "attention.key_input", "attention.value_input", "attention.query", "attention.key",
        "attention.key_transposed", "attention.value",     "attention.scores",      "attention.mask",  "attention.masked_scores",
        "attention.weights",        "attention.context",   "attention.merged"};
    CHECK(present == wanted);
    CHECK(attention_at("attention.scores") == AttentionPlace{AttentionKind::alone, 0});
    CHECK(path_of({AttentionKind::alone, 0}) == "attention");
    std::vector<std::string> parameters;
    for (const ParameterView& one : list_parameters(model.parameters)) parameters.push_back(one.name);
    CHECK(parameters == std::vector<std::string>{"attention.in_proj_weight"});
    CHECK(parameter_count(model.configuration) == 48);
}

TEST_CASE("a rerun of one attention alone after changes by hand is the full run, bit for bit") {
    const Model model = two_heads();
    Activations before;
    const Pass earlier{model.configuration, model.parameters, model.batch};
    forward(earlier, before);
    const Interventions changes[] = {
        {.overwrites = {{"attention.query_input", {0, 0, 2}, 3}}},
        {.overwrites = {{"attention.value_input", {0, 1, 0}, -2}, {"attention.key_transposed", {0, 1, 0, 2}, 0.5}}},
        {.overwrites = {{"attention.mask", {0, 0, 0, 2}, 0}}},
        {.overwrites = {{"attention.in_proj_weight", {9, 3}, 7}}},
        {.silenced = {{"attention", 1}}},
    };
    for (const Interventions& change : changes) {
        check(change, {model.configuration, model.parameters, before});
        const Pass pass{model.configuration, model.parameters, model.batch, {}, &change};
        Activations full, again;
        forward(pass, full);
        rerun({earlier, before}, pass, again);
        visit_tensors(
            [](const auto& a, const auto& b) {
                REQUIRE(a.count() == b.count());
                CHECK(std::equal(a.data(), a.data() + a.count(), b.data()));
            },
            full, again);
        CHECK_FALSE(std::equal(full.attention.parts.merged.data(), full.attention.parts.merged.data() + 4,
                               before.attention.parts.merged.data()));
    }
}

TEST_CASE("what one attention alone does not have is refused by name") {
    const Model model = two_heads();
    Activations a;
    forward({model.configuration, model.parameters, model.batch}, a);
    CHECK_THROWS_AS(
        check(Interventions{.silenced = {{"encoder.layers.0.self_attn", 0}}}, {model.configuration, model.parameters, a}), Error);
    CHECK_THROWS_AS(check(Interventions{.silenced = {{"attention", 2}}}, {model.configuration, model.parameters, a}), Error);
    for (const DesignChoice& choice : design_choices()) {
        Design design;
        choice.make(design, true);
        const std::string why = refusal(design, model.configuration);
        CHECK(why.empty() == (choice.name == "unscaled_scores"));
        if (!why.empty()) CHECK(why.starts_with(std::string(choice.name) + ": "));
    }
}

TEST_CASE("vectors are drawn for one attention alone that has no batch, the same from a seed") {
    Configuration c = lone_attention();
    c.d_model = 6, c.nhead = 3, c.src_vocab_size = 5, c.tgt_vocab_size = 2;
    check(c);
    const Batch batch = random_batch(c, 7);
    check(batch, c);
    CHECK(batch == random_batch(c, 7));
    CHECK_FALSE(batch == random_batch(c, 8));
    Activations a;
    forward(c, initialise(c, {.kind = Initialisation::pytorch, .seed = 3}), batch, a);
    for (Size q = 0; q < a.attention.parts.weights.size(2); ++q) {
        double sum = 0;
        for (Size k = 0; k < a.attention.parts.weights.size(3); ++k)
            sum += static_cast<double>(a.attention.parts.weights.at({1, 2, q, k}));
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
    }
}

}  // namespace vitrine::lone_attention_test
