/// Other models in the place of each sample and each family: every view can draw a frame of them.

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/actions/actions.h"
#include "app/compare/commands.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "core/io/sample.h"
#include "tests/test_data.h"

namespace vitrine::every_variant_test {

namespace {

/// The samples and the folders of the families.
std::vector<ModelRequest> all_models() {
    std::vector<ModelRequest> all;
    for (const SampleInfo& sample : list_samples()) all.push_back({.sample = sample.name});
    for (const auto& entry : std::filesystem::directory_iterator(test_data("goldens/families"))) {
        if (entry.is_directory()) all.push_back({.folder = entry.path(), .batch = entry.path() / "batch.json"});
    }
    return all;
}

std::string name_of(const ModelRequest& model) { return model.sample ? *model.sample : model.folder->filename().string(); }

/// All choices of the view Design that lead to another model, also those that the shown model already has; each by itself.
std::vector<const Action*> other_models(const State& state) {
    std::vector<const Action*> all;
    for (const Action& action : actions(state)) {
        if (action.id.starts_with("run/variant-") && refusal_of(action, state).empty()) all.push_back(&action);
    }
    return all;
}

void carry_out(Stage& stage, const Action& action) {
    Commands commands;
    perform(action, stage.state(), commands);
    for (const Command& command : commands) stage.application().command(command);
    stage.application().finish_work();
}

/// Draws a frame of every view and returns how many views there are. Whatever the first frame lacked is there in the second.
int draw_every_view(Stage& stage) {
    int drawn = 0;
    for (const Module* view : views(stage.state().modules)) {
        CAPTURE(view->name);
        stage.application().command(SetView{View{view->name}});
        Input input;
        for (int frame = 0; frame < 2; ++frame) {
            stage.application().finish_work();
            stage.frame(input);
        }
        CHECK(stage.state().view == View{view->name});
        ++drawn;
    }
    return drawn;
}

}  // namespace

TEST_CASE("every view draws every other model that the view Design makes of a model, also by what that has anyway") {
    int others = 0, as_the_model_is = 0, of_families = 0, frames = 0;
    Stage stage(all_models().front(), {.width = 640, .height = 400});
    const auto count_of_views = static_cast<int>(views(stage.state().modules).size());
    for (const ModelRequest& model : all_models()) {
        CAPTURE(name_of(model));
        const auto opened = make_run(model);
        if (!edits_at_once(*opened, {})) continue;  // a large model takes seconds for each
        stage.application().command(ShowRun{opened});
        for (const Action* action : other_models(stage.state())) {
            CAPTURE(action->id);
            carry_out(stage, *action);
            const Run& run = *stage.state().run;
            REQUIRE_FALSE(run.edits.variant.is_own());
            for (const std::string& path : paths_of(run)) {
                CAPTURE(path);
                CHECK((run.info(path) && run.info(path)->path == path));
            }
            frames += draw_every_view(stage);
            ++others;
            if (!model.sample) ++of_families;
            if (run.model->configuration == opened->model->configuration) ++as_the_model_is;
            carry_out(stage, *find_action(stage.state(), "edit/undo"));
            REQUIRE(stage.state().run->edits.variant.is_own());
        }
    }
    CHECK(frames == others * count_of_views);
    CHECK(others > 40);
    CHECK(of_families > 25);
    CHECK(as_the_model_is > 10);
}

TEST_CASE("a session with another model, made by what the model has anyway, opens in the view that shows its tensors") {
    const std::filesystem::path folder = test_data("goldens/families/llama");
    std::string text;
    {
        Stage stage({.folder = folder, .batch = folder / "batch.json"}, {.width = 640, .height = 400});
        carry_out(stage, *find_action(stage.state(), "run/variant-pre-norm"));
        stage.application().command(SetView{View{"tensors"}});
        text = session_text(session_of(stage.state()));
    }
    const SavedSession session = read_session(text, "session.json", all_modules());
    Stage stage(*session.model, {.width = 640, .height = 400, .session = session});
    Input input;
    stage.settle(input);
    CHECK_FALSE(stage.state().run->edits.variant.is_own());
    CHECK(stage.state().view == View{"tensors"});
    CHECK(stage.state().message == "");
}

}  // namespace vitrine::every_variant_test
