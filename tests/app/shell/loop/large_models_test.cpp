#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <doctest/doctest.h>

#include "app/shell/script/automation.h"
#include "core/io/configuration_json.h"
#include "tests/temporary_folder.h"

namespace vitrine::large_models_test {

namespace {

Configuration small_model() {
    Configuration c;
    c.d_model = c.dim_feedforward = 64;
    c.nhead = 4;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    c.pad_src = c.pad_tgt = 0;
    return c;
}

std::string forty_sentences() {
    std::string lines;
    for (int i = 0; i < 40; ++i) lines += "3 4 5 6\t7 8 " + std::to_string(3 + i % 9) + "\n";
    return lines;
}

/// A pair of sentences with so many words each.
std::string long_sentence(int words) {
    std::string side;
    for (int i = 0; i < words; ++i) side += (i ? " " : "") + std::to_string(3 + i % 9);
    return side + "\t" + side + "\n";
}

/// Plays a visit to a model with weights from a seed, on the sentences of a TSV file. Throws if something in it fails, which
/// fails the test.
void visit(const Configuration& configuration, std::string_view script, const std::string& sentences = forty_sentences()) {
    const TemporaryFolder folder;
    ModelRequest request;
    request.configuration = folder.file("config.json", configuration_text(configuration));
    request.batch = folder.file("batch.tsv", sentences);
    Stage stage(request, {.width = 1280, .height = 800});
    std::ostringstream out;
    Visitor(stage, out).play(parse_script(script, "visit.drive"));
    stage.picture();
}

}  // namespace

TEST_CASE("a model of fifty layers on either side can be walked from its first to its last step") {
    Configuration c = small_model();
    c.num_encoder_layers = c.num_decoder_layers = 50;
    visit(c,
          "key end\n"
          "expect-state /step_id loss\n"
          "expect-no-overlap\n"
          "click map/encoder.layers.17.self_attn.weights\n"
          "expect-state /selection/tensor encoder.layers.17.self_attn.weights\n"
          "expect-no-overlap\n");
}

TEST_CASE("of many heads and sentences every one can be chosen, and the chosen one is always among those offered") {
    Configuration c = small_model();
    c.nhead = 64;
    visit(c,
          "click outline/encoder.layers.0.self_attn.scores\n"
          "key tab\n"
          "click head/next\n"
          "click head/next\n"
          "expect-state /selection/head 2\n"
          "click facet/0/63\n"
          "expect-state /selection/head 63\n"
          "click head/62\n"
          "expect-state /selection/head 62\n"
          "click sentence/next\n"
          "expect-state /selection/sentence 1\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n");
}

TEST_CASE("a picture of a tensor without heads changes the sentence and leaves the head") {
    visit(small_model(),
          "click outline/encoder.layers.0.self_attn.scores\n"
          "click head/2\n"
          "click map/encoder.layers.0.residual1\n"
          "click facet/7/0\n"
          "expect-state /selection/sentence 7\n"
          "expect-state /selection/head 2\n"
          "expect-no-overlap\n");
}

TEST_CASE("without biases no formula has one") {
    Configuration c = small_model();
    c.bias = false;
    visit(c,
          "click outline/logits\n"
          "expect-not inspector \"+ b\"\n"
          "click outline/encoder.layers.0.self_attn.projections\n"
          "expect-not inspector b_Q\n");
}

TEST_CASE("of twelve layers of sixteen heads every one has a card, and the last can be reached") {
    Configuration c = small_model();
    c.num_encoder_layers = c.num_decoder_layers = 12;
    c.nhead = 16;
    visit(c,
          "key a\n"
          "expect-no-overlap\n"
          "scroll attention-heads -200\n"
          "click attention/head/11/15\n"
          "expect-state /selection/tensor decoder.layers.11.cross_attn.weights\n"
          "expect-state /selection/head 15\n"
          "expect attention \"Decoder layer 12, cross-attention, head 16\"\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n");
}

TEST_CASE("of many features the largest products are shown and the others summed") {
    Configuration c = small_model();
    c.nhead = 1;
    visit(c,
          "key a\n"
          "click attention/lines/left/0\n"
          "expect attention/products \" more\"\n"
          "expect attention/products \"÷ √64: score\"\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n");
}

TEST_CASE("of many positions the first ones can be read, and it is said that a learned table has more") {
    Configuration c = small_model();
    c.positions = PositionKind::learned;
    c.max_positions = 140;
    visit(c,
          "key 8\n"
          "expect-state /positions/count 122\n"
          "click positions/shown/both\n"
          "click positions/encoding/sinusoidal 120 63\n"
          "expect-state /positions/position 120\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n"
          "click positions/count/more\n"
          "expect-state /positions/count 128\n"
          "expect positions \"The table has 140 rows; the first 128 are shown.\"\n"
          "click positions/shown/sinusoidal\n"
          "click positions/feature/more\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n",
          long_sentence(120));
}

TEST_CASE("of a long sentence only the heaviest lines are drawn, and every word can be chosen") {
    visit(small_model(),
          "key a\n"
          "expect attention \"thinner lines left out\"\n"
          "click attention/lines/left/77\n"
          "expect-state /attention/query 77\n"
          "click attention/lines/right/100\n"
          "expect-state /attention/key 100\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n"
          "click attention/stage/side-by-side\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n",
          long_sentence(120));
}

TEST_CASE("of hundreds of words the lines of those around the pair in question are drawn, and it is said which they are") {
    visit(small_model(),
          "key a\n"
          "expect attention \"On the left: \"\n"
          "select decoder.layers.0.cross_attn.weights 0 0 0 0\n"
          "expect-state /attention/query 0\n"
          "click attention/lines/right/100\n"
          "expect-state /attention/key 100\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n",
          long_sentence(400));
}

TEST_CASE("of a long sentence every mask is shown whole, and every word of it can be tested") {
    visit(small_model(),
          "key 7\n"
          "expect masks \"121 × 121, as recorded\"\n"
          "expect masks/test/result \"0 of 120 changed\"\n"
          "expect masks/test/result \"and 112 more: 0 changed\"\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n"
          "click masks/test/target/previous\n"
          "click masks/test/target/100\n"
          "expect masks/test/result \"0 of 100 changed\"\n"
          "expect-state /masks/test/outputs_moved 21\n"
          "click masks/test/causal\n"
          "expect-state /masks/test/leaks 100\n"
          "click masks/test/source/next\n"
          "expect-state /masks/test/side source\n"
          "click tensor/decoder.layers.0.self_attn.mask 0 0 60 80\n"
          "expect masks/row \"(position 80 > 60)\"\n"
          "click masks/use/cross\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n",
          long_sentence(120));
}

TEST_CASE("of many layers, heads and sentences the masks view offers as many as fit") {
    Configuration c = small_model();
    c.num_encoder_layers = c.num_decoder_layers = 12;
    c.nhead = 16;
    visit(c,
          "key 7\n"
          "click masks/layer/next\n"
          "expect-state /masks/attention decoder.layers.1.self_attn\n"
          "click masks/head/next\n"
          "expect-state /selection/head 1\n"
          "click masks/sentence/3\n"
          "expect-state /selection/sentence 3\n"
          "expect masks \"of 40 sentences\"\n"
          "expect-no-cut-text\n"
          "expect-no-overlap\n");
}

}  // namespace vitrine::large_models_test
