#include "core/train/evaluation.h"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"
#include "tests/core/train/small_training.h"

namespace vitrine::evaluation_test {
using namespace vitrine::tests;

namespace {

/// A model that has learned some pairs of the small list and not yet others.
struct HalfTrained {
    Configuration configuration = small_model();
    std::vector<Example> examples = small_list().examples;
    Parameters parameters;

    HalfTrained() {
        auto trainer = small_trainer(small_list(), configuration, {.schedule = {.rate = 1e-2}});
        for (int step = 0; step < 150; ++step) REQUIRE(!trainer->step());
        parameters = trainer->state().parameters.tensors();
    }

    Activations run(const Example& example) const {
        Batch batch;
        make_batch(std::span(&example, 1), SpecialTokens{}, batch);
        Activations activations;
        forward(configuration, parameters, batch, activations);
        return activations;
    }

    /// Greedy decoding at its plainest: the likeliest word is appended and everything run again.
    Sentence decode(const Sentence& source, std::size_t limit) const {
        Sentence target;
        while (target.size() < limit) {
            const Activations a = run({source, target, {}});
            const std::int32_t word = a.predictions.at({0, static_cast<Size>(target.size())});
            if (word == configuration.eos) break;
            target.push_back(word);
        }
        return target;
    }
};

const HalfTrained& half_trained() {
    static const HalfTrained model;
    return model;
}

/// The source place that gets most weight in the row that predicts a target word.
int strongest(const Activations& a, std::size_t head, int place) {
    const Tensor& weights = a.decoder.layers[0].cross_attn().weights;
    int best = 0;
    for (int s = 1; s < weights.size(3); ++s) {
        const auto at = [&](int source) { return weights.at({0, static_cast<Size>(head), place, source}); };
        if (at(s) > at(best)) best = s;
    }
    return best;
}

/// The examples with every word of two and more aligned to what body(activations, place) says.
template <class Body>
std::vector<Example> aligned(Body&& body) {
    std::vector<Example> examples = half_trained().examples;
    for (Example& example : examples) {
        const Activations a = half_trained().run(example);
        for (int place = 0; example.source.size() > 1 && place < std::ssize(example.target); ++place)
            example.alignment.emplace_back(place, body(a, place));
    }
    return examples;
}

double accuracy(const std::vector<Example>& examples, std::size_t head) {
    const auto shares = alignment_accuracy(half_trained().configuration, half_trained().parameters, examples, 4).all;
    REQUIRE(shares.size() == 1);
    REQUIRE(shares[0].size() == 2);
    return shares[0][head];
}

}  // namespace

TEST_CASE("an evaluation is the mean over all labels, however the pairs are put into batches") {
    const HalfTrained& model = half_trained();
    double loss = 0;
    std::int64_t tokens = 0;
    for (const Example& example : model.examples) {
        const Activations a = model.run(example);
        for (Size i = 0; i < a.token_loss.count(); ++i) loss += static_cast<double>(a.token_loss.data()[i]), ++tokens;
    }
    for (const Size batch_size : {1, 4, 64}) {
        const Evaluation evaluation = evaluate(model.configuration, model.parameters, model.examples, {}, batch_size);
        CHECK(evaluation.tokens == tokens);
        CHECK(evaluation.sentences == std::ssize(model.examples));
        CHECK(evaluation.loss == approximately(loss / static_cast<double>(tokens)));
    }
}

TEST_CASE("token accuracy counts labels that are the likeliest word") {
    const HalfTrained& model = half_trained();
    std::int64_t right = 0, tokens = 0;
    for (const Example& example : model.examples) {
        const Activations a = model.run(example);
        for (std::size_t i = 0; i <= example.target.size(); ++i) {
            const std::int32_t label = i < example.target.size() ? example.target[i] : model.configuration.eos;
            right += a.predictions.at({0, static_cast<Size>(i)}) == label, ++tokens;
        }
    }
    CHECK((right > 0 && right < tokens));
    const Evaluation evaluation = evaluate(model.configuration, model.parameters, model.examples);
    CHECK(evaluation.token_accuracy == doctest::Approx(static_cast<double>(right) / static_cast<double>(tokens)));
}

TEST_CASE("an exact match is a sentence that greedy decoding gets right from its own words") {
    const HalfTrained& model = half_trained();
    std::int64_t right = 0;
    for (const Example& example : model.examples) right += model.decode(example.source, 8) == example.target;
    CHECK((right > 0 && right < std::ssize(model.examples)));
    const Evaluation evaluation = evaluate(model.configuration, model.parameters, model.examples);
    CHECK(evaluation.exact_match == doctest::Approx(static_cast<double>(right) / static_cast<double>(model.examples.size())));
}

TEST_CASE("an evaluation knows no dropout, but leaves out the masks it is told to") {
    const HalfTrained& model = half_trained();
    const auto loss = [&](const Regime& regime) {
        return evaluate(model.configuration, model.parameters, model.examples, regime, 8).loss;
    };
    CHECK(loss({.dropout = 0.5}) == loss({}));
    CHECK(loss({.design = {.causal_mask = false}}) != loss({}));
    CHECK(loss({.design = {.padding_mask = false}}) != loss({}));
}

TEST_CASE("sentences judged one by one add up to the evaluation, and their confusions to the wrong words") {
    const HalfTrained& model = half_trained();
    for (const Size batch_size : {3, 64}) {
        const Evaluation whole = evaluate(model.configuration, model.parameters, model.examples);
        const auto judged = judge_sentences(model.configuration, model.parameters, model.examples, {}, batch_size);
        REQUIRE(judged.size() == model.examples.size());
        double loss = 0, tokens = 0, wrong = 0, right = 0;
        for (std::size_t i = 0; i < judged.size(); ++i) {
            const JudgedSentence& one = judged[i];
            CHECK(one.example == i);
            Sentence truth = model.examples[i].target;
            truth.push_back(model.configuration.eos);
            CHECK(one.truth == truth);
            const Activations a = model.run(model.examples[i]);
            int first = -1;
            for (std::size_t t = 0; t < truth.size(); ++t) {
                CHECK(one.said[t] == a.predictions.at({0, static_cast<Size>(t)}));
                if (one.said[t] != truth[t] && first < 0) first = static_cast<int>(t);
            }
            CHECK(one.first_wrong == first);
            loss += one.loss * static_cast<double>(truth.size());
            tokens += static_cast<double>(truth.size()), wrong += one.wrong, right += one.wrong == 0;
        }
        CHECK(loss / tokens == doctest::Approx(whole.loss).epsilon(1e-6));
        CHECK(1 - wrong / tokens == doctest::Approx(whole.token_accuracy));
        CHECK(right / static_cast<double>(judged.size()) == doctest::Approx(whole.exact_match));
        CHECK(wrong > 0);
        double counted = 0;
        Size last = 1 << 20;
        for (const Confusion& confusion : confusions(judged)) {
            CHECK(confusion.truth != confusion.said);
            CHECK(confusion.count <= last);
            last = confusion.count;
            counted += static_cast<double>(confusion.count);
        }
        CHECK(counted == wrong);
    }
}

TEST_CASE("nothing to evaluate gives zeros") {
    const Evaluation evaluation = evaluate(half_trained().configuration, half_trained().parameters, {});
    CHECK(evaluation.sentences == 0);
    CHECK(evaluation.loss == 0);
    CHECK(evaluation.exact_match == 0);
    CHECK(accuracy(half_trained().examples, 0) == 0);
}

TEST_CASE("alignment is right where the row that predicts a word looks at the aligned one most") {
    for (const std::size_t head : {0, 1}) {
        CHECK(accuracy(aligned([&](const Activations& a, int place) { return strongest(a, head, place); }), head) == 1);
        const auto next = [&](const Activations& a, int place) {
            return (strongest(a, head, place) + 1) % static_cast<int>(a.src.tokens.size(1));
        };
        CHECK(accuracy(aligned(next), head) == 0);
    }
}

TEST_CASE("of several aligned words any will do, and a word counts once") {
    std::vector<Example> examples = aligned([](const Activations& a, int place) { return strongest(a, 0, place); });
    for (Example& example : examples) {
        for (const auto& [target, source] : std::vector(example.alignment))
            example.alignment.emplace_back(target, (source + 1) % static_cast<int>(example.source.size()));
    }
    CHECK(accuracy(examples, 0) == 1);
}

TEST_CASE("words without alignment do not count") {
    std::vector<Example> examples = aligned([](const Activations& a, int place) { return strongest(a, 1, place); });
    for (std::size_t i = 0; i < examples.size(); i += 2) examples[i].alignment.clear();
    for (Example& example : examples) {
        if (example.alignment.size() > 1) example.alignment.pop_back();
    }
    CHECK(accuracy(examples, 1) == 1);
}

TEST_CASE("a token is aligned one to one if neither it nor its source token is aligned with another") {
    std::vector<Example> examples = aligned([](const Activations& a, int place) { return strongest(a, 0, place); });
    std::erase_if(examples, [](const Example& example) { return example.source.size() < 4 || example.target.size() < 3; });
    REQUIRE(examples.size() >= 2);
    const auto measured = [&] { return alignment_accuracy(half_trained().configuration, half_trained().parameters, examples, 4); };
    for (Example& example : examples) example.alignment = {{0, 1}, {1, 2}, {1, 3}, {2, 3}};  // only the first is one to one
    const AlignmentAccuracy some = measured();
    CHECK(some.tokens == 3 * std::ssize(examples));
    CHECK(some.one_to_one_tokens == std::ssize(examples));
    std::ptrdiff_t right = 0;
    for (const Example& example : examples) right += strongest(half_trained().run(example), 0, 0) == 1;
    CHECK(some.one_to_one[0][0] == approximately(static_cast<double>(right) / static_cast<double>(examples.size())));

    for (Example& example : examples) example.alignment = {{0, 1}, {1, 1}};
    CHECK(measured().one_to_one_tokens == 0);
    CHECK(measured().one_to_one[0][0] == 0);
}

}  // namespace vitrine::evaluation_test
