/// Exported numbers are the numbers on the screen; and what happens during an export, and when it fails.

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/export/exporting.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/loop/application_exports.h"
#include "app/shell/script/inspection.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "core/files/safetensors.h"
#include "core/io/configuration_json.h"
#include "tests/app/shell/loop/exporting_program.h"

namespace vitrine::exporting_runs_test {
using namespace vitrine::tests;

namespace {

/// A model whose run is many megabytes of JSON, so that saving it takes a while.
ModelRequest large_model(const fs::path& folder) {
    Configuration c;
    c.d_model = c.dim_feedforward = 128;
    c.nhead = 8;
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    std::string side, lines;
    for (int i = 0; i < 60; ++i) side += (i ? " " : "") + std::to_string(3 + i % 9);
    for (int i = 0; i < 8; ++i) lines += side + '\t' + side + '\n';
    write_file_atomically(folder / "config.json", configuration_text(c));
    write_file_atomically(folder / "batch.tsv", lines);
    ModelRequest request;
    request.configuration = folder / "config.json";
    request.batch = folder / "batch.tsv";
    return request;
}

std::string message_line(const Stage& stage) {
    const Anchor* anchor = stage.record().find("message");
    return anchor ? as_read(texts_in(stage.record(), anchor->visible)) : "";
}

std::vector<float> numbers_of(const StoredTensor& stored) {
    std::vector<float> numbers(static_cast<std::size_t>(stored.count()));
    copy_numbers(stored, numbers.data());
    return numbers;
}

/// A file contains exactly these numbers.
void check_equal(const StoredTensor* stored, const TensorView& tensor) {
    REQUIRE(stored);
    const std::vector<float> numbers = numbers_of(*stored);
    REQUIRE(static_cast<Size>(numbers.size()) == tensor.layout.count());
    bool equal = true;
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const float number = numbers[static_cast<std::size_t>(i)];
        const auto shown = static_cast<float>(tensor.at(index_of(tensor.layout, i)));
        equal &= number == shown || (std::isnan(number) && std::isnan(shown));
    }
    CHECK(equal);
}

}  // namespace

TEST_CASE("the whole run goes to one file, just as it is on the screen, with what was edited") {
    Program program;
    program.does(SilenceHead{"encoder.layers.0.self_attn", 0, true});
    REQUIRE(program.state().run->untouched);
    program.does(ExportTrace{TraceFormat::safetensors});
    CHECK(program.state().notice == "Saved to " + (program.folder / "vitrine-navigation-run.safetensors").string());
    const StoredTensors stored = read_safetensors(program.folder / "vitrine-navigation-run.safetensors");
    const Run& run = *program.state().run;
    const std::vector<NamedTensor> tensors = recorded_tensors(run.trace);
    CHECK(tensors.size() > 50);
    CHECK(stored.tensors.size() == tensors.size());
    for (const NamedTensor& tensor : tensors) {
        CAPTURE(tensor.name);
        check_equal(stored.find(tensor.name), tensor.tensor);
    }
    for (const TraceFormat format : {TraceFormat::npz, TraceFormat::json}) program.does(ExportTrace{format});
    CHECK(program.read("vitrine-navigation-run.npz").starts_with("PK"));
    CHECK(program.read("vitrine-navigation-run.json").starts_with("{\"tensors\": {"));
    program.does(ExportTrace{TraceFormat::csv});
    CHECK(program.state().message == "a CSV file holds one tensor, and a run has many");
    CHECK(program.files() == 3);
}

TEST_CASE("gradients go to a file where there is a loss: of one tensor, of a parameter, of the whole run") {
    Program program;
    const std::string path = "encoder.layers.0.self_attn.scores", parameter = "fc_out.weight";
    program.does(ExportTensor{TraceFormat::safetensors, path, {}, ExportedNumbers::gradients});
    program.does(ExportTensor{TraceFormat::safetensors, parameter, {}, ExportedNumbers::gradients});
    program.does(ExportTrace{TraceFormat::safetensors, ExportedNumbers::gradients});
    REQUIRE(program.files() == 3);
    CHECK(program.state().run->gradients == nullptr);  // nobody has asked for gradients yet
    const auto run = with_gradients(*program.state().run);
    const auto one = read_safetensors(program.folder / ("vitrine-navigation-" + path + "-gradients.safetensors"));
    check_equal(one.find(path), run->gradients->trace.find(path));
    const auto all = read_safetensors(program.folder / "vitrine-navigation-run-gradients.safetensors");
    check_equal(all.find(path), run->gradients->trace.find(path));
    const auto weight = read_safetensors(program.folder / "vitrine-navigation-fc_out.weight-gradients.safetensors");
    REQUIRE(weight.find(parameter));
    REQUIRE(all.find("parameters." + parameter));
    CHECK(numbers_of(*weight.find(parameter)) == numbers_of(*all.find("parameters." + parameter)));
    CHECK(all.tensors.size() > 80);

    program.does(ExportTensor{TraceFormat::npz, "src.tokens", {}, ExportedNumbers::gradients});
    CHECK(program.state().message == "'src.tokens' has no gradient");
    CHECK(program.files() == 3);
}

