#include "app/state/palette.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/app/state/opened.h"

using namespace vitrine;
using namespace vitrine::tests;

namespace {

std::vector<PaletteEntry> found(State& state, const char* typed) {
    apply(state, SetPaletteText{edited(typed)});
    return palette_entries(state);
}

}  // namespace

TEST_CASE("the palette finds commands, samples, steps and tensors") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    const auto all = palette_entries(state);
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
    const auto entries = palette_entries(state);
    CHECK(entries.size() == static_cast<std::size_t>(state.run->last_step() + 1));
    CHECK(std::ranges::all_of(entries, [](const PaletteEntry& entry) { return entry.kind == PaletteKind::step; }));
}

TEST_CASE("an entry that is refused stays without effect") {
    State state = opened("navigation");
    apply(state, OpenPalette{PaletteScope::everything});
    const auto entries = found(state, "Take every change back");
    REQUIRE(!entries.empty());
    CHECK(entries.front().refused == "nothing is altered");
    Commands commands;
    perform(entries.front(), state, commands);
    CHECK(commands.empty());
}
