#include "app/views/tensors/copied.h"

#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"
#include "tests/app/opened.h"

namespace vitrine::copying_test {
using namespace vitrine::tests;

namespace {

State showing(const std::string& tensor) {
    State state = opened("navigation");
    apply(state, SelectTensor{tensor});
    return state;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
    return parts;
}

}  // namespace

TEST_CASE("a copied cell names its place in numbers and in words, and its value reads back as the same float") {
    State state = showing("encoder.layers.0.self_attn.weights");
    apply(state, SelectCell{"encoder.layers.0.self_attn.weights", {0, 1, 1, 0}});
    const auto parts = split(copied_text(state), '\t');
    REQUIRE(parts.size() == 3);
    CHECK(parts[0] == "encoder.layers.0.self_attn.weights[0, 1, 1, 0]");
    CHECK(parts[1] == "sentence 1, head 2, query “suis”, key “je”");
    const double recorded = state.run->trace.find("encoder.layers.0.self_attn.weights").at({0, 1, 1, 0});
    CHECK(std::stof(parts[2]) == static_cast<float>(recorded));
}

TEST_CASE("a copied tensor is a table of the sentence and head that are shown, with its tokens") {
    State state = showing("decoder.layers.0.cross_attn.weights");
    apply(state, SelectSentence{1});
    const auto lines = split(copied_text(state), '\n');
    REQUIRE(lines.size() == 6);
    CHECK(lines[0] == "decoder.layers.0.cross_attn.weights\tquel\tmois\t<blank>");
    CHECK(split(lines[1], '\t')[0] == "<s>");
    CHECK(split(lines[3], '\t')[3] == "0");  // <blank> is padding: masked, so exactly 0
}

TEST_CASE("where sentences are rows or columns of a copied picture no word of one of them stands for all") {
    State state = opened("translation");
    apply(state, SetView{View::tensors});
    apply(state, SelectTensor{"src.tokens"});
    CHECK(copied_part(state, CopyWhat::plane).starts_with("src.tokens[:, :]\t0\t1\t2\t"));
    CHECK(split(copied_part(state, CopyWhat::plane), '\n')[2].starts_with("sentence 2\t"));
    const std::string weights = "decoder.layers.1.cross_attn.weights";  // [batch 5, head 4, query 5, key 6]
    apply(state, SelectTensor{weights});
    CHECK(copied_part(state, CopyWhat::plane).starts_with(weights + "[0, 0, :, :]\t<bos>\t"));
    apply(state, SetAxisUse{Axis::batch, AxisUse::rows});
    const auto lines = split(copied_part(state, CopyWhat::plane), '\n');
    REQUIRE(lines.size() == 6);
    CHECK(lines[0] == weights + "[:, 0, 0, :]\t0\t1\t2\t3\t4\t5");
    CHECK(lines[5].starts_with("sentence 5\t"));
    // A row is one sentence's.
    apply(state, SelectCell{weights, {1, 2, 3, 4}});
    CHECK(copied_part(state, CopyWhat::row).starts_with(weights + "[1, 2, 3, :]\t<bos>\t"));
}

TEST_CASE("heads are counted from 1 in a copied picture, and a mask's is that of all") {
    State state = opened("translation");
    apply(state, SetView{View::tensors});
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.weights"});
    apply(state, SetAxisUse{Axis::head, AxisUse::rows});
    const auto lines = split(copied_part(state, CopyWhat::plane), '\n');
    REQUIRE(lines.size() == 5);
    CHECK(lines[1].starts_with("head 1\t"));
    CHECK(lines[4].starts_with("head 4\t"));
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.mask"});
    CHECK(split(copied_part(state, CopyWhat::plane), '\n')[1].starts_with("all heads\t"));
}

TEST_CASE("of a tensor of very many cells only a cell and a row are copied") {
    auto model = std::make_shared<Model>();
    Configuration& c = model->configuration;
    c.d_model = c.dim_feedforward = 32;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = most_copied_cells / 32 + 1;
    c.tgt_vocab_size = 12;
    model->parameters = initialise(c, {});
    for (IndexTensor* side : {&model->batch.src, &model->batch.tgt}) {
        side->resize({1, 2});
        side->fill(5);
    }
    State state = new_state();
    apply(state, ShowRun{make_run(model)});
    apply(state, SetView{View::tensors});
    const std::vector<std::string> paths = paths_of(*state.run);
    const auto large = std::find_if(paths.begin(), paths.end(), [&](const std::string& path) {
        return state.run->find(path).layout.count() > most_copied_cells;
    });
    REQUIRE(large != paths.end());
    apply(state, SelectTensor{*large});
    CHECK(too_large_to_copy(state, CopyWhat::tensor));
    CHECK(too_large_to_copy(state, CopyWhat::plane));
    state.copied = "before";
    apply(state, CopyPart{CopyWhat::tensor});
    CHECK(state.copied == "before");
    CHECK(copied_part(state, CopyWhat::tensor).empty());
    apply(state, SelectCell{*large, {3, 4}});
    apply(state, CopyPart{CopyWhat::row});
    CHECK(split(state.copied, '\t').size() == 2 + 2 * 32 - 1);  // a heading and a number for each of 32, and two beginnings
    apply(state, SelectTensor{"src.tokens"});
    CHECK(!too_large_to_copy(state, CopyWhat::tensor));
}

TEST_CASE("nothing is copied where nothing is open") { CHECK(copied_text(new_state()).empty()); }

TEST_CASE("what is copied follows what is shown: the gradient, or both") {
    State state = showing("encoder.layers.0.self_attn.scores");
    state.run = with_gradients(*state.run);
    apply(state, SelectCell{"encoder.layers.0.self_attn.scores", {0, 1, 1, 0}});
    apply(state, SetAspect{Aspect::both});
    const auto parts = split(copied_text(state), '\t');
    REQUIRE(parts.size() == 4);
    CHECK(parts[3].starts_with("gradient "));
    apply(state, ClearCell{});
    CHECK(split(copied_text(state), '\n').size() == 8);  // two tables of three rows with their headings
    apply(state, SetAspect{Aspect::gradient});
    const auto lines = split(copied_text(state), '\n');
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].starts_with("∂loss/∂encoder.layers.0.self_attn.scores\t"));
}

