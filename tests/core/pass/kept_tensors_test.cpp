/// A pass that keeps only some of its tensors.

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::kept_tensors_test {
using namespace vitrine::tests;

namespace {

struct Drawn {
    Configuration configuration;
    Parameters parameters;
    Batch batch;

    explicit Drawn(std::uint64_t seed) {
        Random random(seed);
        configuration = random_family(random);
        parameters = random_parameters(configuration, random);
        batch = random_batch(configuration, seed);
    }
};

}  // namespace

TEST_CASE("the tensors that are kept are those of a whole pass, bit for bit, and those of layers that are not kept are empty") {
    const Counted checks(1000);
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const Drawn drawn(seed);
        Activations whole;
        forward(drawn.configuration, drawn.parameters, drawn.batch, whole);
        for (const char* part : {"logits", ".weights", "residual", ".layers.0.", "norm"}) {
            CAPTURE(part);
            const auto keeps = [&](const std::string& path) { return path.find(part) != std::string::npos; };
            Activations kept;
            forward({drawn.configuration, drawn.parameters, drawn.batch}, keeps, kept);
            for_each_tensor(
                "",
                [&](const std::string& path, const auto& all, const auto& some) {
                    CAPTURE(path);
                    if (!keeps(path)) {
                        // What the final norm or the logits read of the last layer may stay.
                        const bool in_layer = path.find(".layers.") != std::string::npos;
                        const bool is_output = path.find("residual") != std::string::npos || path.find("norm") != std::string::npos;
                        if (in_layer && !is_output) CHECK(some.empty());
                        return;
                    }
                    CHECK(same_cells(some, all));
                },
                whole, kept);
        }
    }
}

}  // namespace vitrine::kept_tensors_test
