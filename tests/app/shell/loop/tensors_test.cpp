#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/keyboard/keyboard.h"
#include "app/shell/script/automation.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/widgets/number.h"
#include "app/words/gradients.h"
#include "core/io/configuration_json.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::tensors_test {
using namespace vitrine::tests;

namespace {

/// A visit to a sample in whose embeddings a number has been replaced, at two sizes and in both themes.
void visit_with(double value, const std::string& script) {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    Interventions interventions;
    interventions.overwrites.push_back({"src.scaled", {0, 2, 5}, value});
    stage.application().command(ShowRun{with_edits(stage.state().run, {.interventions = interventions})});
    std::ostringstream out;
    const std::string visit_checks =
        "\nexpect-no-cut-text\nexpect-no-overlap\ntheme dark\nresize 1100 700\nexpect-no-cut-text\nexpect-no-overlap\n";
    Visitor(stage, out).play(parse_script("click view/tensors\n" + script + visit_checks, "visit.drive"));
    stage.picture();
}

/// A visit to a model with weights from a seed, on sentences of ids, at several sizes.
void visit_model(const Configuration& configuration, const std::string& sentences, const std::string& script) {
    const TemporaryFolder folder;
    ModelRequest request;
    request.configuration = folder.file("config.json", configuration_text(configuration));
    request.batch = folder.file("batch.tsv", sentences);
    Stage stage(request, {.width = 1280, .height = 800});
    std::ostringstream out;
    Visitor(stage, out).play(parse_script("click view/tensors\n" + script, "visit.drive"));
    stage.picture();
}

Configuration model_of(Size width, Size heads) {
    Configuration c;
    c.d_model = c.dim_feedforward = width;
    c.nhead = heads;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    c.pad_src = c.pad_tgt = 0;
    return c;
}

const std::string checks = "\nexpect-no-cut-text\nexpect-no-overlap\nscale 2\nexpect-no-cut-text\nexpect-no-overlap\nscale 1\n";

}  // namespace

TEST_CASE("a single word and a single head are shown as large as any") {
    visit_model(model_of(4, 1), "3\t4\n",
                "click tensors/list/encoder.layers.0.self_attn.weights" + checks +
                    "click tensors/facets/head\nexpect tensors \"head 1\"" + checks + "click tensors/list/src.tokens" + checks +
                    "click tensors/list/encoder.layers.0.norm1.mean" + checks);
}

TEST_CASE("of five hundred features and a hundred words some can be read, and the selected cell is among them") {
    std::string words;
    for (int i = 0; i < 100; ++i) words += (i ? " " : "") + std::to_string(3 + i % 9);
    visit_model(model_of(512, 8), words + "\t" + words + "\n",
                "click tensors/list/encoder.layers.0.norm1" + checks + "click tensors/zoom/numbers" + checks +
                    "click tensor/encoder.layers.0.norm1 0 1 3\n"
                    "drag tensors/overview 250 0\n"
                    "expect-state /selection/cell [0, 1, 3]\n"
                    "key left\n"
                    "expect-state /tensors/corner/1 2\n"
                    "click tensors/list/encoder.layers.0.self_attn.weights" +
                    checks + "click tensors/facets/head" + checks + "click tensors/facets/key" + checks);
}

TEST_CASE("a pinned tensor that another model does not have is said not to be there") {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    stage.application().command(SetView{View::tensors});
    stage.application().command(PinTensor{"decoder.layers.1.cross_attn.weights"});
    stage.application().command(PinTensor{"src.tokens"});
    auto model = std::make_shared<Model>(*stage.state().run->model);
    model->configuration.num_decoder_layers = 1;
    model->parameters.transformer.decoder.layers.resize(1);
    stage.application().command(ShowRun{make_run(std::move(model))});
    stage.application().command(SetView{View::tensors});
    std::ostringstream out;
    Visitor(stage, out)
        .play(parse_script("expect tensors \"not in this model\"\nhover tensors/pin/1 0 1\nexpect note \"tokens\"", "visit.drive"));
}

TEST_CASE("the legend says which numbers its range leaves out: a finite mask value, or nearly all, which are 0") {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    auto model = std::make_shared<Model>(*stage.state().run->model);
    model->configuration.mask_value = -1e9;
    Tensor& weight = model->parameters.transformer.encoder.layers[0].feed_forward.linear1.weight;
    weight.fill(0);
    weight.data()[0] = 1;
    stage.application().command(ShowRun{make_run(std::move(model))});
    stage.application().command(SetView{View::tensors});
    stage.application().command(SelectTensor{"decoder.layers.0.self_attn.masked_scores"});
    std::ostringstream out;
    const auto play = [&](const std::string& script) { Visitor(stage, out).play(parse_script(script, "visit.drive")); };
    play(
        "expect tensors \"the largest score before the mask\"\nexpect tensors \"Hatched\"\n"
        "hover tensors/statistic/7\nexpect note \"infinite\"\nexpect-not note \"−∞\"" +
        checks + "click tensors/range/central\nexpect tensors \"the 99th percentile of the scores that are not masked\"" + checks);
    stage.application().command(SelectTensor{"transformer.encoder.layers.0.linear1.weight"});
    play("expect tensors \"99 % of the values of this tensor are 0, so the colours go up to the largest value\"" + checks);
}