TEST_CASE("what is copied of a projection that is shown alone are its own rows of the parameter") {
    const std::string path = "transformer.encoder.layers.0.self_attn.in_proj_weight";
    State state = showing(path);
    const TensorView weight = state.run->find(path);
    const Size width = state.run->model->configuration.d_model;
    apply(state, SetView{View::tensors});
    apply(state, ShowProjection{1});
    const auto lines = split(copied_part(state, CopyWhat::plane), '\n');
    REQUIRE(lines.size() == static_cast<std::size_t>(width) + 1);
    CHECK(split(lines[0], '\t')[0] == path + "[" + std::to_string(width) + ":" + std::to_string(2 * width) + ", :]");
    for (Size row = 0; row < width; ++row) {
        const auto cells = split(lines[static_cast<std::size_t>(row) + 1], '\t');
        REQUIRE(cells.size() == static_cast<std::size_t>(width) + 1);
        CHECK(cells[0] == std::to_string(row));
        for (Size column = 0; column < width; ++column)
            CHECK(std::stof(cells[static_cast<std::size_t>(column) + 1]) == static_cast<float>(weight.at({width + row, column})));
    }
    apply(state, SelectCell{path, {width + 2, 1}});
    const auto row = split(split(copied_part(state, CopyWhat::row), '\n')[1], '\t');
    CHECK(std::stof(row[3]) == static_cast<float>(weight.at({width + 2, 2})));
    CHECK(split(copied_part(state, CopyWhat::tensor), '\n').size() == static_cast<std::size_t>(3 * width) + 1);
}

}  // namespace vitrine::copying_test
