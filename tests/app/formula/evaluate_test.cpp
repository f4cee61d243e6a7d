#include "app/formula/evaluate.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "app/formula/functions.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::tests {

namespace {

double number_of(const char* formula, const Scope& scope = {}) { return number_in(evaluate(formula, scope), "the result"); }
bool truth_of(const char* formula, const Scope& scope = {}) { return truth_in(evaluate(formula, scope), "the result"); }
std::string words_of(const char* formula, const Scope& scope = {}) { return written(evaluate(formula, scope)); }

std::string refusal_of(const char* formula, const Scope& scope = {}) {
    try {
        evaluate(formula, scope);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("operations of formulas bind as in arithmetic") {
    CHECK(number_of("2 + 3 * 4") == 14);
    CHECK(number_of("(2 + 3) * 4") == 20);
    CHECK(number_of("-2 ^ 2") == -4);
    CHECK(number_of("2 ^ 3 ^ 2") == 512);
    CHECK(number_of("2 ^ -1") == 0.5);
    CHECK(number_of("10 - 4 - 3") == 3);
    CHECK(number_of("8 / 4 / 2") == 1);
    CHECK(truth_of("1 + 1 == 2 and not 3 < 2 or false"));
    CHECK(truth_of("1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 != 2"));
    CHECK(words_of("if(1 < 2, \"yes\", 1 / 0 + nothing)") == "yes");
}

TEST_CASE("tables are computed cell by cell, and indexed") {
    CHECK(words_of("[1, 2, 3] * 2 + [1, 1, 1]") == "3, 5, 7");
    CHECK(number_of("[4, 5, 6][1]") == 5);
    CHECK(words_of("[\"a\", \"b\"][1]") == "b");
    CHECK(number_of("sum([1, 2, 3])") == 6);
    CHECK(number_of("mean([1, 2, 3])") == 2);
    CHECK(number_of("max([1, 7, 3])") == 7);
    CHECK(number_of("min([4, 7], 3)") == 3);
    CHECK(number_of("argmax([1, 7, 7])") == 1);
    CHECK(number_of("argmin([1, 0, 0])") == 1);
    CHECK(number_of("alike([0.2, 0.3, 0.5])") == 1);
    CHECK(number_of("alike([0.33333, 0.33334, 0.33333])") == 3);
    CHECK(number_of("alike([0.2, 0.4, 0.4])") == 2);
    CHECK(words_of("named([\"a\", \"b\", \"a\"], 2)") == "“a” (position 2)");
    CHECK(words_of("named([\"a\", \"b\", \"a\"], 1)") == "“b”");
    CHECK(contains(refusal_of("named([\"a\"], 1)"), "no place 1"));
    CHECK(words_of("order([1, 7, 3])") == "1, 2, 0");
    CHECK(number_of("dot([1, 2], [3, 4])") == 11);
    CHECK(number_of("norm([3, 4])") == 5);
    CHECK(number_of("size([3, 4, 5])") == 3);
    CHECK(words_of("first(3)") == "0, 1, 2");
}

TEST_CASE("softmax and entropy are those of their definitions") {
    const double whole = std::exp(1.0) + std::exp(2.0) + std::exp(3.0);
    CHECK(number_of("softmax([1, 2, 3])[2]") == doctest::Approx(std::exp(3.0) / whole));
    CHECK(number_of("sum(softmax([1000, 1001]))") == doctest::Approx(1));
    CHECK(number_of("entropy([0.5, 0.5, 0])") == doctest::Approx(std::log(2.0)));
    CHECK(number_of("relu([-1, 2])[0]") == 0);
}

TEST_CASE("values are written as in the interface") {
    CHECK(words_of("44626") == "44\u00a0626");
    CHECK(words_of("-1234567") == "−1\u00a0234\u00a0567");
    CHECK(words_of("0.52741") == "0.5274");
    CHECK(words_of("digits(2 / 3, 2)") == "0.67");
    CHECK(words_of("signed(0.5)") == "+0.5000");
    CHECK(words_of("percent(0.527)") == "53\u00a0%");
    CHECK(words_of("count(1, \"layer\") + \", \" + count(2, \"layer\") + \", \" + count(3, \"child\", \"children\")") ==
          "1 layer, 2 layers, 3 children");
    CHECK(words_of("ordinal(0) + \" \" + ordinal(11)") == "first 12th");
    CHECK(words_of("join([\"a\", \"b\"], \"-\")") == "a-b");
    CHECK(number_of("place([\"a\", \"b\"], \"b\")") == 1);
    CHECK(filled_in("{1 + 1} and {\"x\"}.", {}) == "2 and x.");
}

TEST_CASE("a formula reads the words, the sizes and the tensors of a run") {
    const State state = opened("translation");
    const Scope scope{.run = state.run.get()};
    // assets/samples/translation.json.
    CHECK(words_of("join(source)", scope) == "<bos> I am a student <eos>");
    CHECK(words_of("join(target)", scope) == "<bos> Je suis un étudiant");
    CHECK(words_of("join(labels)", scope) == "Je suis un étudiant <eos>");
    CHECK(words_of("[d_model, heads, d_head, d_ff, encoder_layers, decoder_layers]", scope) == "32, 4, 8, 64, 2, 2");
    CHECK(number_of("sentences", scope) == 5);
    const Tensor& weights = state.run->activations->decoder.layers[1].cross_attn().weights;
    CHECK(number_of("decoder.layers.1.cross_attn.weights[0, 2, 4, 3]", scope) == weights.at({0, 2, 4, 3}));
    CHECK(number_of("sum(tensor(\"decoder.layers.\" + (decoder_layers - 1) + \".cross_attn.weights\")[0, 2, 4, :])", scope) ==
          doctest::Approx(1));
    CHECK(number_of("size(encoder.layers.0.self_attn.scores, 3)", scope) == 6);
    CHECK(number_of("size(src.tokens[0, :])", scope) == 6);
    CHECK(truth_of("has(\"fc_out.weight\") and not has(\"encoder.layers.7.ffn\")", scope));
    CHECK(number_of("probability(\"Je\", 0)", scope) ==
          doctest::Approx(state.run->activations->probabilities.at({0, 0, *state.run->model->target_vocabulary.id("Je")})));
}

TEST_CASE("what is wrong with a formula is said in one line, with the nearest names") {
    const State state = opened("translation");
    const Scope scope{.run = state.run.get()};
    CHECK(contains(refusal_of("1 +"), "a value is expected at its end"));
    CHECK(contains(refusal_of("(1"), "')' is expected"));
    CHECK(contains(refusal_of("1 2"), "an operation or the end is expected at '2'"));
    CHECK(contains(refusal_of("\"open"), "the closing quote"));
    CHECK(contains(refusal_of("sqart(2)"), "did you mean 'sqrt'"));
    CHECK(contains(refusal_of("sqrt(1, 2)"), "takes 1 argument, not 2"));
    CHECK(contains(refusal_of("d_modl", scope), "did you mean 'd_model'"));
    CHECK(contains(refusal_of("decoder.layers.1.cross_attn.weight", scope), "cross_attn.weights'"));
    CHECK(contains(refusal_of("[1, 2][2]"), "out of range"));
    CHECK(contains(refusal_of("[1, 2][0, 0]"), "too long"));
    CHECK(contains(refusal_of("[1, 2] + [1, 2, 3]"), "do not fit together"));
    CHECK(contains(refusal_of("\"a\" * 2"), "is a text, not numbers"));
    CHECK(contains(refusal_of("d_model"), "no model is open"));
    CHECK(contains(refusal_of((std::string(200, '(') + "1" + std::string(200, ')')).c_str()), "too many brackets in one another"));
    CHECK_THROWS_AS(filled_in("{1", {}), Error);
}

TEST_CASE("a whole number is grouped in a sentence, and in one piece in a command or an anchor") {
    CHECK(filled_in("{1955} tokens", {}) == "1\u00a0955 tokens");
    CHECK(filled_in("tensor/x {1955} {20 / 8} {\"a\"}", {}, written_in_one_piece) == "tensor/x 1955 2.5000 a");
}

TEST_CASE("word_head is the head in which a token gives the most weight to another word") {
    const State state = opened("translation");
    const TensorView weights = state.run->find("encoder.layers.1.self_attn.weights");
    const Size end = weights.layout.shape[3] - 1;  // the sentence has no padding: between its marks are words
    for (Size query = 0; query <= end; ++query) {
        CAPTURE(query);
        std::vector<double> most(static_cast<std::size_t>(weights.layout.shape[1]), -1);
        for (Size head = 0; head < weights.layout.shape[1]; ++head) {
            double& heaviest = most[static_cast<std::size_t>(head)];
            for (Size key = 1; key < end; ++key) {
                if (key != query) heaviest = std::max(heaviest, weights.at({0, head, query, key}));
            }
        }
        const std::string formula = "word_head(\"encoder.layers.1.self_attn\", " + std::to_string(query) + ")";
        const double found = number_of(formula.c_str(), {.run = state.run.get()});
        CHECK(most[static_cast<std::size_t>(found)] == *std::ranges::max_element(most));
    }
    CHECK(contains(refusal_of("word_head(\"encoder.layers.1.self_attn\", 9)", {.run = state.run.get()}), "no position 9"));
}

TEST_CASE("every function and every fact has a text for the documentation") {
    const Counted checks(20);
    for (const auto functions : {number_functions(), text_functions(), run_functions()}) {
        for (const Function& function : functions) CHECK(!function.says.empty());
    }
    const State state = opened("translation");
    const Scope scope{.run = state.run.get()};
    for (const Fact& fact : facts()) CHECK_NOTHROW(evaluate(fact.name, scope));
}

}  // namespace vitrine::tests
