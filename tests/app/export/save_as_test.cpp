#include "app/export/save_as.h"

#include <doctest/doctest.h>

#include "app/edit/commands.h"
#include "app/export/exporting.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::save_as_test {
using namespace vitrine::tests;

namespace {

State on_page(const TemporaryFolder& folder, ExportSubject subject) {
    State state = opened("navigation");
    apply(state, SetExportFolder{folder.path().string()});
    apply(state, SetExportChoices{{.subject = subject}});
    apply(state, SetMenu{export_page});
    return state;
}

}  // namespace

TEST_CASE("the page proposes a name that is not taken, and follows the choices until a path is typed") {
    const TemporaryFolder folder;
    folder.file("vitrine-navigation-map.png", "");
    State state = on_page(folder, ExportSubject::view);
    const SaveAs& save = state.of<SaveAs>();
    CHECK(save.text.text == (folder.path() / "vitrine-navigation-map-2.png").string());
    CHECK(save.remark.empty());
    apply(state, SetExportChoices{{.subject = ExportSubject::run, .numbers = ExportedNumbers::gradients}});
    CHECK(save.text.text == (folder.path() / "vitrine-navigation-run-gradients.npz").string());
    const std::string typed = (folder.path() / "mine").string();
    apply(state, SetSavePath{typed_text(typed)});
    CHECK(save.remark == "It will be saved as mine.npz.");
    apply(state, SetExportChoices{{.subject = ExportSubject::view}});
    CHECK(save.text.text == typed);
    CHECK(save.remark == "It will be saved as mine.png.");
    apply(state, SaveChosen{});
    CHECK(state.menu.empty());
    REQUIRE(state.of<Exporting>().file);
    CHECK(std::get<ExportPicture>(state.of<Exporting>().file->wanted).path == typed + ".png");
    CHECK(save.text.text.empty());
}

TEST_CASE("what becomes of the path is said before anything is saved") {
    const TemporaryFolder folder;
    folder.file("there.png", "");
    State state = on_page(folder, ExportSubject::view);
    const auto remark = [&](const std::string& typed) {
        apply(state, SetSavePath{typed_text(typed)});
        return state.of<SaveAs>().remark;
    };
    const std::string in = folder.path().string() + "/";
    CHECK(remark(in + "new.png").empty());
    CHECK(remark(in + "there.png") == "The file exists and will be replaced.");
    CHECK(remark(in + "there") == "The file exists and will be replaced. It will be saved as there.png.");
    CHECK(remark(in + "not/there.png") == "There is no folder " + in + "not.");
    CHECK(remark("") == "A path is needed.");
    apply(state, SetExportChoices{{.subject = ExportSubject::model}});
    CHECK(remark(in + "new/").empty());
    folder.file("config.json", "");
    CHECK(remark(in) == "There is a model in this folder: choose another one.");
}

TEST_CASE("a path is completed as far as the names that are there agree") {
    const TemporaryFolder folder;
    for (const char* name : {"alpha-1.png", "alpha-2.png", "beta", ".hidden"}) folder.file(name, "");
    std::filesystem::create_directory(folder.path() / "gamma");
    const std::string in = folder.path().string() + "/";
    using Names = std::vector<std::string>;
    CHECK(names_beginning_with(in) == Names{"alpha-1.png", "alpha-2.png", "beta", "gamma/"});
    CHECK(names_beginning_with(in + ".") == Names{".hidden"});
    CHECK(names_beginning_with(in + "nothing").empty());
    CHECK(names_beginning_with("/no/such/folder/").empty());
    const auto completed = [&](const std::string& typed) { return completed_path(in + typed, names_beginning_with(in + typed)); };
    CHECK(completed("al") == in + "alpha-");
    CHECK(completed("g") == in + "gamma/");
    CHECK(completed("x") == in + "x");
    State state = on_page(folder, ExportSubject::view);
    apply(state, SetSavePath{typed_text(in + "a")});
    apply(state, CompleteSavePath{});
    CHECK(state.of<SaveAs>().text == typed_text(in + "alpha-"));
    CHECK(state.of<SaveAs>().found == Names{"alpha-1.png", "alpha-2.png"});
}

TEST_CASE("what a saved model does not have of the run on the screen is said") {
    State state = opened("navigation");
    CHECK(lost_in_model(*state.run).empty());
    const auto with = [&](const Edits& edits) { return lost_in_model(*with_edits(state.run, edits)); };
    CHECK_FALSE(with({.interventions = {.silenced = {{"decoder.layers.0.cross_attn", 1}}}}).empty());
    CHECK_FALSE(with({.interventions = {.overwrites = {{"memory", {0, 0, 0}, 1}}}}).empty());
    CHECK_FALSE(with({.design = {.residuals = false}}).empty());
    CHECK(with({.interventions = {.overwrites = {{"fc_out.weight", {0, 0}, 1}}}}).empty());
}

}  // namespace vitrine::save_as_test
