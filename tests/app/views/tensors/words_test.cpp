/// What the view Tensors says about colours and about all numbers of a tensor, checked with plain loops over the cells.

#include <cmath>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/shell/modules.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/input.h"
#include "tests/app/opened.h"
#include "tests/app/random_runs.h"

namespace vitrine::tensors_words_test {
using namespace vitrine::tests;

namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

State showing(std::shared_ptr<const Run> run) {
    State state = new_state();
    apply(state, ShowRun{std::move(run)});
    apply(state, SetView{View::tensors});
    return state;
}

/// The magnitudes of a tensor's finite numbers, sorted; with `seen`, only of those that its mask does not hide.
std::vector<double> magnitudes(const Run& run, const TensorInfo& info, bool seen) {
    const TensorView tensor = run.find(info.path);
    const TensorView mask = seen ? run.find(info.path.substr(0, info.path.rfind('.')) + ".mask") : TensorView{};
    std::vector<double> all;
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const Index cell = index_of(tensor.layout, i);
        if (seen && mask.at({cell[0], 0, cell[2], cell[3]}) == 0) continue;
        if (std::isfinite(tensor.at(cell))) all.push_back(std::abs(tensor.at(cell)));
    }
    return all;
}

/// Whether the mask hides any of the shown cells.
bool hides_any(const Run& run, const TensorInfo& info, const Plane& plane) {
    const std::string name = info.path.substr(info.path.rfind('.') + 1);
    if (name != "scores" && name != "masked_scores" && name != "weights" && name != "unmasked_weights") return false;
    const TensorView mask = run.find(info.path.substr(0, info.path.rfind('.')) + ".mask");
    for (Size q = 0; q < mask.layout.shape[2]; ++q) {
        for (Size k = 0; k < mask.layout.shape[3]; ++k) {
            if (mask.at({plane.fixed[0], 0, q, k}) == 0) return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("how many cells are said to lie beyond the scale do, and what is said to be hatched is hidden") {
    Random random(111);
    int beyond_at_all = 0, hatched = 0, zeros = 0;
    for (int round = 0; round < 40; ++round) {
        State state = showing(random_edited_run(random));
        const Run& run = *state.run;
        for (const std::string& path : paths_of(run)) {
            const TensorInfo& info = *run.info(path);
            if (run.find(path).type == ElementType::index) continue;
            apply(state, SetRange{static_cast<RangeOf>(random.below(4))});
            Commands commands;
            const TensorsScene scene{state, commands, shown_tensor(state, info)};
            const PlanePicture picture = tensors_picture(state, scene.shown, scene.shown.axes.plane, theme(ThemeKind::dark));
            const std::string words = legend_words(scene, picture);
            CAPTURE(path);
            CAPTURE(words);
            CHECK(says(words, "Hatched: hidden by the mask.") == hides_any(run, info, scene.shown.axes.plane));
            hatched += says(words, "Hatched");
            const bool diverging = picture.style.scale == HeatmapStyle::Scale::diverging;
            const double limit = static_cast<double>(diverging ? picture.style.limit : picture.style.high);
            CHECK(says(words, "regardless of sign") == diverging);
            const bool central = state.of<TensorsView>().range == RangeOf::central;
            const bool seen = path.ends_with(".masked_scores") && run.model->configuration.mask_value;
            const std::vector<double> all = magnitudes(run, info, seen && central);
            if (says(words, "At least 99 %")) {
                CHECK(100 * std::ranges::count(all, 0.0) >= 99 * static_cast<std::ptrdiff_t>(all.size()));
                ++zeros;
                continue;
            }
            const auto beyond =
                std::ranges::count_if(all, [&](double size) { return static_cast<float>(size) > static_cast<float>(limit); });
            if (says(words, " beyond the scale")) {
                const std::size_t from = words.find(". ") + 2;
                CHECK(std::stoll(words.substr(from)) == beyond);
                CHECK(std::stoll(words.substr(words.find(" of ", from) + 4)) == static_cast<long long>(all.size()));
                CHECK(says(words, "finite") == (!seen && static_cast<Size>(all.size()) != run.find(path).layout.count()));
                ++beyond_at_all;
            } else if (central || !seen) {
                CHECK(beyond == 0);
            }
            if (says(words, "up to the largest value of this tensor.") && !all.empty())
                CHECK(limit == doctest::Approx(std::max(1e-30, *std::ranges::max_element(all))));
        }
    }
    CHECK(beyond_at_all > 50);
    CHECK(hatched > 50);
    CHECK(zeros > 1);
}

TEST_CASE("the largest of all such tensors is at least that of each, and is that of one of them") {
    Random random(112);
    for (int round = 0; round < 10; ++round) {
        State state = showing(random_run(random));
        apply(state, SetRange{RangeOf::all});
        Commands commands;
        double largest = 0, limit = 0;
        for (const TensorInfo& info : state.run->outline().tensors) {
            const TensorView tensor = state.run->find(info.path);
            if (!tensor.present() || tensor.type != ElementType::scalar || reading_of(info, tensor.type) != Reading::signed_values)
                continue;
            const TensorsScene scene{state, commands, shown_tensor(state, info)};
            const PlanePicture picture = tensors_picture(state, scene.shown, scene.shown.axes.plane, theme(ThemeKind::dark));
            CHECK(says(legend_words(scene, picture), "the largest of all such tensors of this run"));
            limit = static_cast<double>(picture.style.limit);
            const bool stands_for_scores = info.path.ends_with(".masked_scores") && state.run->model->configuration.mask_value;
            if (stands_for_scores) continue;
            for (const double size : magnitudes(*state.run, info, false)) largest = std::max(largest, size);
        }
        CHECK(limit == doctest::Approx(largest));
    }
}

TEST_CASE("a statistic of no number is none, and of zeros a legend says 0 and nothing else") {
    const auto entries = statistic_entries({.nan = 3}, false);
    CHECK(entries[0].text == "none");
    CHECK(entries[4].text == "3");
    CHECK(entries[6].text == "3");
    CHECK(entries[6].wrong);

    Stage stage(sample("navigation"), {.width = 1600, .height = 1200});
    auto model = std::make_shared<Model>(*stage.state().run->model);
    model->batch.labels.fill(model->configuration.pad_tgt);  // every loss is 0
    stage.application().command(ShowRun{make_run(std::shared_ptr<const Model>(model))});
    stage.application().command(SetView{View::tensors});
    stage.application().command(SelectTensor{"token_loss"});
    Input input;
    stage.frame(input);
    const Anchor* legend = stage.record().find("tensors/legend");
    REQUIRE(legend);
    CHECK(as_read(texts_in(stage.record(), legend->area)) == "0");
}

}  // namespace vitrine::tensors_words_test
