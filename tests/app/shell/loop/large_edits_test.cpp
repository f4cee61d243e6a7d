/// Edits of a model as large as the paper's base model, on 64 words: the edited run is computed on another thread than the
/// drawing.

#include <filesystem>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/script/stage.h"
#include "app/state/place.h"
#include "app/state/state.h"
#include "core/files/file.h"
#include "core/io/configuration_json.h"
#include "tests/temporary_folder.h"

namespace vitrine::large_edits_test {

namespace {

ModelRequest base_model(const std::filesystem::path& folder) {
    Configuration c;  // its sizes are the paper's
    c.src_vocab_size = c.tgt_vocab_size = 1000;
    std::string side;
    for (int i = 0; i < 64; ++i) side += (i ? " " : "") + std::to_string(3 + i * 7 % 900);
    write_file_atomically(folder / "config.json", configuration_text(c));
    write_file_atomically(folder / "batch.tsv", side + '\t' + side + '\n');
    ModelRequest request;
    request.configuration = folder / "config.json";
    request.batch = folder / "batch.tsv";
    return request;
}

/// The program with that model open; it is opened once for all tests.
struct Large {
    Large() : run(opened_once()), stage(small(), {.width = 1280, .height = 800}) {
        stage.application().command(ShowRun{run});
        stage.settle(input);
    }

    static std::shared_ptr<const Run> opened_once() {
        static const TemporaryFolder folder;
        static const std::shared_ptr<const Run> run = make_run(base_model(folder.path()));
        return run;
    }
    static ModelRequest small() {
        ModelRequest request;
        request.sample = "by-hand";
        return request;
    }

    void silences(Size head) { stage.application().command(SilenceHead{"encoder.layers.0.self_attn", head, true}); }
    void frame() { stage.frame(input); }
    void presses(const char* chord) {
        input.keys = {chord};
        input.modifiers.ctrl = std::string(chord).starts_with("ctrl+");
        frame();
        input.modifiers = {};
    }
    const State& state() const { return stage.state(); }
    std::size_t silenced_on_screen() const { return state().run->edits.interventions.silenced.size(); }

    std::shared_ptr<const Run> run;
    Stage stage;
    Input input;
};

}  // namespace

TEST_CASE("an edit of a large model leaves the screen as it is until its run is there, and frames go on meanwhile") {
    Large large;
    REQUIRE_FALSE(edits_at_once(*large.run, {}));
    large.silences(3);
    CHECK(lacks_edits(large.state()));
    CHECK(large.stage.application().expects_news());
    int frames = 0;
    for (; lacks_edits(large.state()); ++frames) {
        CHECK(large.state().run == large.run);
        large.presses("right");  // and keys pressed meanwhile take effect at once
    }
    CHECK(frames >= 2);
    CHECK(film_place(large.state()) == std::min(frames, film_of(*large.run).places() - 1));
    CHECK(large.silenced_on_screen() == 1);
    CHECK(large.state().history.undo_words() == "silence head 4 of self-attention in encoder layer 1");
}

TEST_CASE("a second edit outdates the run of the first, which is never shown") {
    Large large;
    large.silences(0);
    large.frame();
    CHECK(lacks_edits(large.state()));
    large.silences(1);
    while (lacks_edits(large.state())) {
        CHECK(large.silenced_on_screen() == 0);
        large.frame();
    }
    CHECK(large.silenced_on_screen() == 2);
    large.presses("ctrl+z");
    large.stage.settle(large.input);
    CHECK(large.silenced_on_screen() == 1);
}

TEST_CASE("an edit under way is cancelled by undoing it: what was on the screen stays, also when the run is there") {
    Large large;
    large.silences(0);
    large.frame();
    REQUIRE(lacks_edits(large.state()));
    large.presses("ctrl+z");
    CHECK_FALSE(lacks_edits(large.state()));
    CHECK(large.state().run == large.run);
    large.stage.application().finish_work();
    for (int i = 0; i < 5; ++i) {
        large.frame();
        CHECK(large.state().run == large.run);
    }
    CHECK(large.state().history.redo_words().starts_with("silence head 1"));
    large.presses("ctrl+y");
    large.stage.settle(large.input);
    CHECK(large.silenced_on_screen() == 1);
}

TEST_CASE("another model outdates an edit of the one that was open") {
    Large large;
    large.silences(0);
    large.frame();
    REQUIRE(lacks_edits(large.state()));
    OpenModel open;
    open.request = Large::small();
    large.stage.application().command(open);
    large.stage.settle(large.input);
    CHECK(large.state().run->model->name == "by-hand");
    CHECK(large.state().edits.empty());
    CHECK(large.state().message.empty());
}

TEST_CASE("a word typed into a large model stands in its chip at once, before its run is there") {
    Large large;
    large.stage.application().command(EditBatch{ReplaceToken{{BatchSide::source, 0, 2}, 500}});
    large.frame();
    CHECK(lacks_edits(large.state()));
    CHECK(large.state().edits.batch->src.at({0, 2}) == 500);
    CHECK(large.state().run == large.run);
    large.stage.settle(large.input);
    CHECK(large.state().run->batch->src.at({0, 2}) == 500);
}

}  // namespace vitrine::large_edits_test
