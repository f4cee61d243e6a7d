#include "app/state/state.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/tensor_readings.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/copied.h"
#include "app/views/tensors/search.h"
#include "app/views/tensors/state.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::tensors_view_test {
using namespace vitrine::tests;

namespace {

const std::string weights = "decoder.layers.1.cross_attn.weights";  // [batch 5, head 4, query 5, key 6]

State showing(const std::string& path) {
    State state = opened("translation");
    apply(state, SetView{View::tensors});
    apply(state, SelectTensor{path});
    return state;
}

/// "rows query, columns key, facets head": what each axis of the selected tensor is used for.
std::string uses(const State& state) {
    const Layout layout = state.run->find(state.selection.tensor).layout;
    const TensorAxes axes = tensor_axes(state, state.selection.tensor);
    const auto axis = [&](int place) {
        return place < 0 ? std::string("none") : std::string(name(layout.axes[static_cast<std::size_t>(place)]));
    };
    return axis(axes.plane.row_axis) + ' ' + axis(axes.plane.column_axis) + ' ' + axis(axes.facets);
}

double limit(const State& state, RangeOf whose, const std::string& path) {
    return state.run->of<TensorReadings>().range(*state.run, {path, Aspect::value}, whose).limit;
}

}  // namespace

TEST_CASE("the last two axes are rows and columns until others are chosen") {
    State state = showing(weights);
    CHECK(uses(state) == "query key none");
    apply(state, SetAxisUse{Axis::head, AxisUse::facets});
    CHECK(uses(state) == "query key head");
    apply(state, SetAxisUse{Axis::head, AxisUse::rows});
    CHECK(uses(state) == "head key query");
    apply(state, SetAxisUse{Axis::key, AxisUse::rows});
    CHECK(uses(state) == "key head query");
    apply(state, SetAxisUse{Axis::query, AxisUse::one});
    CHECK(uses(state) == "key head none");
    apply(state, SetAxisUse{Axis::batch, AxisUse::columns});
    CHECK(uses(state) == "key batch none");
}

TEST_CASE("whatever is chosen, rows, columns and facets are different axes of the tensor, and rows and columns there are") {
    for (const char* path : {"decoder.layers.1.cross_attn.weights", "encoder.layers.0.norm1", "src.tokens", "src.positions"}) {
        State state = showing(path);
        const Layout layout = state.run->find(path).layout;
        for (int turn = 0; turn < 64; ++turn) {
            const Axis axis = layout.axes[static_cast<std::size_t>(turn * 7 % layout.rank)];
            const auto use = static_cast<AxisUse>(turn * 5 % 4);
            apply(state, SetAxisUse{axis, use});
            const TensorAxes axes = tensor_axes(state, path);
            CHECK(axes.plane.row_axis >= 0);
            CHECK(axes.plane.column_axis >= 0);
            CHECK(axes.plane.row_axis != axes.plane.column_axis);
            CHECK(axes.facets != axes.plane.row_axis);
            CHECK(axes.facets != axes.plane.column_axis);
            // A tensor of two axes needs both for rows and columns. With more axes, the axis is used as requested.
            if (layout.rank > 2) CHECK(use_of(axes, layout.find(axis)) == use);
        }
    }
}

TEST_CASE("a single axis is a single row") {
    State state = showing("encoder.layers.0.norm1");
    apply(state, SelectTensor{"transformer.encoder.layers.0.norm1.weight"});
    CHECK(uses(state) == "none feature none");
    apply(state, SetAxisUse{Axis::feature, AxisUse::rows});
    CHECK(uses(state) == "none feature none");
}

TEST_CASE("axes chosen for one tensor are those of every tensor with the same axes, and of no other") {
    State state = showing(weights);
    apply(state, SetAxisUse{Axis::head, AxisUse::facets});
    apply(state, SelectTensor{"encoder.layers.0.norm1"});
    CHECK(uses(state) == "position feature none");
    apply(state, SelectTensor{"encoder.layers.0.self_attn.scores"});
    CHECK(uses(state) == "query key head");
}

