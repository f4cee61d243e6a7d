/// The program while a graphics card computes the attentions: it shows the same, and reports what goes wrong.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/script/automation.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/masks/readings.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/temporary_folder.h"

namespace vitrine::device_test {

namespace {

ModelRequest translation() {
    ModelRequest request;
    request.sample = "translation";
    return request;
}

/// The program with the sample open, its attentions computed by shaders.
struct Shown {
    explicit Shown(GpuOptions gpu = {}, ComputePlace place = ComputePlace::graphics_card)
        : stage(translation(), {.attention = {.place = place, .gpu = std::move(gpu)}}) {
        stage.settle(input);
    }

    /// Requires that the shaders have computed them. If the card was declined, the test ends and says why.
    void require_card() const { REQUIRE_MESSAGE(is_elsewhere(), state().message); }

    const State& state() const { return stage.state(); }
    bool is_elsewhere() const { return are_fetched(*state().run->activations); }
    void command(const Command& wanted) {
        stage.application().command(wanted);
        stage.settle(input);
    }
    void play(const std::string& script) {
        std::ostringstream out;
        Visitor(stage, out).play(parse_script(script, "visit.drive"));
    }

    Stage stage;
    Input input;
};

/// The share of channels that differ between two pictures in an area by more than rounding.
double share_of_other_pixels(const Image& a, const Image& b, const Rect& area) {
    REQUIRE(a.width == b.width);
    int others = 0, all = 0;
    for (int y = static_cast<int>(area.min.y); y < static_cast<int>(area.max.y); ++y) {
        for (int x = static_cast<int>(area.min.x); x < static_cast<int>(area.max.x); ++x, ++all) {
            for (std::size_t i = 0; i < 3; ++i) others += std::abs(int{a.pixel(x, y)[i]} - int{b.pixel(x, y)[i]}) > 2;
        }
    }
    REQUIRE(all > 10'000);
    return static_cast<double>(others) / (3 * all);
}

const std::string weights = "encoder.layers.0.self_attn.weights";

}  // namespace

TEST_CASE("weights that stay on the card are drawn as those of the processor are") {
    struct Seen {
        Image picture;
        Rect area;
        double cell;
    };
    // One after the other: each has an OpenGL context of its own.
    const auto look = [](ComputePlace place) {
        Shown shown({}, place);
        const bool on_card = place == ComputePlace::graphics_card;
        if (on_card) shown.require_card();
        CHECK(shown.is_elsewhere() == on_card);
        shown.stage.resize(1280, on_card ? 826 : 800);  // the bar takes 26
        shown.command(SelectTensor{weights});
        shown.command(SetView{View::tensors});
        if (on_card) shown.play("expect status \"attention on \"\nexpect status \"graphics memory: pictures \"\n");
        CHECK((shown.stage.record().find("status") != nullptr) == on_card);
        const Image picture = shown.stage.picture();
        const Rect area = shown.stage.record().find("tensor/" + weights)->area;
        shown.play("click tensor/" + weights + " 0 1 2 3\n");
        REQUIRE(shown.state().selection.cell);
        return Seen{picture, area, shown.state().run->find(weights).at(*shown.state().selection.cell)};
    };
    const Seen card = look(ComputePlace::graphics_card), here = look(ComputePlace::processor);
    REQUIRE(card.area.min.y == here.area.min.y);
    REQUIRE(card.area.max.x == here.area.max.x);
    CHECK(share_of_other_pixels(card.picture, here.picture, here.area) < 0.01);
    CHECK(card.cell == doctest::Approx(here.cell).epsilon(1e-5));
}

TEST_CASE("what is altered by hand is the processor's, and nothing but what follows from it counts as altered") {
    Shown card;
    card.require_card();
    card.command(SilenceHead{"decoder.layers.0.cross_attn", 1, true});
    CHECK_FALSE(card.is_elsewhere());
    const Run& run = *card.state().run;
    const auto altered = [&run](const char* path) {
        return run.alterations[static_cast<std::size_t>(run.outline().slots.at(path))] != Alteration::none;
    };
    CHECK(altered("logits"));
    CHECK_FALSE(altered("memory"));
    CHECK_FALSE(altered(weights.c_str()));
    card.command(Undo{});
    CHECK(card.is_elsewhere());
}

TEST_CASE("other sentences are the card's again") {
    Shown card;
    card.require_card();
    const std::shared_ptr<const Run> before = card.state().run;
    card.play("click batch/source/4\ntype teacher\nkey enter\n");
    CHECK(card.state().run != before);
    CHECK(card.is_elsewhere());
}

TEST_CASE("gradients and leak tests of a run on the card are the processor's") {
    Shown card;
    card.require_card();
    card.command(SetAspect{Aspect::gradient});
    const std::shared_ptr<const Run> here = with_gradients(*make_run(translation()));
    const std::string path = "encoder.layers.0.self_attn.query";
    REQUIRE(find_gradient(*card.state().run, path).present());
    CHECK(find_gradient(*card.state().run, path).at({0, 0, 1, 0}) == find_gradient(*here, path).at({0, 0, 1, 0}));
    const LeakTest test = answer(*card.state().run, {.change = {.place = {BatchSide::target, 0, 2}, .id = 7}});
    MovementCount count;
    for (const RowMovement& row : test.outputs) count.add(row);
    CHECK(count.moved > 0);
    CHECK(count.leaks == 0);
}

TEST_CASE("with too little graphics memory cells are recomputed where they are looked at, and that is said") {
    const Model model = open_model(translation());
    const Size sentences = model.batch.sentences(), queries = model.batch.src.size(1);
    const Configuration& c = model.configuration;
    const Size streamed = attention_bytes({sentences, c.nhead, queries, queries, c.head_width()}, AttentionStorage::stream);
    Shown card({.memory_limit = streamed + Gpu::scratch_bytes});
    card.require_card();
    CHECK(card.state().run->find(weights).fetched->is_recomputed());
    CHECK(card.state().message.find("scores and weights are computed again when they are read") != std::string::npos);
    card.command(SelectTensor{weights});
    card.play("expect inspector \"computed again when it is shown\"\n");
    card.command(SetView{View::tensors});
    card.play("expect tensors \"Computed again when it is shown\"\n");
}

TEST_CASE("when the driver loses its context the run is made again by the processor, and the screen stays as it was") {
    std::atomic<bool> lost = false;
    Shown card({.has_failed = [&lost] { return lost.load(); }});
    card.require_card();
    card.command(SelectTensor{weights});
    card.play("click tensor/" + weights + " 0 1 2 3\n");
    const Selection before = card.state().selection;
    lost = true;
    for (int i = 0; i < 3; ++i) card.command(SelectCell{weights, {0, 0, i, 2}});  // reads cells that are gone
    CHECK_FALSE(card.is_elsewhere());
    CHECK(card.state().message.find("the graphics driver has lost its context") != std::string::npos);
    CHECK(card.state().selection.tensor == before.tensor);
    card.play("expect status \"attention on the processor: the graphics driver has lost its context\"\n");
}

TEST_CASE("a context that is lost while another model is being opened costs neither the window nor that model") {
    std::atomic<bool> lost = false;
    Shown card({.has_failed = [&lost] { return lost.load(); }});
    card.require_card();
    ModelRequest other;
    other.sample = "navigation";
    lost = true;
    card.command(OpenModel{other});
    CHECK(card.state().request.sample == "navigation");
    CHECK(card.state().run->model->name == "navigation");
    CHECK_FALSE(card.is_elsewhere());
    CHECK(card.state().message.find("the graphics driver has lost its context") != std::string::npos);
}

TEST_CASE("a window that is resized while a model is being opened on the card goes on") {
    Shown card;
    card.require_card();
    const std::uint64_t before = card.state().run->generation;
    card.stage.application().command(OpenModel{translation()});
    int frames = 0;
    for (; card.state().opening || frames < 20; ++frames) {
        card.stage.resize(900 + 37 * (frames % 20), 640 + 23 * (frames % 15));
        card.stage.frame(card.input);
        card.stage.picture();
    }
    CHECK(card.state().run->generation != before);
    CHECK(card.is_elsewhere());
    CHECK(card.state().message.empty());
}

TEST_CASE("a broken shader leaves everything to the processor, and the screen names the line") {
    const TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path() / "shaders";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "attention.comp") << "void main() {\n    nothing = 1;\n}\n";
    Shown card({.shaders = folder});
    CHECK_FALSE(card.is_elsewhere());
    CHECK(card.state().message.starts_with("attention on the processor: shaders/attention.comp:2: "));
    card.play("expect status \"attention on the processor: shaders/attention.comp:2: \"\n");
}

}  // namespace vitrine::device_test
