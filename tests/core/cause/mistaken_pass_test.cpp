#include "core/cause/mistaken_pass.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/against/deviation.h"
#include "core/cause/search.h"
#include "tests/core/against/reference_run.h"
#include "tests/core/cells_apart.h"
#include "tests/core/random_models.h"

namespace vitrine {

using test::ForeignWriter;
using test::ReferenceRun;

namespace {

/// The paper's models and those of families, in turn.
Configuration any_model(int trial, Random& random) {
    return trial % 2 == 0 ? tests::random_configuration(random) : tests::random_family(random);
}

/// Of one word alone, queries, keys and values have shapes that do not tell them apart.
Batch batch_of_several_words(const Configuration& c, Random& random) {
    while (true) {
        Batch batch = tests::random_batch(c, random);
        if ((!c.has_encoder() || batch.source_length() > 1) && (!c.has_decoder() || batch.target_length() > 1)) return batch;
    }
}

}  // namespace

TEST_CASE("without a mistake the numbers are those of the forward pass") {
    Random random(11);
    for (int trial = 0; trial < 80; ++trial) {
        const Configuration c = any_model(trial, random);
        const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
        int seen = 0;
        MistakenPass(run.ours()).run({}, [&](const std::string& path, const TensorView& tensor) {
            const TensorView expected = run.trace.find(path);
            if (!expected.present()) return true;
            REQUIRE_MESSAGE(tensor.layout.shape == expected.layout.shape, path);
            for (Size i = 0; i < expected.layout.count(); ++i) {
                const Index index = index_of(expected.layout, i);
                REQUIRE_MESSAGE(deviation_between(tensor.at(index), expected.at(index)) < 1e-5, path);
            }
            ++seen;
            return true;
        });
        int expected = 0;
        for (const TensorInfo& info : run.outline->tensors) {
            const bool shown = run.trace.find(info.path).present() && run.trace.find(info.path).type == ElementType::scalar;
            expected += shown && !info.is_view;
        }
        CHECK(seen == expected);
    }
}

TEST_CASE("what any one mistake makes is explained, by itself or by one that makes the same numbers") {
    Random random(5);
    constexpr int trials = tests::cells_apart == 1 ? 12 : 2;
    int explained = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Configuration c = any_model(trial, random);
        // A norm of numbers that are nearly alike makes rounding larger than the tolerance.
        c.change_layers([](LayerConfiguration& layer) { layer.layer_norm_eps = 1e-2; });
        const ReferenceRun run(c, tests::random_parameters(c, random), batch_of_several_words(c, random));
        const OurRun ours = run.ours();
        for (const CauseRange& place : cause_places(ours)) {
            for (const Mistake& mistake : mistakes_at(place, ours)) {
                ForeignWriter theirs;
                const std::vector<Mistake> only{mistake};
                MistakenPass(ours).run(only, [&](const std::string& path, const TensorView& tensor) {
                    if (run.trace.find(path).present()) theirs.add(path, tensor);
                    return true;
                });
                const MatchedTrace matched = match_trace(theirs.trace(), ours);
                const auto first = first_beyond(matched, ours, usual_tolerance);
                const FoundCauses found = find_causes(matched, ours, usual_tolerance);
                const std::string left = found.unexplained ? matched.pairs[*found.unexplained].path : "";
                CHECK_MESSAGE(left.empty(), name(mistake.kind), " ", mistake.where, " ", mistake.variant);
                CHECK(found.causes.empty() == !first.has_value());
                explained += !found.causes.empty();
            }
        }
    }
    CHECK(explained > 50 * trials);
}