TEST_CASE("a slider moves along its axis, and the selected cell with it") {
    State state = showing(weights);
    apply(state, SetAxisUse{Axis::head, AxisUse::columns});
    apply(state, SelectCell{weights, {0, 2, 3, 4}});
    CHECK(tensor_axes(state, weights).plane.fixed[3] == 4);
    apply(state, SetAxisPlace{Axis::key, 1});
    CHECK(tensor_axes(state, weights).plane.fixed[3] == 1);
    CHECK(*state.selection.cell == Index{0, 2, 3, 1});
    apply(state, SetAxisPlace{Axis::key, 99});
    CHECK(*state.selection.cell == Index{0, 2, 3, 5});
    apply(state, SetAxisPlace{Axis::batch, 4});
    CHECK(state.selection.sentence == 4);
    CHECK(*state.selection.cell == Index{4, 2, 3, 5});
    apply(state, SetAxisPlace{Axis::feature, 1});  // the tensor does not have this axis
    CHECK(*state.selection.cell == Index{4, 2, 3, 5});
}

TEST_CASE("arrows go from cell to cell in what is shown, and stop at its edges") {
    State state = showing(weights);
    apply(state, SelectSentence{3});
    apply(state, MoveCell{0, 1});
    CHECK(*state.selection.cell == Index{3, 0, 0, 0});
    apply(state, MoveCell{0, 1});
    apply(state, MoveCell{1, 0});
    CHECK(*state.selection.cell == Index{3, 0, 1, 1});
    apply(state, SetAxisUse{Axis::head, AxisUse::rows});
    apply(state, MoveCell{1, 0});
    CHECK(*state.selection.cell == Index{3, 1, 1, 1});
    for (int i = 0; i < 9; ++i) apply(state, MoveCell{1, -1});
    CHECK(*state.selection.cell == Index{3, 3, 1, 0});
}

TEST_CASE("the range of a layer holds those of its tensors, and that of the run those of its layers") {
    const State state = showing(weights);
    double largest_of_layer = 0;
    for (const std::string& path : paths_of(*state.run)) {
        const TensorInfo& info = *state.run->info(path);
        const TensorView tensor = state.run->find(path);
        if (tensor.type != ElementType::scalar || reading_of(info, tensor.type) != Reading::signed_values) continue;
        const double own = limit(state, RangeOf::tensor, path), layer = limit(state, RangeOf::layer, path);
        CHECK(own == std::max(1e-30, state.run->statistics_of(path).limit(path)));
        CHECK(own <= layer);
        CHECK(layer <= limit(state, RangeOf::all, path));
        CHECK(limit(state, RangeOf::central, path) <= own);
        if (path.starts_with("decoder.layers.1.")) largest_of_layer = std::max(largest_of_layer, own);
    }
    CHECK(limit(state, RangeOf::layer, "decoder.layers.1.norm1") == largest_of_layer);
    // Weights are compared with weights, not with scores.
    CHECK(limit(state, RangeOf::all, weights) <= 1);
}

TEST_CASE("what lies beyond 99 % of a tensor's numbers is at most a hundredth of them, and is counted") {
    const Counted checks(40);
    const State state = showing(weights);
    for (const std::string& path : paths_of(*state.run)) {
        const TensorView tensor = state.run->find(path);
        if (tensor.type != ElementType::scalar) continue;
        const ColourRange& range = state.run->of<TensorReadings>().range(*state.run, {path, Aspect::value}, RangeOf::central);
        Size beyond = 0;
        for (Size i = 0; i < tensor.layout.count(); ++i) {
            const double value = std::abs(tensor.at(index_of(tensor.layout, i)));
            beyond += std::isfinite(value) && value > range.limit;
        }
        CHECK(range.beyond == beyond);
        CHECK(100 * beyond <= range.finite);
    }
}

TEST_CASE("where 99 % of the numbers are 0 the colours go as far as the largest, and it is said") {
    const std::string path = "transformer.encoder.layers.0.linear1.weight";
    const auto range_with = [&](Size others) {
        auto model = std::make_shared<Model>(*opened("translation").run->model);
        Tensor& weight = model->parameters.transformer.encoder.layers[0].feed_forward.linear1.weight;
        weight.fill(0);
        for (Size i = 0; i < others; ++i) weight.data()[i] = i ? Scalar(0.25) : Scalar(-0.5);
        const auto run = make_run(model);
        return run->of<TensorReadings>().range(*run, {path, Aspect::value}, RangeOf::central);
    };
    const ColourRange sparse = range_with(2);
    CHECK(sparse.nearly_all_zero);
    CHECK(sparse.limit == 0.5);
    CHECK(sparse.beyond == 0);
    const ColourRange less = range_with(sparse.finite / 50);
    CHECK(!less.nearly_all_zero);
    CHECK(less.limit == 0.25);
    CHECK(less.beyond == 1);
}

