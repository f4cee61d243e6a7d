#include "core/cause/altered_pass.h"

#include <doctest/doctest.h>

#include "core/against/deviation.h"
#include "core/cause/search.h"
#include "tests/core/against/reference_run.h"
#include "tests/core/random_models.h"

namespace vitrine {

using test::ForeignWriter;
using test::ReferenceRun;

TEST_CASE("without a mistake the numbers are those of the forward pass") {
    Random random(11);
    for (int trial = 0; trial < 40; ++trial) {
        const Configuration c = tests::random_configuration(random);
        const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
        int seen = 0;
        AlteredPass(run.ours(), {}, [&](const std::string& path, const TensorView& tensor) {
            const TensorView expected = run.trace.find(path);
            if (!expected.present()) return true;
            REQUIRE_MESSAGE(tensor.layout.shape == expected.layout.shape, path);
            for (Size i = 0; i < expected.layout.count(); ++i) {
                const Index index = index_of(expected.layout, i);
                REQUIRE_MESSAGE(deviation_between(tensor.at(index), expected.at(index)) < 1e-5, path);
            }
            ++seen;
            return true;
        }).run();
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
    int explained = 0;
    for (int trial = 0; trial < 6; ++trial) {
        const Configuration c = tests::random_configuration(random);
        const ReferenceRun run(c, tests::random_parameters(c, random), tests::random_batch(c, random));
        const OurRun ours = run.ours();
        for (const CauseRange& place : cause_places(ours)) {
            for (const Mistake& mistake : mistakes_at(place, ours)) {
                ForeignWriter theirs;
                const std::vector<Mistake> only{mistake};
                AlteredPass(ours, only, [&](const std::string& path, const TensorView& tensor) {
                    if (run.trace.find(path).present()) theirs.add(path, tensor);
                    return true;
                }).run();
                const MatchedTrace matched = match_trace(theirs.trace(), ours);
                const auto first = first_beyond(matched, ours, usual_tolerance);
                const FoundCauses found = find_causes(matched, ours, usual_tolerance);
                CHECK_MESSAGE(found.unexplained.has_value() == false, name(mistake.kind), " ", mistake.where, " ", mistake.variant);
                CHECK(found.causes.empty() == !first.has_value());
                explained += !found.causes.empty();
            }
        }
    }
    CHECK(explained > 300);
}

}  // namespace vitrine
