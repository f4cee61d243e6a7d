/// The figures that `vitrine train` and `vitrine evaluate` report, checked against passes over one sentence at a time with plain
/// loops.

#include "app/cli/train/figures.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/pass/transformer.h"
#include "core/text/plain_text.h"
#include "tests/app/any_runs.h"

namespace vitrine::figures_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// Numbers that are summed over sentences.
struct PlainFigures {
    double loss = 0, right = 0, whole = 0;
    Size tokens = 0, sentences = 0;

    void add(const Batch& batch, Size sentence, const Activations& a, std::int32_t pad) {
        Size here = 0, right_here = 0;
        for (Size i = 0; i < batch.target_length(); ++i) {
            const std::int32_t label = batch.labels.at({sentence, i});
            if (label == pad) continue;
            Size best = 0;
            double sum = 0;
            const double most = static_cast<double>(
                *std::max_element(&a.logits.at({sentence, i, 0}), &a.logits.at({sentence, i, 0}) + a.logits.size(2)));
            for (Size word = 0; word < a.logits.size(2); ++word) {
                if (a.logits.at({sentence, i, word}) > a.logits.at({sentence, i, best})) best = word;
                sum += std::exp(static_cast<double>(a.logits.at({sentence, i, word})) - most);
            }
            loss -= static_cast<double>(a.logits.at({sentence, i, label})) - most - std::log(sum);
            ++here, right_here += best == label;
        }
        tokens += here, right += static_cast<double>(right_here);
        if (here > 0) ++sentences, whole += right_here == here;
    }
};

void check_text(const Figures& figures, const PlainFigures& plain) {
    const std::string text = text_of(figures);
    CAPTURE(text);
    if (plain.tokens == 0) {
        CHECK(has(text, "no label, so that nothing is right or wrong"));
        return;
    }
    CHECK(has(text, counted(plain.sentences, "sentence") + ", " + counted(plain.tokens, "token")));
    CHECK(has(text, "right " + percent(plain.right / static_cast<double>(plain.tokens), 2) + " of the tokens"));
    CHECK(has(text, "every token of " + percent(plain.whole / static_cast<double>(plain.sentences), 2) + " of the sentences"));
    CHECK(figures.evaluation.loss == doctest::Approx(plain.loss / static_cast<double>(plain.tokens)).epsilon(1e-4));
}

/// A pair of random sentences, with a random alignment.
Example any_example(const Configuration& c, Random& random) {
    Example example;
    for (Size i = between(random, 1, 6); i > 0; --i)
        example.source.push_back(static_cast<std::int32_t>(between(random, 1, c.src_vocab_size - 1)));
    for (Size i = between(random, 1, 6); i > 0; --i)
        example.target.push_back(static_cast<std::int32_t>(between(random, 3, c.tgt_vocab_size - 1)));
    for (int target = 0; target < static_cast<int>(example.target.size()); ++target) {
        for (int source = 0; source < static_cast<int>(example.source.size()); ++source) {
            if (random.below(3) == 0) example.alignment.emplace_back(target, source);
        }
    }
    return example;
}

using Link = std::pair<int, int>;

bool has_target(const Example& example, int target) {
    return std::ranges::any_of(example.alignment, [&](const Link& link) { return link.first == target; });
}

/// Whether a target word has one source word, which is no other target word's.
bool is_one_to_one(const Example& example, int target) {
    const auto links_of = [&](const Link& link) {
        return std::ranges::count_if(example.alignment,
                                     [&](const Link& other) { return other.first == link.first || other.second == link.second; });
    };
    return std::ranges::any_of(example.alignment, [&](const Link& link) { return link.first == target && links_of(link) == 1; });
}

