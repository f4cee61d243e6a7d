/// A view that shows gradients says so in its title. A tensor without a gradient shows its values, and the reason is given once.
/// Another view or model first shows values.

#include <algorithm>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/aspect.h"
#include "app/shell/modules.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/input.h"
#include "tests/app/opened.h"

namespace vitrine::gradients_shown_test {
using namespace vitrine::tests;

namespace {

/// The text at an anchor; empty if it is not on the screen.
std::string text_at(const Stage& stage, const std::string& anchor) {
    const Anchor* place = stage.record().find(anchor);
    return place ? as_read(texts_in(stage.record(), place->area)) : "";
}

/// How many texts of the whole frame contain these words.
int times_said(const Stage& stage, const std::string& words) {
    int times = 0;
    for (const TextRecord& text : texts_in(stage.record(), {{0, 0}, {1600, 2400}}))
        times += text.text.find(words) != std::string::npos;
    return times;
}

}  // namespace

TEST_CASE("every view that shows gradients says so in its title, and none that shows values does") {
    Stage stage(sample("translation"), {.width = 1600, .height = 2400});
    Input input;
    const std::string weights = "decoder.layers.0.cross_attn.weights";
    const std::pair<View, std::string> titles[] = {{View::map, "map/numbers-shown"},
                                                   {View::tensors, "tensors/numbers-shown"},
                                                   {View::attention, "attention/numbers-shown"},
                                                   {View::masks, "masks/numbers-shown"}};
    for (const auto& shown : titles) {
        const std::string& title = shown.second;
        stage.application().command(SetView{shown.first});
        stage.application().command(SelectTensor{weights});
        CAPTURE(title);
        stage.settle(input);
        CHECK(text_at(stage, title).empty());
        stage.application().command(SetAspect{Aspect::gradient});
        stage.settle(input);
        CHECK(text_at(stage, title) == "gradient of the loss");
        stage.application().command(SetAspect{Aspect::product});
        stage.settle(input);
        CHECK(text_at(stage, title) == "value × gradient of the loss");
        stage.application().command(SetAspect{Aspect::both});
        stage.settle(input);
        CHECK(text_at(stage, title) == "values, and the gradient of the loss");
    }
}

TEST_CASE("a tensor without a gradient shows its values under its own name, and why") {
    Stage stage(sample("translation"), {.width = 1600, .height = 2400});
    Input input;
    stage.application().command(SetView{View::tensors});
    stage.application().command(SetAspect{Aspect::gradient});
    int without = 0;
    for (const char* path :
         {"src.tokens", "decoder.layers.0.self_attn.mask", "probabilities", "src.positions", "memory", "logits"}) {
        stage.application().command(SelectTensor{path});
        stage.settle(input);
        CAPTURE(path);
        const bool has_gradient = find_gradient(*stage.state().run, path).present();
        CHECK(text_at(stage, "tensors/numbers-shown").empty() == !has_gradient);
        CHECK((stage.record().find("tensor/" + std::string(path)) != nullptr) == !has_gradient);
        CHECK((stage.record().find("gradient/" + std::string(path)) != nullptr) == has_gradient);
        without += !has_gradient;
    }
    CHECK(without == 4);
}

TEST_CASE("two runs compared say once why a tensor of neither has a gradient, and show its values") {
    Stage stage(sample("translation"), {.width = 1600, .height = 2400});
    Input input;
    stage.application().command(PinRun{});
    stage.application().command(SilenceHead{"decoder.layers.0.cross_attn", 0, true});
    stage.application().command(SetView{View::compare});
    stage.settle(input);
    stage.application().command(SetAspect{Aspect::gradient});
    stage.application().command(SelectTensor{"tgt.tokens"});
    stage.settle(input);
    REQUIRE(stage.state().of<ComparisonView>().difference);
    // Only the centre counts: the inspector gives the reason as well.
    CHECK(text_at(stage, "compare/no-gradient").starts_with("Ids only name tokens and cannot change gradually"));
    const Anchor* centre = stage.record().find("compare");
    REQUIRE(centre);
    int said = 0;
    for (const TextRecord& text : texts_in(stage.record(), centre->area)) said += text.text.find("Ids only") != std::string::npos;
    CHECK(said == 1);
    CHECK(text_at(stage, "compare/numbers-shown").empty());
    stage.application().command(SelectTensor{"memory"});
    stage.settle(input);
    CHECK(text_at(stage, "compare/no-gradient").empty());
    CHECK(text_at(stage, "compare/numbers-shown") == "gradient of the loss");
    CHECK(times_said(stage, "Ids only") == 0);
}

}  // namespace vitrine::gradients_shown_test