TEST_CASE("a NaN that rows of padding pass on is traced to the layer that made it") {
    Random random(3);
    Configuration c = tests::random_configuration(random);
    c.num_decoder_layers = 2;
    c.mask_value.reset();
    Batch batch = tests::random_batch(c, random);
    while (batch.sentences() < 2 || batch.target_length() < 2) batch = tests::random_batch(c, random);
    tests::pad_after(batch.tgt, 1, 1), tests::pad_after(batch.labels, 1, 1);
    const ReferenceRun run(c, tests::random_parameters(c, random), batch);
    const OurRun ours = run.ours();
    // Queries that are padding see nothing, so their rows, which are not compared, are NaN. The next layer weighs them by 0.
    const std::vector<Mistake> only{{.kind = CauseKind::mask_on_queries, .where = "decoder.layers.0.self_attn"}};
    ForeignWriter theirs;
    MistakenPass(ours).run(only, [&](const std::string& path, const TensorView& tensor) {
        if (run.trace.find(path).present()) theirs.add(path, tensor);
        return true;
    });
    const MatchedTrace matched = match_trace(theirs.trace(), ours);
    const auto first = first_beyond(matched, ours, usual_tolerance);
    REQUIRE(first.has_value());
    CHECK(matched.pairs[*first].path.starts_with("decoder.layers.1."));
    const FoundCauses found = find_causes(matched, ours, usual_tolerance);
    CHECK_FALSE(found.unexplained.has_value());
    REQUIRE(found.causes.size() == 1);
    CHECK(found.causes[0].mistake.where.starts_with("decoder.layers.0."));
}

TEST_CASE("a mistake of a single head is found in that head") {
    Random random(3);
    Configuration c = tests::random_configuration(random);
    c.nhead = 3, c.d_model = 12, c.d_embed.reset(), c.mask_value = -10;
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    const OurRun ours = run.ours();
    for (const CauseKind kind : {CauseKind::scores_not_divided, CauseKind::softmax_wrong_axis, CauseKind::key_value_swapped}) {
        const std::vector<Mistake> only{{.kind = kind, .where = "encoder.layers.0.self_attn", .head = 2}};
        ForeignWriter theirs;
        MistakenPass(ours).run(only, [&](const std::string& path, const TensorView& tensor) {
            if (run.trace.find(path).present()) theirs.add(path, tensor);
            return true;
        });
        const FoundCauses found = find_causes(match_trace(theirs.trace(), ours), ours, usual_tolerance);
        REQUIRE(found.causes.size() == 1);
        CHECK(found.causes[0].mistake.kind == kind);
        CHECK(found.causes[0].mistake.head == 2);
        CHECK_FALSE(found.unexplained.has_value());
    }
}

TEST_CASE("gradients and weights are compared, and no cause is looked for in them") {
    Random random(8);
    const Configuration c = tests::random_configuration(random);
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    ForeignWriter theirs;
    theirs.add("memory", run.trace.find("memory"));
    theirs.add("gradients.memory", run.trace.find("memory"));  // another tensor than the gradient
    theirs.add("gradients.logits", run.gradient_trace.find("logits"));
    theirs.add("parameters.src_embedding.weight", view(run.parameters.src_embedding.weight));
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    REQUIRE(matched.pairs.size() == 4);
    CHECK(matched.pairs[0].path == "parameters.src_embedding.weight");
    CHECK(matched.pairs[1].path == "memory");
    CHECK(matched.pairs[2].path == "gradients.logits");
    CHECK(matched.pairs[3].path == "gradients.memory");
    CHECK(first_beyond(matched, run.ours(), usual_tolerance) == std::optional<std::size_t>(3));
    CHECK(find_causes(matched, run.ours(), usual_tolerance).causes.empty());
}

TEST_CASE("what differs while what comes of it agrees is another tensor") {
    Random random(21);
    Configuration c = tests::random_configuration(random);
    c.nhead = 2, c.d_model = 8, c.d_embed.reset();
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    const std::string attention = "encoder.layers.0.self_attn";
    const TensorView scores = run.trace.find(attention + ".scores"), output = run.trace.find(attention + ".output");
    std::vector<float> raw;
    for (Size i = 0; i < scores.layout.count(); ++i)
        raw.push_back(2 * static_cast<float>(scores.at(index_of(scores.layout, i))) + 1);
    ForeignWriter theirs;
    theirs.add("encoder.layers.0.attn.energy", {scores.layout.shape.begin(), scores.layout.shape.end()}, raw);
    theirs.add("encoder.layers.0.attn:0", output);
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    REQUIRE(matched.pairs.size() == 1);
    CHECK(matched.pairs[0].path == attention + ".output");
    REQUIRE(matched.left.size() == 1);
    CHECK(matched.left[0].why == "it differs, but " + attention + ".output, which comes of " + attention + ".scores, agrees");
    CHECK_FALSE(first_beyond(matched, run.ours(), usual_tolerance).has_value());
}

