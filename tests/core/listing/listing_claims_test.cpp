/// What the printed listing says about a run besides its numbers, for runs of any model, with and without dropout.

#include <cmath>
#include <iterator>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "core/listing/listing.h"
#include "core/listing/listing_sections.h"
#include "core/pass/transformer.h"
#include "tests/core/random_models.h"

namespace vitrine::listing_claims_test {
using namespace vitrine::tests;

namespace {

struct Listed {
    Configuration c;
    Parameters parameters;
    Batch batch;
    Regime regime;
    Activations activations;
    Trace trace;

    explicit Listed(Random& random) : c(random_configuration(random)) {
        parameters = random_parameters(c, random);
        batch = random_batch(c, random);
        if (coin(random)) regime = {.dropout = 0.4, .seed = random.next()};
        forward({c, parameters, batch, regime}, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(c, regime)), activations);
    }
    std::string text() const { return listing(trace, {Vocabulary(), Vocabulary(), batch.labels}); }

    /// The title of a tensor and of its section.
    std::pair<std::string, std::string> titles(const std::string& path) const {
        const int slot = trace.outline->slots.at(path);
        for (const ListingSection& section : listing_sections(*trace.outline, Vocabulary())) {
            if (std::ranges::count(section.tensors, slot)) return {section.title_of(path), section.title};
        }
        return {};
    }
};

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

double at(const TensorView& tensor, Size position, Size feature) { return tensor.at({0, position, feature}); }

}  // namespace

TEST_CASE("a title says where dropout comes between, and adds up to what it names") {
    Random random(8);
    int dropped = 0;
    for (int round = 0; round < 30; ++round) {
        const Listed run(random);
        const std::string layer = "encoder.layers.0.";
        const auto [title, section] = run.titles(layer + "residual2");
        CHECK(says(section, title));
        // The title names what is added to X: the network's output or, with dropout, what dropout leaves of it.
        const bool says_dropout = says(title, "dropout(");
        const TensorView x = run.trace.find(layer + (is_normed_before(run.c.norm_placement) ? "residual1" : "norm1")),
                         sum = run.trace.find(layer + "residual2");
        const TensorView added = run.trace.find(layer + (says_dropout ? "ffn.dropped_output" : "ffn.linear2"));
        for (Size j = 0; j < run.c.d_model; ++j)
            CHECK(at(x, 0, j) + at(added, 0, j) == doctest::Approx(at(sum, 0, j)).epsilon(1e-4).scale(1));
        CHECK(says(run.titles(layer + "self_attn.context").first, "dropout(") == (run.regime.dropout > 0));
        CHECK(says(run.titles(layer + "residual1").first, "drop out") == (run.regime.dropout > 0));
        dropped += says_dropout;
    }
    CHECK(dropped > 5);
}

TEST_CASE("every prediction is said to be right, wrong or of padding as its label has it, and all of them are counted") {
    Random random(9);
    for (int round = 0; round < 30; ++round) {
        const Listed run(random);
        const std::string text = run.text();
        std::istringstream lines(text.substr(text.find("4-3.")));
        Size right = 0, counted = 0, marks = 0;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::vector<std::string> row{std::istream_iterator<std::string>(words), {}};
            if (row.size() != 6 || (row.back() != "right" && row.back() != "wrong" && row.back() != "padding")) continue;
            const Size sentence = marks / run.batch.tgt.size(1), position = marks % run.batch.tgt.size(1);
            ++marks;
            const std::int32_t label = run.batch.labels.at({sentence, position});
            // The largest logit, by hand.
            Size best = 0;
            const Tensor& logits = run.activations.logits;
            for (Size v = 1; v < run.c.tgt_vocab_size; ++v) {
                if (logits.at({sentence, position, v}) > logits.at({sentence, position, best})) best = v;
            }
            CHECK(row[0] == std::to_string(position));
            CHECK(row[2] == std::to_string(label));
            CHECK(row[3] == std::to_string(best));
            double sum = 0;
            for (Size v = 0; v < run.c.tgt_vocab_size; ++v)
                sum += std::exp(static_cast<double>(logits.at({sentence, position, v}) - logits.at({sentence, position, label})));
            CHECK(std::stod(row[4]) == doctest::Approx(1 / sum).epsilon(0.001).scale(0.1));
            const bool padding = label == run.c.pad_tgt;
            CHECK(row.back() == (padding ? "padding" : label == best ? "right" : "wrong"));
            counted += !padding, right += !padding && label == best;
        }
        CHECK(marks == run.batch.labels.count());
        CHECK(says(text, std::to_string(right) + " of " + std::to_string(counted) + " tokens right, padding not counted\n"));
    }
}

TEST_CASE("scores are said to be divided by what divides them") {
    Random random(10);
    for (int round = 0; round < 10; ++round) {
        const Listed run(random);
        const std::string title = run.titles("decoder.layers.0.cross_attn.scores").first;
        const std::size_t root = title.find("√");
        REQUIRE(root != std::string::npos);
        const double divisor = std::sqrt(std::stod(title.substr(root + std::string("√").size())));
        const TensorView q = run.trace.find("decoder.layers.0.cross_attn.query"),
                         k = run.trace.find("decoder.layers.0.cross_attn.key");
        double sum = 0;
        for (Size i = 0; i < q.layout.shape[3]; ++i) sum += q.at({0, 0, 0, i}) * k.at({0, 0, 0, i});
        CHECK(sum / divisor ==
              doctest::Approx(run.trace.find("decoder.layers.0.cross_attn.scores").at({0, 0, 0, 0})).epsilon(1e-4));
    }
}

TEST_CASE(
    "one attention alone is said to drop weights where it does, and each stack's scores to be divided by its own heads' width") {
    Random random(11);
    for (const double dropout : {0.0, 0.4}) {
        Configuration c = lone_attention();
        c.d_model = 6, c.nhead = 2, c.src_vocab_size = c.tgt_vocab_size = 5;
        const Outline outline = make_outline(c, {.dropout = dropout});
        const auto title = [&](const std::string& path) {
            for (const ListingSection& section : listing_sections(outline, Vocabulary())) {
                if (std::ranges::count(section.tensors, outline.slots.at(path))) return section.title_of(path);
            }
            return std::string("nowhere");
        };
        CHECK(says(title("attention.context"), "dropout(") == (dropout > 0));
        CHECK(says(title("attention.context"), "softmax(Q * K^T)"));
    }
    int apart = 0;
    for (int round = 0; round < 20; ++round) {
        Listed run(random);
        if (run.c.d_model % 2 > 0) continue;
        run.c.decoder_nhead = run.c.d_model / 2;  // heads that are two numbers wide
        const Outline outline = make_outline(run.c, {});
        for (const ListingSection& section : listing_sections(outline, Vocabulary())) {
            for (const auto& [path, title] : section.titles) {
                if (!path.ends_with(".scores")) continue;
                const Size width = path.starts_with("decoder.") ? 2 : run.c.d_model / run.c.nhead;
                CHECK(says(title, "√" + std::to_string(width) + ")"));
                apart += width != run.c.d_model / run.c.nhead;
            }
        }
    }
    CHECK(apart > 5);
}

}  // namespace vitrine::listing_claims_test
