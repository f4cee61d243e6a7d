#include "app/export/exporting.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/export/backwards.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "tests/app/opened.h"

namespace vitrine::exporting_test {
using namespace vitrine::tests;

TEST_CASE("what cannot be saved now says why") {
    const State empty = new_state();
    for (const ExportSubject subject : {ExportSubject::steps, ExportSubject::tensor, ExportSubject::run})
        CHECK(export_refusal(empty, {.subject = subject}) == "no model is open");
    CHECK(export_refusal(empty, {.subject = ExportSubject::view}).empty());

    State state = opened("navigation");
    for (const ExportSubject subject : {ExportSubject::view, ExportSubject::steps, ExportSubject::tensor, ExportSubject::run})
        CHECK(export_refusal(state, {.subject = subject, .numbers = ExportedNumbers::gradients}).empty());
    apply(state, ExportWalk{});
    CHECK(export_refusal(state, {.subject = ExportSubject::steps}) == "this is already being saved");
    CHECK(export_refusal(state, {.subject = ExportSubject::run}).empty());
    apply(state, ExportTrace{});
    CHECK(export_refusal(state, {.subject = ExportSubject::view}) == "another file is being saved");
}

TEST_CASE("without labels there are values, but no gradients to save") {
    State state = opened("navigation");
    auto run = std::make_shared<Run>(*state.run);
    auto activations = std::make_shared<Activations>(*run->activations);
    activations->loss = {};
    run->activations = activations;
    state.run = run;
    CHECK(export_refusal(state, {.subject = ExportSubject::run}).empty());
    const ExportChoices gradients{.subject = ExportSubject::run, .numbers = ExportedNumbers::gradients};
    CHECK(export_refusal(state, gradients) == "without labels there is no loss, and no gradient");
    CHECK_THROWS_WITH(RunBackwards{run}, "without labels there is no loss, and no gradient");
}

TEST_CASE("a file under way is that of the run that was on the screen, and says what it is") {
    State state = opened("navigation");
    const auto run = state.run;
    apply(state, ExportTensor{.numbers = ExportedNumbers::gradients});
    REQUIRE(state.of<Exporting>().file);
    CHECK(words_of(*state.of<Exporting>().file) == "the gradients of this tensor");
    CHECK(std::get<ExportTensor>(state.of<Exporting>().file->wanted).tensor == state.selection.tensor);
    apply(state, ShowRun{make_run(sample("by-hand"))});
    CHECK(state.of<Exporting>().file->run == run);
    apply(state, ExportPicture{});  // one at a time
    CHECK(words_of(*state.of<Exporting>().file) == "the gradients of this tensor");
    apply(state, FileAdvanced{0.25});
    CHECK(state.of<Exporting>().file->done == 0.25);
    apply(state, CancelExport{});
    CHECK(state.of<Exporting>().file->stopping);
    apply(state, Exported{ExportKind::file, "Stopped: nothing was saved"});
    CHECK_FALSE(state.of<Exporting>().busy());
    CHECK(state.notice == "Stopped: nothing was saved");
    apply(state, ExportTrace{});
    CHECK(state.notice.empty());
    CHECK(words_of(*state.of<Exporting>().file) == "the whole run");
}

TEST_CASE("what has been done is said for six seconds of frames, counted anew for every line") {
    State state = opened("navigation");
    apply(state, Exported{ExportKind::file, "Saved to a"});
    apply(state, PassTime{4});
    CHECK(state.notice == "Saved to a");
    apply(state, Exported{ExportKind::walk, "Saved to b"});
    apply(state, PassTime{4});
    CHECK(state.notice == "Saved to b");
    apply(state, PassTime{2});
    CHECK(state.notice.empty());
    state.message = "what went wrong stays";
    apply(state, PassTime{60});
    CHECK(state.message == "what went wrong stays");
}

}  // namespace vitrine::exporting_test