TEST_CASE("scores of which the recorded weights are the softmax of a multiple are left out") {
    Random random(23);
    Configuration c = tests::random_configuration(random);
    c.nhead = 2, c.d_model = 8, c.d_embed.reset();
    const ReferenceRun run(c, tests::random_parameters(c, random), batch_of_several_words(c, random));
    const OurRun ours = run.ours();
    const std::string attention = "encoder.layers.0.self_attn";
    const std::vector<Mistake> wrong{{.kind = CauseKind::divided_by_sqrt_d_model, .where = attention}};
    ForeignWriter theirs;
    MistakenPass(ours).run(wrong, [&](const std::string& path, const TensorView& tensor) {
        if (path == attention + ".weights") theirs.add("encoder.layers.0.attn.probs", tensor);
        if (path != attention + ".scores") return true;
        std::vector<float> undivided;
        for (Size i = 0; i < tensor.layout.count(); ++i)
            undivided.push_back(std::sqrt(8.0F) * static_cast<float>(tensor.at(index_of(tensor.layout, i))));
        theirs.add("encoder.layers.0.attn.energy", {tensor.layout.shape.begin(), tensor.layout.shape.begin() + 4}, undivided);
        return true;
    });
    const MatchedTrace matched = match_trace(theirs.trace(), ours);
    REQUIRE(matched.pairs.size() == 1);
    CHECK(matched.pairs[0].path == attention + ".weights");
}

TEST_CASE("a mask that hides whole rows with numbers is found, too") {
    Random random(24);
    Configuration c = tests::random_configuration(random);
    c.mask_value.reset();
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    const OurRun ours = run.ours();
    const std::vector<Mistake> wrong{{.kind = CauseKind::mask_inverted, .where = "decoder.layers.0.self_attn"}};
    ForeignWriter theirs;
    const auto record = [&](const std::string& path, const TensorView& tensor) {
        if (run.trace.find(path).present()) theirs.add(path, tensor);
        return true;
    };
    MistakenPass(ours).run(wrong, record, HiddenRows::numbers);
    const FoundCauses found = find_causes(match_trace(theirs.trace(), ours), ours, usual_tolerance);
    REQUIRE(!found.causes.empty());
    CHECK(found.causes[0].mistake.kind == CauseKind::mask_inverted);
    CHECK_FALSE(found.unexplained.has_value());
}

TEST_CASE("padding, hidden cells and numbers as good as infinite do not count") {
    CHECK(deviation_between(-1e9, -std::numeric_limits<double>::infinity()) == 0);
    CHECK(deviation_between(-1e9, -3e4) == 0);
    CHECK(deviation_between(-1e9, 0) == doctest::Approx(1e9));
    CHECK(deviation_between(std::nan(""), std::nan("")) == 0);
    CHECK(std::isinf(deviation_between(std::nan(""), 1)));
    CHECK(deviation_between(103, 100) == doctest::Approx(0.03));
    CHECK(deviation_between(0.5, 0.25) == doctest::Approx(0.25));
    Random random(4);
    const Configuration c = tests::random_configuration(random);
    Batch batch;
    batch.src.resize({2, 3}), batch.tgt.resize({2, 2});
    batch.src.fill(3), batch.tgt.fill(3);
    batch.src.at({1, 2}) = c.pad_src;
    const ReferenceRun run(c, tests::random_parameters(c, random), batch);
    const auto of_memory = counted_cells("memory", run.ours());
    CHECK(std::count(of_memory.begin(), of_memory.end(), 0) == c.d_model);
    const auto of_weights = counted_cells("decoder.layers.0.cross_attn.weights", run.ours());
    CHECK(std::count(of_weights.begin(), of_weights.end(), 0) == c.nhead * 2);
    const auto of_self = counted_cells("decoder.layers.0.self_attn.scores", run.ours());
    CHECK(std::count(of_self.begin(), of_self.end(), 0) == 2 * c.nhead);
}

}  // namespace vitrine
