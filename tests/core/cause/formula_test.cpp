#include "core/cause/formula.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/cause/search.h"
#include "tests/core/against/reference_run.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine {

using test::ForeignWriter;
using test::ReferenceRun;

namespace {

/// A run with these mistakes, as another program would record it.
ForeignWriter recorded(const ReferenceRun& run, const std::vector<Mistake>& mistakes) {
    ForeignWriter theirs;
    MistakenPass(run.ours()).run(mistakes, [&](const std::string& path, const TensorView& tensor) {
        if (run.trace.find(path).present()) theirs.add(path, tensor);
        return true;
    });
    return theirs;
}

}  // namespace

TEST_CASE("every mistake has a formula, and another one than the model") {
    const tests::Counted checks(100);
    Random random(3);
    for (int trial = 0; trial < 24; ++trial) {
        const Configuration c = trial % 2 == 0 ? tests::random_configuration(random) : tests::random_family(random);
        const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
        const OurRun ours = run.ours();
        for (const CauseRange& place : cause_places(ours)) {
            for (const Mistake& mistake : mistakes_at(place, ours)) {
                const CauseFormula formula = cause_formula(mistake, ours);
                INFO(name(mistake.kind), " ", mistake.variant, " at ", mistake.where, ": ", formula.right, " | ", formula.found);
                CHECK_FALSE(formula.right.empty());
                CHECK_FALSE(formula.found.empty());
                const bool same_divisor = mistake.kind == CauseKind::divided_by_sqrt_d_model &&
                                          formula.right.find(fmt::format("√{}", c.d_model)) != std::string::npos;
                CHECK((formula.right != formula.found || same_divisor));
            }
        }
    }
}

TEST_CASE("formulas have the model's numbers in them, and mask what this attention hides") {
    Random random(4);
    Configuration c = tests::random_configuration(random);
    c.d_model = 24, c.nhead = 3, c.d_embed.reset(), c.mask_value.reset();
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    const OurRun ours = run.ours();
    const std::string masked = "decoder.layers.0.self_attn", crossing = "decoder.layers.0.cross_attn";
    CHECK(cause_formula({CauseKind::scores_not_divided, crossing}, ours).right == "scores = Q Kᵀ / √8");
    CHECK(cause_formula({CauseKind::scores_not_divided, crossing}, ours).found == "scores = Q Kᵀ");
    CHECK(cause_formula({CauseKind::divided_by_sqrt_d_model, crossing}, ours).found == "scores = Q Kᵀ / √24");
    CHECK(cause_formula({CauseKind::no_padding_mask, masked}, ours).right ==
          "masked[q,k] = scores[q,k] where k is not padding and k ≤ q, else −∞");
    CHECK(cause_formula({CauseKind::no_padding_mask, masked}, ours).found == "masked[q,k] = scores[q,k] where k ≤ q, else −∞");
    CHECK(cause_formula({CauseKind::no_padding_mask, crossing}, ours).found == "masked[q,k] = scores[q,k]");

    c.pad_src = c.pad_tgt = no_token;
    const ReferenceRun unpadded(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    CHECK(cause_formula({CauseKind::no_causal_mask, masked}, unpadded.ours()).right ==
          "masked[q,k] = scores[q,k] where k ≤ q, else −∞");
}

TEST_CASE("a search that is stopped names no cause that it is not sure of, and says that it was stopped") {
    Random random(8);
    const Configuration c = tests::random_configuration(random);
    const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
    const std::string where = c.num_encoder_layers > 0 ? "encoder.layers.0.self_attn" : "decoder.layers.0.self_attn";
    const ForeignWriter theirs = recorded(run, {{.kind = CauseKind::output_projection_missing, .where = where}});
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    int all = 0;
    const FoundCauses whole = find_causes(matched, run.ours(), usual_tolerance, [&](int tried) {
        all = tried;
        return true;
    });
    REQUIRE(whole.causes.size() == 1);
    CHECK_FALSE(whole.stopped);
    REQUIRE(all > 2);
    for (const int most : {0, 1, all / 2}) {
        const FoundCauses part = find_causes(matched, run.ours(), usual_tolerance, [&](int tried) { return tried < most; });
        CHECK(part.stopped);
        CHECK(part.causes.empty());
        CHECK_FALSE(part.unexplained);
    }
}

}  // namespace vitrine
