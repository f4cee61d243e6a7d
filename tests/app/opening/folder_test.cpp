#include "app/opening/folder.h"

#include <doctest/doctest.h>

#include "app/actions/palette.h"
#include "app/actions/palette_commands.h"
#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::folder_test {
using namespace vitrine::tests;

namespace {

namespace fs = std::filesystem;

/// A copy of a model's folder, which can be taken away.
fs::path copied_model(const TemporaryFolder& into, const char* name) {
    const fs::path folder = into.path() / name;
    fs::copy(test_data("goldens/translation"), folder, fs::copy_options::recursive);
    return folder;
}

/// The request that Ctrl+O makes of a typed path.
ModelRequest typed(State& state, const std::string& path) {
    apply(state, OpenPalette{PaletteScope::models});
    apply(state, SetPaletteText{typed_text(path)});
    const auto entries = palette_finds(state).entries;
    REQUIRE(!entries.empty());
    Commands commands;
    perform(entries.front(), state, commands);
    for (const Command& command : commands) apply(state, command);
    REQUIRE(state.opening);
    return *state.opening;
}

}  // namespace

TEST_CASE("a folder whose path is typed opens on the batch.json that lies in it") {
    State state = opened("navigation");
    const fs::path folder = test_data("goldens/translation");
    const ModelRequest request = typed(state, folder.string());
    CHECK(request.folder == folder);
    CHECK(request.batch == folder / "batch.json");
    const TemporaryFolder place;
    const fs::path own = copied_model(place, "own");
    fs::remove(own / "batch.json");
    CHECK_FALSE(folder_request(own).batch);
}

TEST_CASE("an opened folder stands in the list of models, and no longer once it has gone") {
    const TemporaryFolder place;
    const fs::path folder = copied_model(place, "mine");
    State state = opened("navigation");
    apply(state, ShowRun{make_run(typed(state, folder.string()))});
    apply(state, ShowRun{make_run(sample("navigation"))});
    const auto listed = [&] {
        apply(state, OpenPalette{PaletteScope::models});
        apply(state, SetPaletteText{typed_text("mine")});
        return palette_finds(state).entries;
    };
    REQUIRE(listed().size() == 1);
    CHECK(listed().front().title == "Open mine");
    CHECK(listed().front().kind == PaletteKind::recent);
    // As after a restart: the list comes from its file.
    state.recent = read_recent(recent_text(state.recent), "recent.json");
    CHECK(recent_that_are_there(state.recent).size() == 1);
    fs::remove(folder / "batch.json");
    REQUIRE(recent_that_are_there(state.recent).size() == 1);
    CHECK_FALSE(recent_that_are_there(state.recent).front().request.batch);
    fs::remove_all(folder);
    CHECK(recent_that_are_there(state.recent).empty());
    CHECK(listed().empty());
}

}  // namespace vitrine::folder_test
