#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/shell/script/automation.h"
#include "core/io/configuration_json.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::masks_test {
using namespace vitrine::tests;

namespace {

void play(Stage& stage, const std::string& script) {
    std::ostringstream out;
    Visitor(stage, out).play(parse_script(script + "\nexpect-no-cut-text\nexpect-no-overlap\n", "visit.drive"));
}

/// A visit to a model in which a number has been replaced.
void visit_altered(const ModelRequest& request, const Overwrite& overwrite, const std::string& script) {
    Stage stage(request, {.width = 1280, .height = 800});
    Interventions interventions;
    interventions.overwrites.push_back(overwrite);
    stage.application().command(ShowRun{with_edits(stage.state().run, {.interventions = interventions})});
    play(stage, script);
}

/// A visit to a model with weights from a seed, on sentences of ids.
void visit_model(const Configuration& configuration, const std::string& sentences, const std::string& script) {
    const TemporaryFolder folder;
    ModelRequest request;
    request.configuration = folder.file("config.json", configuration_text(configuration));
    request.batch = folder.file("batch.tsv", sentences);
    Stage stage(request, {.width = 1280, .height = 800});
    play(stage, script);
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

ModelRequest learned_model() {
    ModelRequest request;
    request.folder = test_data("goldens/prenorm-gelu-tied");
    return request;
}

}  // namespace

TEST_CASE("a hidden word's weight that is no number is not said to let something through") {
    visit_altered(sample("translation"), {"tgt.scaled", {0, 2, 5}, std::numeric_limits<double>::quiet_NaN()},
                  "key 7\n"
                  "click masks/part/causal 0 0 2 4\n"
                  "expect masks/row \"Its weight is still NaN\"\n"
                  "expect-not masks/row \"does not hide completely\"\n");
}

TEST_CASE("a score or a weight that was set by hand is not said to come from the mask or the softmax") {
    visit_altered(sample("translation"), {"decoder.layers.0.self_attn.masked_scores", {0, 0, 2, 1}, 5},
                  "key 7\n"
                  "click masks/part/causal 0 0 2 1\n"
                  "expect masks/row \"was set by hand to +5.0000, from which the softmax makes a weight of\"\n"
                  "expect-not masks/row \"the mask leaves the score\"\n");
    visit_altered(sample("translation"), {"decoder.layers.0.self_attn.weights", {0, 0, 2, 1}, 3},
                  "key 7\n"
                  "click masks/part/causal 0 0 2 1\n"
                  "expect masks/row \", and its weight was set by hand to 3.0000\"\n"
                  "expect-not masks/row \"softmax makes\"\n"
                  "key 2\n"
                  "expect attention \"not every row sums to 1\"\n");
}

TEST_CASE("with one head and no padding nothing is said of all heads, or of each sentence's padding") {
    visit_model(model_of(4, 1), "3 4 5\t6 7\n5 4 3\t7 6\n",
                "key 7\n"
                "expect masks \"There is one head. All sentences have the same mask.\"\n"
                "expect-not masks \"Sentences differ\"\n"
                "hover masks/sentence/1\n"
                "expect note \"its one head uses it\"\n");
}

TEST_CASE("of a long sentence every word can be reached in the leak test") {
    std::string words;
    for (int i = 0; i < 60; ++i) words += (i ? " " : "") + std::to_string(3 + i % 9);
    visit_model(model_of(8, 2), words + "\t" + words + "\n",
                "key 7\n"
                "expect-state /masks/test/side target\n"
                "expect-state /masks/test/position 60\n"
                "click masks/test/target/previous\n"  // 18 words are shown, up to the last
                "expect-state /masks/test/position 42\n"
                "click masks/test/target/next\n"  // nine words are shown before the changed one, and eight after it
                "expect-state /masks/test/position 51\n"
                "click masks/test/source/next\n"
                "expect-state /masks/test/side source\n"
                "expect-state /masks/test/position 18\n"
                "click masks/test/source/previous\n"
                "expect-state /masks/test/position 8\n"
                "click masks/test/source/0\n"
                "expect-state /masks/test/position 0\n");
}

TEST_CASE("an encoding in which a number was altered is not said to be the same everywhere") {
    visit_altered(sample("translation"), {"src.positions", {1, 3}, 9},
                  "key 8\n"
                  "resize 1600 1000\n"
                  "expect positions \"How alike two positions are\"\n"
                  "expect-not positions \"The same along every diagonal\"\n"
                  "expect-not positions \"The same curve for every position\"\n"
                  "click positions/side/target\n"
                  "expect positions \"The same along every diagonal\"\n"
                  "expect positions \"The same curve for every position\"\n");
}

TEST_CASE("of an altered number the learned table's own is said beside what it was altered to") {
    visit_altered(learned_model(), {"src.positions", {3, 5}, 9},
                  "key 8\n"
                  "resize 1600 1000\n"
                  "resize 900 640\n"
                  "click positions/encoding/learned 3 5\n"
                  "expect positions \"row 3 of the learned table: -0.2188, altered to +9.0000\"\n");
}

TEST_CASE("of a learned table with thousands of rows the first are shown, and it is said how many there are") {
    Configuration c = model_of(4, 1);
    c.positions = PositionKind::learned;
    c.max_positions = 5000;
    visit_model(c, "3 4 5\t6 7\n",
                "key 8\n"
                "resize 1600 1000\n"
                "expect positions \"The table has 5 000 rows; the first 20 are shown.\"\n"
                "click positions/count/more\n"
                "click positions/count/more\n"
                "click positions/count/more\n"
                "click positions/count/more\n"
                "click positions/count/more\n"
                "expect-state /positions/count 128\n"
                "expect positions \"The table has 5 000 rows; the first 128 are shown.\"\n");
}

}  // namespace vitrine::masks_test
