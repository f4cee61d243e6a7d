#include "app/words/masks.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::mask_words_test {
using namespace vitrine::tests;

namespace {

MaskExplanation explained(const State& state, const std::string& path, const Index& cell) {
    return explain_mask(*state.run, mask_cell(*state.run, *state.run->info(path), cell).value());
}

}  // namespace

TEST_CASE("a mask is 1 exactly where all of its conditions hold, in every cell of every mask") {
    const State state = opened("translation");
    int masks = 0;
    for (const TensorInfo& info : state.run->outline().tensors) {
        const TensorView mask = state.run->find(info.path);
        if (!mask_cell(*state.run, info, {})) continue;
        ++masks;
        for (Size i = 0; i < mask.layout.count(); ++i) {
            const Index cell = index_of(mask.layout, i);
            const MaskExplanation told = explained(state, info.path, cell);
            CHECK(std::ranges::all_of(told.conditions, &MaskCondition::holds) == (mask.at(cell) != 0));
            CHECK(told.query.position == cell[2]);
            CHECK(told.key.position == cell[3]);
        }
    }
    CHECK(masks == 6);  // of two encoder and two decoder layers
}

TEST_CASE("a later word is hidden because of its position, padding because it is padding") {
    const State state = opened("translation");
    const std::string decoder = "decoder.layers.0.self_attn.mask";
    const MaskExplanation later = explained(state, decoder, {0, 0, 2, 4});  // <bos> Je suis un étudiant
    REQUIRE(later.conditions.size() == 2);
    CHECK(later.query.word == "suis");
    CHECK(later.key.word == "étudiant");
    CHECK(later.conditions[0].words == "“étudiant” is not padding");
    CHECK(later.conditions[0].holds);
    CHECK(later.conditions[1].words == "“étudiant” comes after “suis” (position 4 > 2)");
    CHECK(!later.conditions[1].holds);
    CHECK(explained(state, decoder, {0, 0, 2, 2}).conditions[1].words == "“suis” is at the query's own position");
    CHECK(explained(state, decoder, {0, 0, 2, 1}).conditions[1].words == "“Je” comes before “suis” (position 1 < 2)");

    const MaskExplanation padding = explained(state, "encoder.layers.0.self_attn.mask", {4, 0, 0, 5});
    REQUIRE(padding.conditions.size() == 1);
    CHECK(padding.conditions[0].words == "“<pad>” is padding");
    CHECK(!padding.conditions[0].holds);
}

}  // namespace vitrine::mask_words_test