TEST_CASE("what hides something in any of the facets is said, and cells that are too small are not said to be marked") {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    stage.application().command(SetView{View::tensors});
    std::ostringstream out;
    const auto play = [&](const std::string& script) { Visitor(stage, out).play(parse_script(script, "visit.drive")); };
    // The longest source sentence has no padding, another one has.
    const TensorView mask = stage.state().run->find("encoder.layers.0.self_attn.mask");
    Size whole = -1;
    for (Size sentence = 0; sentence < mask.layout.shape[0]; ++sentence) {
        if (mask.at({sentence, 0, 0, mask.layout.shape[3] - 1}) != 0) whole = sentence;
    }
    REQUIRE(whole >= 0);
    stage.application().command(SelectSentence{whole});
    stage.application().command(SelectTensor{"encoder.layers.0.self_attn.weights"});
    play("expect-not tensors \"Hatched\"\nclick tensors/facets/batch\nexpect tensors \"Hatched\"" + checks);
    stage.application().command(SelectTensor{"transformer.encoder.layers.0.linear1.weight"});
    play("click tensors/range/central\nexpect tensors \"beyond the scale.\"\nexpect-not tensors \"marked in their corner\"");
    play("click tensors/zoom/numbers\nexpect tensors \"marked in their corner\"");
}

TEST_CASE("in a window without the inspector the selected cell is read as its picture: its value, its gradient or both") {
    Stage stage(sample("translation"), {.width = 900, .height = 640});
    stage.application().command(SetView{View::tensors});
    stage.application().command(SelectCell{"decoder.layers.0.norm1", {0, 1, 2}});
    std::ostringstream out;
    const auto play = [&](const std::string& script) { Visitor(stage, out).play(parse_script(script, "visit.drive")); };
    play("expect-not tensors \"gradient\"\nkey g\n");
    const double slope = find_gradient(*stage.state().run, "decoder.layers.0.norm1").at({0, 1, 2});
    const std::string value = signed_number(stage.state().run->find("decoder.layers.0.norm1").at({0, 1, 2}), ElementType::scalar);
    play("expect tensors \"gradient " + gradient_text(slope) + "\"\nexpect-no-cut-text\n" + "key g\nexpect tensors \"" + value +
         " gradient " + gradient_text(slope) + "\"\nexpect-no-cut-text\nexpect-no-overlap\n");
}

TEST_CASE("an axis of two is not offered what it cannot be") {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    stage.application().command(SetView{View::tensors});
    stage.application().command(SelectTensor{"src.tokens"});
    std::ostringstream out;
    Visitor(stage, out)
        .play(parse_script("click tensors/columns/batch\nexpect-state /tensors/rows position\n"
                           "expect-not tensors \"facets\"",
                           "visit.drive"));
}

TEST_CASE("with the ring on a slider the arrows move it") {
    State state = opened("translation");
    apply(state, SetView{View::tensors});
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.weights"});
    apply(state, SetFocus{"tensors/at/head"});
    Input input;
    for (const char* key : {"right", "right", "left", "x", "t"}) {
        input.keys = {key};
        Commands commands;
        handle_keys(input, state, {}, commands);
        for (const Command& command : commands) apply(state, command);
    }
    CHECK(state.selection.head == 1);
    CHECK(state.view == View::tensors);
    CHECK(state.edits.empty());
}

TEST_CASE("of a tensor with NaN the numbers are counted, and its range is that of the others") {
    visit_with(std::numeric_limits<double>::quiet_NaN(),
               "click tensors/list/src.scaled\n"
               "expect tensors/statistic/6 \"NaN 1\"\n"
               "hover tensors/statistic/6\n"
               "expect note \"not a number\"\n"
               "click tensors/range/central\n"
               "click tensors/range/layer\n"
               "click tensors/range/all\n"
               "key ctrl+f\ntype encoder.layers.1.norm2\nkey enter\n"
               "expect-state /selection/tensor encoder.layers.1.norm2\n"
               "click tensors/facets/batch");
}

TEST_CASE("of a tensor without any finite number there is no histogram, and it is said so") {
    visit_with(
        std::numeric_limits<double>::quiet_NaN(),
        "key ctrl+f\ntype loss\nkey enter\nexpect-state /selection/tensor loss\nexpect tensors \"No cell holds a finite number.\"");
}

TEST_CASE("infinities are counted by themselves") {
    visit_with(std::numeric_limits<double>::infinity(),
               "click tensors/list/src.scaled\n"
               "expect tensors/statistic/7 \"∞ 1\"\n"
               "click tensors/copy/as/numpy\nclick tensors/copy/tensor\nexpect tensors \"np.array(\"");
}

}  // namespace vitrine::tensors_test
