#include "app/actions/palette.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/actions/palette_commands.h"
#include "app/actions/palette_state.h"
#include "app/base/command.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "app/views/design/state.h"
#include "tests/app/opened.h"
#include "tests/test_data.h"

namespace vitrine::palette_test {
using namespace vitrine::tests;

namespace {

std::vector<PaletteEntry> found(State& state, const char* typed) {
    apply(state, SetPaletteText{typed_text(typed)});
    return palette_finds(state).entries;
}

}  // namespace

TEST_CASE("the palette finds commands, samples, steps and tensors") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    const auto all = palette_finds(state).entries;
    for (const PaletteKind kind : {PaletteKind::action, PaletteKind::sample, PaletteKind::step, PaletteKind::tensor}) {
        CHECK(std::ranges::count(all, kind, &PaletteEntry::kind) > 0);
    }
    CHECK(found(state, "light theme").front().title == "Light theme");
    CHECK(found(state, "open transl").front().title == "Open translation");
    CHECK(found(state, "enc 0 self scores").front().title == "encoder.layers.0.self_attn.scores");
    CHECK(found(state, "step 7:").front().kind == PaletteKind::step);
    CHECK(found(state, "qqqqqq").empty());
}

TEST_CASE("an entry of the palette closes it and does what it says") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::tensors});
    const auto entries = found(state, "decoder.layers.0.cross_attn.weights");
    REQUIRE(!entries.empty());
    Commands commands;
    perform(entries.front(), state, commands);
    for (const Command& command : commands) apply(state, command);
    CHECK(state.menu.empty());
    CHECK(state.selection.tensor == "decoder.layers.0.cross_attn.weights");
}

TEST_CASE("a narrower palette finds only what it is for") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::steps});
    const auto entries = palette_finds(state).entries;
    CHECK(entries.size() == static_cast<std::size_t>(state.run->last_step() + 1));
    CHECK(std::ranges::all_of(entries, [](const PaletteEntry& entry) { return entry.kind == PaletteKind::step; }));
}

TEST_CASE("a typed path opens the folder, or says that there is none") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::models});
    const std::string folder = test_data("goldens/single-token").string();
    const auto entries = found(state, folder.c_str());
    REQUIRE(entries.size() == 1);
    CHECK(entries.front().title == "Open " + folder);
    CHECK(entries.front().refused.empty());
    Commands commands;
    perform(entries.front(), state, commands);
    for (const Command& command : commands) apply(state, command);
    CHECK(state.menu.empty());
    REQUIRE(state.opening);
    CHECK(state.opening->folder == folder);
    const auto none = found(state, (folder + "/none").c_str());
    REQUIRE(none.size() == 1);
    CHECK(none.front().refused == "There is no such folder.");
}

TEST_CASE("an entry that is refused stays without effect") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    const auto entries = found(state, "Undo every change to the run");
    REQUIRE(!entries.empty());
    CHECK(entries.front().refused == "nothing has been altered");
    Commands commands;
    perform(entries.front(), state, commands);
    CHECK(commands.empty());
}

TEST_CASE("commands are found by other words for them, behind those whose name has the words") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    const std::pair<const char*, const char*> words[] = {{"shortcuts", "Keys"},
                                                         {"key list", "Keys"},
                                                         {"definitions", "Look up a term"},
                                                         {"hotkeys", "Keys"},
                                                         {"animation", "Reduced motion"},
                                                         {"exit", "Quit"},
                                                         {"keys", "Keys"},
                                                         {"glossary", "Glossary"},
                                                         {"delete sentence", "Remove this sentence"}};
    for (const auto& pair : words) {
        CAPTURE(pair.first);
        const auto entries = found(state, pair.first);
        REQUIRE(!entries.empty());
        CHECK(entries.front().title == pair.second);
        for (const std::size_t letter : entries.front().letters) CHECK(letter < entries.front().title.size());
    }
}

TEST_CASE("the palette has every variant of the Design view, and sentences to add and remove") {
    State state = opened("translation");
    apply(state, OpenPalette{PaletteScope::everything});
    const auto act = [&](const char* typed) {
        const auto entries = found(state, typed);
        REQUIRE(!entries.empty());
        CAPTURE(entries.front().title);
        Commands commands;
        perform(entries.front(), state, commands);
        for (const Command& command : commands) apply(state, command);
    };
    act("another model: pre-norm");
    CHECK(state.edits.variant.norm_placement == NormPlacement::before);
    CHECK(state.of<DesignView>().shown == "norm");
    act("another model: post-norm");
    CHECK(state.edits.variant.norm_placement == NormPlacement::after);
    act("another model: post-norm");
    CHECK_FALSE(state.edits.variant.norm_placement);
    act("another model: one head");
    CHECK(state.edits.variant.heads == 1);
    act("another model: learned positions");
    CHECK(state.edits.variant.positions == PositionKind::learned);
    act("weights from the next seed");
    CHECK(state.edits.variant.seed == 2);
    CHECK(state.history.undo_words() == "another model");
    act("back to the model's own weights");
    CHECK(state.edits.variant.is_own());
    CHECK(state.history.undo_words() == "the model's own weights");
    const Size count = sentence_count(*state.run);
    act("add a copy of this sentence");
    CHECK(state.edits.batch->sentences() == count + 1);
    act("remove this sentence");
    act("remove this sentence");
    CHECK(state.edits.batch->sentences() == count - 1);
    act("original sentences");
    CHECK_FALSE(state.edits.batch);
}

TEST_CASE("an entry is chosen by moving the pointer onto it, not by appearing under it") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    apply(state, PointPalette{{10, 10}, 5});  // where it is when the palette opens
    CHECK(state.of<PaletteView>().chosen == 0);
    apply(state, PointPalette{{10, 11}, 5});
    CHECK(state.of<PaletteView>().chosen == 5);
    apply(state, MovePalette{1});
    apply(state, PointPalette{{10, 11}, 5});
    CHECK(state.of<PaletteView>().chosen == 6);
    apply(state, PointPalette{{10, 300}});  // not on an entry
    CHECK(state.of<PaletteView>().chosen == 6);
    apply(state, OpenPalette{PaletteScope::everything});
    apply(state, PointPalette{{10, 12}, 3});
    CHECK(state.of<PaletteView>().chosen == 0);
}

}  // namespace vitrine::palette_test
