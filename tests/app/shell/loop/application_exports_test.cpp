/// Exports from the running program: what is asked for is in a file after the next frame, and the message line says where.

#include "app/shell/loop/application_exports.h"

#include <doctest/doctest.h>

#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/loop/application_pictures.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/state.h"
#include "core/files/safetensors.h"
#include "tests/app/shell/loop/exporting_program.h"

namespace vitrine::exports_test {
using namespace vitrine::tests;

TEST_CASE("a picture goes to a new file whose name says what it is, and nothing is overwritten") {
    Program program;
    program.does(SetView{View::attention});
    program.does(ExportPicture{PictureFormat::png});
    CHECK(program.state().notice == "Saved to " + (program.folder / "vitrine-navigation-attention.png").string());
    CHECK(program.read("vitrine-navigation-attention.png") == picture_file(program.stage->application(), PictureFormat::png));
    const std::string first = program.read("vitrine-navigation-attention.png");

    program.does(SetView{View::masks});
    program.does(SetView{View::attention});
    program.does(SetAppearance{Appearance::light});
    program.does(ExportPicture{PictureFormat::png});
    CHECK(program.read("vitrine-navigation-attention.png") == first);
    CHECK(program.read("vitrine-navigation-attention-2.png") != first);
    program.does(ExportPicture{PictureFormat::svg});
    CHECK(program.read("vitrine-navigation-attention.svg").starts_with("<svg "));
    CHECK(program.files() == 3);
}

TEST_CASE("a picture with twice the pixels has twice the width") {
    Program program;
    program.does(ExportPicture{PictureFormat::png, 2, (program.folder / "large.png").string()});
    const std::string file = program.read("large.png");
    CHECK(file.substr(16, 8) == std::string("\0\0\x07\xd0\0\0\x05\x78", 8));  // 2000 × 1400, as the header of a PNG has it
}

TEST_CASE("the selected tensor, or another one, goes to a file in any format") {
    Program program;
    program.does(SelectTensor{"encoder.layers.0.self_attn.scores"});
    for (const TraceFormat format : {TraceFormat::npz, TraceFormat::csv, TraceFormat::safetensors})
        program.does(ExportTensor{format});
    program.does(ExportTensor{TraceFormat::safetensors, "fc_out.weight", (program.folder / "weight").string()});
    CHECK(program.read("vitrine-navigation-encoder.layers.0.self_attn.scores.npz").starts_with("PK"));
    CHECK(program.read("vitrine-navigation-encoder.layers.0.self_attn.scores.csv")
              .starts_with("batch,head,query,key,value\n0,0,0,0,"));
    const auto stored = read_safetensors(program.folder / "vitrine-navigation-encoder.layers.0.self_attn.scores.safetensors");
    const StoredTensor* scores = stored.find("encoder.layers.0.self_attn.scores");
    REQUIRE(scores);
    const TensorView shown = program.state().run->find("encoder.layers.0.self_attn.scores");
    std::vector<float> numbers(static_cast<std::size_t>(scores->count()));
    copy_numbers(*scores, numbers.data());
    for (Size i = 0; i < shown.layout.count(); ++i)
        CHECK(numbers[static_cast<std::size_t>(i)] == shown.at(index_of(shown.layout, i)));
    CHECK(read_safetensors(program.folder / "weight").find("fc_out.weight"));
}

TEST_CASE("what cannot be saved is said in one line, and nothing is left behind") {
    Program program;
    program.does(SetExportFolder{(program.folder / "nowhere").string()});
    program.does(ExportPicture{PictureFormat::png});
    CHECK(program.state().message.find("there is no folder") != std::string::npos);
    CHECK(program.state().notice.empty());
    program.does(CloseMessage{});
    program.does(ExportTensor{TraceFormat::npz, "encoder.nothing"});
    CHECK(program.state().message == "this run has no tensor 'encoder.nothing' to save");
    program.does(ExportWalk{PictureFormat::png, "/proc/nowhere"});
    CHECK(program.state().message.starts_with("/proc/nowhere: the folder cannot be made: "));
    CHECK_FALSE(program.state().of<Exporting>().busy());
    CHECK(program.files() == 0);
}

TEST_CASE("a walk draws one picture a frame, each of the map at its step, while the program stays where it is") {
    Program program;
    const int steps = program.state().run->last_step() + 1;
    program.stage->application().command(ExportWalk{PictureFormat::svg});
    program.stage->frame(program.input);
    program.stage->frame(program.input);
    CHECK(program.state().of<Exporting>().walk->done == 2);
    for (int i = 0; program.state().of<Exporting>().busy() && i < steps; ++i) program.stage->frame(program.input);
    const fs::path folder = program.folder / "vitrine-navigation-walk";
    CHECK(program.state().notice == "Saved " + std::to_string(steps) + " pictures to " + folder.string());
    CHECK(program.state().step == 0);
    CHECK(program.state().of<MapView>().framed.empty());
    REQUIRE(std::distance(fs::directory_iterator(folder), {}) == steps);
    for (const int step : {0, 7, steps - 1}) {
        char name[32];
        std::snprintf(name, sizeof name, "step-%03d.svg", step + 1);
        const std::string title = program.state().run->outline().steps[static_cast<std::size_t>(step)].title;
        CAPTURE(title);
        CHECK(read_file(folder / name).find('>' + title + "</text>") != std::string::npos);
    }
}

TEST_CASE("Escape stops a walk; the pictures that are finished stay") {
    Program program;
    program.stage->application().command(ExportWalk{});
    for (int i = 0; i < 3; ++i) program.stage->frame(program.input);
    program.presses("escape");
    program.stage->settle(program.input);
    CHECK_FALSE(program.state().of<Exporting>().busy());
    const fs::path folder = program.folder / "vitrine-navigation-walk";
    CHECK(program.state().notice.starts_with("Stopped after 4 of "));
    CHECK(std::distance(fs::directory_iterator(folder), {}) == 4);
    program.presses("escape");
    CHECK(program.state().notice.empty());
}

TEST_CASE("a walk through a run that is no longer on the screen stops and says so") {
    Program program;
    program.stage->application().command(ExportWalk{});
    program.stage->frame(program.input);
    ModelRequest other;
    other.sample = "by-hand";
    program.stage->application().command(ShowRun{make_run(other)});
    program.stage->settle(program.input);
    CHECK(program.state().message.starts_with("stopped after 1 of "));
    CHECK_FALSE(program.state().of<Exporting>().busy());
}

TEST_CASE(
    "a picture can have up to four times the pixels in both directions; one that is too large is refused before it is drawn") {
    Program program;
    for (int pixels = 1; pixels <= most_export_pixels; ++pixels) {
        program.does(ExportPicture{PictureFormat::png, pixels, (program.folder / "picture.png").string()});
        const std::string file = program.read("picture.png");
        const auto byte = [&](std::size_t place) { return static_cast<int>(static_cast<unsigned char>(file[place])); };
        CHECK(256 * byte(18) + byte(19) == 1000 * pixels);
        CHECK(256 * byte(22) + byte(23) == 700 * pixels);
    }
    program.stage->resize(1800, 1200);
    program.stage->settle(program.input);
    program.does(SetScale{2.5});
    program.does(ExportPicture{PictureFormat::png, 4});
    CHECK(program.state().message == "4 pixels for each at a scale of 2.5 are too many: multiplied they can be 8 at most");
    CHECK(program.files() == 1);
}

TEST_CASE("what has been saved is said for a few seconds") {
    Program program;
    program.does(ExportPicture{PictureFormat::svg});
    for (int i = 0; i < 4 * 60; ++i) program.stage->frame(program.input);
    CHECK(program.state().notice.starts_with("Saved to "));
    CHECK(program.stage->record().find("message"));
    for (int i = 0; i < 3 * 60; ++i) program.stage->frame(program.input);
    CHECK(program.state().notice.empty());
    CHECK_FALSE(program.stage->record().find("message"));
    program.does(ExportPicture{PictureFormat::svg});
    CHECK(program.state().notice.ends_with("-2.svg"));
}

TEST_CASE("names of files keep letters, digits, dots and lines, and get a number where they are taken") {
    CHECK(file_name("my model/2: étude") == "my-model-2-étude");
    Program program;
    const fs::path first = unused_path(program.folder, "a", ".png");
    CHECK(first == program.folder / "a.png");
    write_file_atomically(first, "x");
    CHECK(unused_path(program.folder, "a", ".png") == program.folder / "a-2.png");
    fs::create_symlink("/nowhere", program.folder / "a-2.png");
    CHECK(unused_path(program.folder, "a", ".png") == program.folder / "a-3.png");
}

}  // namespace vitrine::exports_test