/// Of the target words that count, the share for which the head's largest weight, in the row before the word, is on an aligned
/// word.
double plain_share(const Configuration& c, const Parameters& parameters, const std::vector<Example>& examples,
                   std::pair<Size, Size> head, bool (*counts)(const Example&, int)) {
    double hits = 0, words = 0;
    for (const Example& example : examples) {
        Batch batch;
        make_batch(std::vector<Example>{example}, {c.pad_src, c.pad_tgt, c.bos, c.eos}, batch);
        Activations a;
        forward(c, parameters, batch, a);
        const Tensor& weights = a.decoder.layers[static_cast<std::size_t>(head.first)].cross_attn().weights;
        for (int target = 0; target < static_cast<int>(example.target.size()); ++target) {
            if (!counts(example, target)) continue;
            Size best = 0;
            for (Size key = 0; key < weights.size(3); ++key) {
                if (weights.at({0, head.second, target, key}) > weights.at({0, head.second, target, best})) best = key;
            }
            ++words;
            hits += std::ranges::count(example.alignment, std::pair{target, static_cast<int>(best)}) > 0;
        }
    }
    return words > 0 ? hits / words : 0;
}

}  // namespace

TEST_CASE("figures on sentence pairs are counted over each of them, and the head that is named is the best") {
    Random random(111);
    int named = 0, with_sure = 0, without_sure = 0;
    for (int round = 0; round < 30; ++round) {
        Configuration c = random_configuration(random);
        c.tgt_vocab_size = c.src_vocab_size = std::max<Size>(6, c.tgt_vocab_size);
        const Parameters parameters = random_parameters(c, random);
        std::vector<Example> examples;
        for (Size i = between(random, 1, 7); i > 0; --i) examples.push_back(any_example(c, random));
        const Figures figures = figures_on(examples, "some pairs", c, parameters);
        PlainFigures plain;
        for (const Example& example : examples) {
            Batch batch;
            make_batch(std::vector<Example>{example}, {c.pad_src, c.pad_tgt, c.bos, c.eos}, batch);
            Activations a;
            forward(c, parameters, batch, a);
            plain.add(batch, 0, a, c.pad_tgt);
        }
        check_text(figures, plain);
        if (!figures.head) continue;
        ++named;
        const BestHead& named_head = *figures.head;
        bool sure = false;
        for (const Example& example : examples) {
            for (int target = 0; target < std::ssize(example.target); ++target) sure |= is_one_to_one(example, target);
        }
        const auto counts = sure ? is_one_to_one : has_target;
        double best = 0;
        for (Size layer = 0; layer < c.num_decoder_layers; ++layer) {
            for (Size head = 0; head < c.heads(StackKind::decoder); ++head)
                best = std::max(best, plain_share(c, parameters, examples, {layer, head}, counts));
        }
        const std::pair place{named_head.layer, named_head.head};
        CHECK(plain_share(c, parameters, examples, place, counts) == doctest::Approx(best));
        const double share = plain_share(c, parameters, examples, place, has_target);
        CHECK(named_head.share == doctest::Approx(share));
        CHECK(has(text_of(figures), fmt::format("layer {}, head {} looks at the right token {} of the time{}", named_head.layer + 1,
                                                named_head.head + 1, percent(share, 2),
                                                sure ? ", " + percent(best, 2) + " where one token stands for one" : "")));
        ++(sure ? with_sure : without_sure);
    }
    CHECK(named > 10);
    CHECK(with_sure > 3);
    CHECK(without_sure > 3);
}

TEST_CASE("figures on batches leave out sentences without a label, of which nothing is right or wrong") {
    Random random(112);
    int without = 0;
    for (int round = 0; round < 60; ++round) {
        const auto run = any_run(random);
        Batch batch = *run->batch;
        if (batch.labels.empty()) continue;
        if (random.below(4) == 0) batch.labels.fill(0);
        const Configuration& c = run->model->configuration;
        Activations a;
        forward(c, *run->parameters, batch, a);
        PlainFigures plain;
        for (Size b = 0; b < batch.sentences(); ++b) plain.add(batch, b, a, c.pad_tgt);
        check_text(figures_on(std::vector<Batch>{batch}, c, *run->parameters), plain);
        without += plain.tokens == 0;
    }
    CHECK(without > 3);
}

}  // namespace vitrine::figures_test