TEST_CASE("a finite mask value is no score: neither the colours' range nor what lies beyond it knows of it") {
    auto model = std::make_shared<Model>(*opened("translation").run->model);
    model->configuration.mask_value = -1e9;
    const auto run = make_run(model);
    const std::string attention = "encoder.layers.1.self_attn.";
    const TensorView scores = run->find(attention + "scores"), mask = run->find(attention + "mask");
    std::vector<double> left;
    for (Size i = 0; i < scores.layout.count(); ++i) {
        const Index cell = index_of(scores.layout, i);
        if (mask.at({cell[0], 0, cell[2], cell[3]}) != 0) left.push_back(std::abs(scores.at(cell)));
    }
    REQUIRE(static_cast<Size>(left.size()) < scores.layout.count());
    std::sort(left.begin(), left.end());
    const ColourRange& range =
        run->of<TensorReadings>().range(*run, {attention + "masked_scores", Aspect::value}, RangeOf::central);
    CHECK(range.before_mask);
    CHECK(range.finite == static_cast<Size>(left.size()));
    const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(left.size())));
    CHECK(range.limit == left[rank - 1]);
    CHECK(range.beyond == left.end() - std::upper_bound(left.begin(), left.end(), range.limit));
    CHECK(range.beyond > 0);
    CHECK(run->of<TensorReadings>().range(*run, {attention + "masked_scores", Aspect::value}, RangeOf::tensor).limit < 1e6);
    CHECK(!run->of<TensorReadings>().range(*run, {attention + "scores", Aspect::value}, RangeOf::central).before_mask);
}

TEST_CASE("parts of a path find it in their order, capitals or not") {
    const auto parts = match("dec cross wei", weights);
    REQUIRE(parts.has_value());
    REQUIRE(parts->size() == 3);
    CHECK(weights.substr((*parts)[1].first, (*parts)[1].last - (*parts)[1].first) == "cross");
    CHECK(weights.substr((*parts)[2].first, (*parts)[2].last - (*parts)[2].first) == "wei");
    CHECK(match("DEC  1 Wei ", weights).has_value());
    CHECK_FALSE(match("wei dec", weights).has_value());
    CHECK_FALSE(match("enc", weights).has_value());
    CHECK(match("", weights)->empty());
    const State state = showing(weights);
    CHECK(matches(*state.run, "dec cross wei") ==
          std::vector<std::string>{"decoder.layers.0.cross_attn.weights", "decoder.layers.1.cross_attn.weights"});
    CHECK(matches(*state.run, "") == paths_of(*state.run));
}

TEST_CASE("Tab completes as far as all go on alike, then to the next dot of the chosen one") {
    const State state = showing(weights);
    const auto tab = [&](const std::string& search, std::size_t chosen) {
        return completed(matches(*state.run, search), chosen, search);
    };
    CHECK(tab("decod", 0) == "decoder.");
    CHECK(tab("decoder.", 0) == "decoder.layers");
    CHECK(tab("decoder.layers", 0) == "decoder.layers.");
    CHECK(tab("decoder.layers.", 0) == "decoder.layers.0");
    CHECK(tab("decoder.layers.0.cross_attn.w", 0) == "decoder.layers.0.cross_attn.weights");
    CHECK(tab("dec cross wei", 1) == weights);
    CHECK(tab(weights, 0) == weights);
    CHECK(tab("zzz", 0) == "zzz");
    CHECK(nearest_path(*state.run, "decodr cros wieghts") == "decoder.layers.0.cross_attn.weights");
}

