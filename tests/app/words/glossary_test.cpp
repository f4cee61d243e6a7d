#include "app/words/glossary.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/state/state.h"
#include "core/text/plain_text.h"
#include "core/trace/outline_operations.h"
#include "core/train/schedule.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::glossary_test {
using namespace vitrine::tests;

TEST_CASE("the glossary stands in the order of the alphabet, each term with two sentences or one") {
    const Counted checks(80);
    const auto small = [](std::string_view text) {
        std::string all(text);
        for (char& c : all) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return all;
    };
    for (std::size_t i = 0; i < glossary().size(); ++i) {
        const Term& term = glossary()[i];
        CAPTURE(term.name);
        CHECK(term.text.ends_with('.'));
        CHECK(std::ranges::count(term.text, '.') <= 3);
        if (i > 0) CHECK(small(glossary()[i - 1].name) < small(term.name));
    }
}

TEST_CASE("every operation of a run is explained by a term") {
    const State state = opened("translation");
    const Configuration& c = state.run->model->configuration;
    for (const Step& step : state.run->outline().steps) {
        CAPTURE(step.id);
        CHECK(term_of(step.operation, c) != nullptr);
    }
    CHECK(term_of_tensor("encoder.layers.0.self_attn.query", c)->name == "query");
    CHECK(term_of_tensor("memory", c)->name == "memory");
    CHECK(term_of_tensor("decoder.layers.0.norm3", c)->name == "LayerNorm");
    CHECK(term_of_tensor("fc_out.strange", c) == nullptr);
}

TEST_CASE("norms and positions are explained as the model has them") {
    const Counted checks(50);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const auto run = family_run(family);
        const Configuration& c = run->outline().model.configuration;
        std::set<std::string_view> terms;
        for (const Step& step : run->outline().steps) {
            REQUIRE(term_of(step.operation, c) != nullptr);
            terms.insert(term_of(step.operation, c)->name);
            for (const std::string& path : step.outputs) {
                if (const Term* term = term_of_tensor(path, c)) terms.insert(term->name);
            }
        }
        CHECK(terms.contains("RMSNorm") == c.is_rms());
        CHECK(terms.contains("LayerNorm") != c.is_rms());
        CHECK(terms.contains("rotary positions") == c.is_rotary());
        CHECK(terms.contains("relative positions") == (c.positions == PositionKind::relative));
        CHECK(terms.contains("positional encoding") == c.adds_positions());
    }
}

TEST_CASE("the term of the activation holds for each that a model may have") {
    Configuration c = opened("translation").run->model->configuration;
    const Term* term = term_of(Operation::activation, c);
    REQUIRE(term == term_of_tensor("encoder.layers.0.ffn.activation", c));
    for (const ActivationKind kind : {ActivationKind::relu, ActivationKind::gelu, ActivationKind::silu}) {
        c.activation = kind;
        const std::string title = words_of(Operation::activation, Computed{c, Regime{}}).title;
        CAPTURE(title);
        CHECK(term->name != title);  // the name does not single out one activation, as a model may have another
        CHECK(term->text.find(title) != std::string_view::npos);
    }
}

TEST_CASE("the glossary has the terms of training and decoding that papers use without explaining them") {
    for (const char* name : {"autoregressive", "BLEU", "induction head", "KV cache", "label smoothing", "learning rate", "logits",
                             "teacher forcing", "top-k", "top-p", "warm-up", "weight tying"}) {
        CAPTURE(name);
        CHECK(find_term(name) != nullptr);
    }
}

TEST_CASE("attention is told for both kinds, with the formula, and of the softmax why it is used") {
    const std::string_view attention = find_term("attention")->text, softmax = find_term("softmax")->text;
    CHECK(attention.find("softmax(QKᵀ/√d)·V") != std::string_view::npos);
    const std::size_t own = attention.find("In self-attention"), included = attention.find("itself included"),
                      cross = attention.find("in cross-attention");
    CHECK((own < included && included < cross && cross != std::string_view::npos));
    for (const char* reason : {"positive", "add up to 1", "larger scores get more", "differentiated"}) {
        CAPTURE(reason);
        CHECK(softmax.find(reason) != std::string_view::npos);
    }
}

TEST_CASE("the formula of label smoothing is that of the loss of a run that is trained with it") {
    const Configuration c = opened("translation").run->model->configuration;
    Regime smoothed;
    smoothed.label_smoothing = 0.1;
    constexpr std::string_view formula = "−(1 − ε) · ln p[label] − ε/V · Σ ln p[v]";
    CHECK(find_term("label smoothing")->text.find(formula) != std::string_view::npos);
    CHECK(words_of(Operation::loss, Computed{c, smoothed}).formula.find(formula) != std::string::npos);
    CHECK(words_of(Operation::loss, Computed{c, Regime{}}).formula.find("ε") == std::string::npos);
}

TEST_CASE("the learning rate of the paper's warm-up is what the term says") {
    const std::string_view text = find_term("warm-up")->text;
    CHECK(text.find("1/√D · min(1/√t, t/warmup^1.5)") != std::string_view::npos);
    constexpr Size d = 512;
    constexpr int warmup = 40;
    const ScheduleOptions options{.kind = ScheduleKind::noam, .warmup = warmup};
    for (int t = 1; t <= 400; t += 7) {
        const double said = 1 / std::sqrt(512.0) * std::min(1 / std::sqrt(1.0 * t), t / std::pow(warmup, 1.5));
        CHECK(learning_rate(options, d, t) == doctest::Approx(said));
    }
    CHECK(learning_rate(options, d, 2 * warmup / 4) == doctest::Approx(2 * learning_rate(options, d, warmup / 4)));  // proportional
    CHECK(learning_rate(options, d, 4 * warmup) == doctest::Approx(learning_rate(options, d, warmup) / 2));  // 1 over the root
}

TEST_CASE("a term's note is read in short lines") {
    const Counted checks(40);
    for (const Term& term : glossary()) {
        for (const std::string& line : term_note(term)) CHECK(text_width(line) <= 64);
    }
}

}  // namespace vitrine::glossary_test
