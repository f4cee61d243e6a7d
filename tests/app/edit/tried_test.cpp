/// A run tried with another design equals the run that an edit would make, leaves the open run as it is, and is forgotten with
/// it.

#include "app/edit/tried.h"

#include <doctest/doctest.h>

#include "app/state/window_commands.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/state.h"
#include "app/views/masks/words.h"
#include "core/trace/comparison.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"

namespace vitrine::tried_test {
using namespace vitrine::tests;

TEST_CASE("a tried run has the numbers of the run that an edit of the design would make, and nothing is edited") {
    Random random(81);
    int compared = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const auto run = any_edited_run(random);
        Design design = run->regime.design;
        design.causal_mask = !design.causal_mask;
        const auto other = tried(run, design);
        if (!other) continue;
        CHECK(tried(run, design) == other);
        CHECK(tried(run, run->regime.design) == run);
        Edits edits = run->edits;
        edits.design = design;
        const auto edited = with_edits(run, edits);
        REQUIRE(other->regime.design == design);
        for (const auto& name : {"decoder.layers.0.self_attn.mask", "decoder.layers.0.self_attn.weights", "logits"}) {
            const TensorView a = other->find(name), b = edited->find(name);
            for (Size place = 0; place < a.layout.count(); ++place) {
                const Index cell = index_of(a.layout, place);
                CHECK(same_number(a.at(cell), b.at(cell)));
            }
        }
        CHECK(run->regime.design.causal_mask != design.causal_mask);
        ++compared;
    }
    CHECK(compared > 5);
}

TEST_CASE("a tried run is given up with the run it was made from") {
    std::weak_ptr<const Run> first, second;
    {
        const auto run = make_run(sample("translation"));
        Design design;
        design.padding_mask = false;
        const auto other = tried(run, design);
        REQUIRE(other);
        first = run, second = other;
    }
    CHECK(first.expired());
    CHECK(second.expired());
}

TEST_CASE("the masks that are shown follow the switches of the leak test") {
    State state = opened("translation");
    apply(state, SetView{View::masks});
    CHECK(run_with_test_masks(state) == state.run);
    const Design own = state.run->regime.design;
    CHECK(tried_masks_words(own, own).empty());
    apply(state, SetTestMasks{.causal = false, .padding = true});
    const auto shown = run_with_test_masks(state);
    REQUIRE(shown != state.run);
    CHECK(tried_masks_words(own, shown->regime.design).find("without the causal mask.") != std::string::npos);
    const TensorView mask = shown->find("decoder.layers.0.self_attn.mask"), tokens = shown->find("tgt.tokens");
    for (Size place = 0; place < mask.layout.count(); ++place) {
        const Index cell = index_of(mask.layout, place);
        const bool padding = static_cast<std::int32_t>(tokens.at({cell[0], cell[3]})) == shown->model->configuration.pad_tgt;
        CHECK((mask.at(cell) != 0) == !padding);
    }
    apply(state, SetTestMasks{.causal = true, .padding = true});
    CHECK(run_with_test_masks(state) == state.run);
}

}  // namespace vitrine::tried_test