TEST_CASE("Enter opens the chosen one of the tensors found") {
    State state = showing("src.tokens");
    apply(state, SetFocus{tensors_search_anchor});
    apply(state, SetSearch{typed_text("dec cross wei")});
    apply(state, MoveMatch{5});
    CHECK(state.of<TensorsView>().match == 1);
    apply(state, OpenMatch{});
    CHECK(state.selection.tensor == weights);
    CHECK(state.focus.empty());
    apply(state, SetSearch{typed_text("loss")});
    apply(state, OpenMatch{});
    CHECK(state.selection.tensor == "loss");  // though there is a token_loss before it
    apply(state, SelectTensor{weights});
    apply(state, SetSearch{typed_text("zzz")});
    CHECK(state.of<TensorsView>().match == 0);
    apply(state, OpenMatch{});
    CHECK(state.selection.tensor == weights);
}

TEST_CASE("four tensors are pinned at most, each once") {
    State state = showing(weights);
    const std::vector<std::string> paths = paths_of(*state.run);
    for (int i = 0; i < 6; ++i) apply(state, PinTensor{paths[static_cast<std::size_t>(i / 2)]});
    CHECK(state.of<TensorsView>().pins.size() == 3);
    for (int i = 3; i < 9; ++i) apply(state, PinTensor{paths[static_cast<std::size_t>(i)]});
    CHECK(state.of<TensorsView>().pins == std::vector<std::string>(paths.begin(), paths.begin() + 4));
    apply(state, UnpinTensor{paths[1]});
    CHECK(state.of<TensorsView>().pins == std::vector<std::string>{paths[0], paths[2], paths[3]});
    apply(state, PinTensor{"no.such.tensor"});
    CHECK(state.of<TensorsView>().pins.size() == 3);
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.of<TensorsView>().pins.size() == 3);
}

TEST_CASE("a cell, its row, the picture and the tensor are copied in the chosen form") {
    State state = showing(weights);
    const TensorView tensor = state.run->find(weights);
    CHECK(copied_part(state, CopyWhat::cell).empty());
    CHECK(copied_part(state, CopyWhat::row).empty());
    apply(state, SelectCell{weights, {1, 2, 3, 4}});
    apply(state, SetCopyForm{CopyForm::numpy});
    apply(state, CopyPart{CopyWhat::cell});
    CHECK(static_cast<double>(std::stof(state.copied.substr(std::string("np.float32(").size()))) == tensor.at({1, 2, 3, 4}));
    const auto rows = [](const std::string& text) { return std::count(text.begin(), text.end(), '['); };
    CHECK(rows(copied_part(state, CopyWhat::row)) == 1);
    CHECK(rows(copied_part(state, CopyWhat::plane)) == 1 + 5);
    CHECK(rows(copied_part(state, CopyWhat::tensor)) == 1 + 5 + 5 * 4 + 5 * 4 * 5);
    apply(state, SetCopyForm{CopyForm::latex});
    CHECK(copied_part(state, CopyWhat::plane).starts_with("\\begin{array}{r|"));
    apply(state, SetCopyForm{CopyForm::text});
    CHECK(copied_part(state, CopyWhat::row).starts_with(weights + "[1, 2, 3, :]\t"));
    CHECK(copied_part(state, CopyWhat::plane).starts_with(weights + "[1, 2, :, :]\t<bos>\t"));
    CHECK(copied_part(state, CopyWhat::tensor).find("\n" + weights + "[4, 3, :, :]\t") != std::string::npos);
    apply(state, SetAxisUse{Axis::head, AxisUse::rows});
    CHECK(copied_part(state, CopyWhat::plane).starts_with(weights + "[1, :, 3, :]\t<bos>\t"));
}

TEST_CASE("Ctrl+C takes what the tensors view shows in the form chosen there") {
    State state = showing(weights);
    apply(state, SetCopyForm{CopyForm::numpy});
    apply(state, CopySelection{});
    CHECK(state.copied == copied_part(state, CopyWhat::plane));
    apply(state, SelectCell{weights, {1, 2, 3, 4}});
    apply(state, CopySelection{});
    CHECK(state.copied.starts_with("np.float32("));
    apply(state, SetView{View::map});
    apply(state, CopySelection{});
    CHECK(state.copied.starts_with(weights + "[1, 2, 3, 4]\t"));
}

}  // namespace vitrine::tensors_view_test