TEST_CASE("of a difference, what is saved is the difference") {
    Program program;
    program.does(PinRun{});
    program.does(SilenceHead{"encoder.layers.0.self_attn", 0, true});
    program.does(ShowSide{ComparedSide::difference});
    REQUIRE(program.state().run->difference);
    program.does(ExportTrace{TraceFormat::safetensors});
    const auto stored = read_safetensors(program.folder / "vitrine-navigation-difference.safetensors");
    check_equal(stored.find("encoder.layers.0.residual1"), program.state().run->find("encoder.layers.0.residual1"));
    REQUIRE(stored.find("src.embedding"));
    const std::vector<float> unchanged = numbers_of(*stored.find("src.embedding"));
    CHECK(unchanged == std::vector<float>(unchanged.size(), 0.0f));
    program.does(ExportTrace{TraceFormat::npz, ExportedNumbers::gradients});
    CHECK(program.state().message == "the gradients of a difference exist once those of both runs have been shown");
}

TEST_CASE("the frame goes on while a large run is saved, and says how far it is") {
    Program program;
    const fs::path folder = program.folder / "model";
    fs::create_directory(folder);
    program.stage->application().command(ShowRun{make_run(large_model(folder))});
    program.stage->settle(program.input);
    program.stage->application().command(ExportTrace{TraceFormat::json});
    int frames = 0;
    double done = 0;
    bool said = false;
    for (; program.state().of<Exporting>().busy(); ++frames) {
        program.stage->frame(program.input);
        if (!program.state().of<Exporting>().file) break;
        CHECK(program.state().of<Exporting>().file->done >= done);
        done = program.state().of<Exporting>().file->done;
        said |= message_line(*program.stage).find("Saving the whole run: ") != std::string::npos;
        CHECK(program.state().notice.empty());
    }
    CHECK(frames > 3);
    CHECK(done > 0);
    CHECK(said);
    CHECK(program.state().notice.starts_with("Saved to "));
    CHECK(program.files() == 2);
}

TEST_CASE("Escape stops a file under way: nothing of it is left, what it was to replace is as it was, and then all goes on") {
    Program program;
    const fs::path folder = program.folder / "model", target = program.folder / "before";
    fs::create_directory(folder);
    write_file_atomically(target, "as it was");
    program.stage->application().command(ShowRun{make_run(large_model(folder))});
    program.stage->settle(program.input);
    program.stage->application().command(ExportTrace{TraceFormat::json, ExportedNumbers::gradients, target.string()});
    program.presses("escape");  // in the frame in which it begins
    REQUIRE(program.state().of<Exporting>().file);
    CHECK(program.state().of<Exporting>().file->stopping);
    program.stage->frame(program.input);  // settling would wait for the file
    program.stage->settle(program.input);
    CHECK_FALSE(program.state().of<Exporting>().busy());
    CHECK(program.state().notice == "Stopped: nothing was saved");
    const bool as_it_was = program.read("before") == "as it was";
    CHECK(as_it_was);
    CHECK(program.files() == 2);
    program.does(ExportTensor{TraceFormat::npz});
    CHECK(program.state().notice.starts_with("Saved to "));
}

TEST_CASE("one file at a time: while one is under way another is refused, and what is asked for anyhow does not disturb it") {
    Program program;
    program.stage->application().command(ExportTrace{});
    CHECK(export_refusal(program.state(), {.subject = ExportSubject::view}) == "another file is being saved");
    CHECK(export_refusal(program.state(), {.subject = ExportSubject::steps}).empty());
    program.stage->application().command(ExportPicture{});
    program.stage->settle(program.input);
    CHECK(program.state().notice.ends_with("vitrine-navigation-run.npz"));
    CHECK(program.files() == 1);
}

TEST_CASE("what a full disk or a folder that takes no files refuses is said in one line, and what is open stays") {
    Program program;
    program.does(SelectTensor{"encoder.layers.0.self_attn.scores"});
    const auto refused = [&](const Command& command) {
        program.does(command);
        const State& state = program.state();
        CAPTURE(state.message);
        const bool names_the_problem =
            state.message.find("annot be ") != std::string::npos || state.message.ends_with(" is needed");
        CHECK(names_the_problem);
        CHECK(state.message.find('\n') == std::string::npos);
        CHECK(state.notice.empty());
        CHECK_FALSE(state.of<Exporting>().busy());
        CHECK(state.selection.tensor == "encoder.layers.0.self_attn.scores");
        program.does(CloseMessage{});
    };
    refused(ExportTrace{TraceFormat::safetensors, ExportedNumbers::values, "/dev/full"});
    refused(ExportTrace{TraceFormat::json, ExportedNumbers::gradients, "/dev/full"});
    refused(ExportTensor{TraceFormat::csv, {}, "/dev/full"});
    refused(ExportPicture{PictureFormat::png, 1, "/dev/full"});
    refused(ExportPicture{PictureFormat::svg, 1, "/dev/full"});
    program.does(SetExportFolder{"/proc"});  // accepts no files from anyone, not even root
    refused(ExportTrace{});
    refused(ExportTensor{});
    refused(ExportPicture{});
    refused(ExportWalk{PictureFormat::svg});
}

}  // namespace vitrine::exporting_runs_test
