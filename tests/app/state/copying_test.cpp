#include "app/state/copying.h"

#include <sstream>

#include <doctest/doctest.h>

#include "app/state/commands.h"
#include "tests/app/state/opened.h"

using namespace vitrine;
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

TEST_CASE("nothing is copied where nothing is open") { CHECK(copied_text(State{}).empty()); }

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
