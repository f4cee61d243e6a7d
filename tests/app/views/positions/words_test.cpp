/// The sentences about positions, checked against encodings of any width, learned tables and altered runs.

#include <cmath>
#include <numbers>
#include <regex>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/positions.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "tests/app/random_runs.h"

namespace vitrine::positions_words_test {
using namespace vitrine::tests;

namespace {

/// The view Positions on a random run, with random settings.
State random_view(Random& random, bool altered) {
    auto run = random_run(random);
    if (altered) {
        const std::string path = coin(random) ? "src.positions" : "tgt.positions";
        run = with_edits(run, {.interventions = {.overwrites = {{path, {0, 0}, 7}}}});
    }
    State state = new_state();
    apply(state, ShowRun{run});
    apply(state, SetView{View::positions});
    apply(state, SetPositionsShown{static_cast<PositionsShown>(random.below(3))});
    apply(state, SetPositionsSide{coin(random) ? Side::source : Side::target});
    apply(state, SetSimilarity{coin(random) ? SimilarityKind::cosine : SimilarityKind::dot_product});
    apply(state, SetPositionCount{static_cast<int>(random.below(8))});
    const Size width = state.run->model->configuration.d_model;
    apply(state, ChoosePosition{between(random, 0, shown_positions(state) - 1), between(random, 0, width - 1)});
    return state;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The largest difference between numbers with the same distance from the diagonal.
double spread_along_diagonals(const Tensor& similarity) {
    double most = 0;
    for (Size k = 0; k < similarity.size(0); ++k) {
        for (Size p = 0; p + k < similarity.size(0); ++p)
            most = std::max(most, std::abs(static_cast<double>(similarity.at({p, p + k}) - similarity.at({0, k}))));
    }
    return most;
}

/// The paper's sin or cos.
double wave_at(Size feature, Size width, double position) {
    const double even = static_cast<double>(feature - feature % 2);
    const double angle = position / std::pow(10000, even / static_cast<double>(width));
    return feature % 2 ? std::cos(angle) : std::sin(angle);
}

/// "2 917" as a number.
double number_of(std::string text) {
    std::erase(text, ' ');
    return std::stod(text);
}

/// The rounding of a length as text: to tenths, or to whole numbers from a hundred on.
double rounding_of(double length) { return length < 100 ? 0.0501 : 0.501; }

double wavelength_of(Size even, Size width) {
    return 2 * std::numbers::pi * std::pow(10000, static_cast<double>(even) / static_cast<double>(width));
}

}  // namespace

TEST_CASE("similarities are said to depend on the distance alone where they do") {
    Random random(101);
    int alone = 0, not_alone = 0;
    for (int round = 0; round < 120; ++round) {
        const State state = random_view(random, false);
        Commands commands;
        const PositionsScene scene = make_positions_scene(state, commands);
        const auto table = scene.table(PositionKind::sinusoidal);
        const bool own = scene.own == PositionKind::sinusoidal;
        if (own && scene.run().regime.design.positions == false) continue;
        const double spread = spread_along_diagonals(chosen_similarity(*table, scene));
        const std::string remark = similarity_remark(PositionKind::sinusoidal, scene), text = distances_text(scene);
        CHECK(says(remark, "The same along every diagonal") == !says(remark, "depends on the positions themselves"));
        if (says(remark, "The same along every diagonal")) CHECK(spread < 1e-4 * static_cast<double>(scene.width));
        if (says(remark, "depends on the positions themselves") && scene.positions > 3) CHECK(spread > 1e-7);
        if (text.empty()) continue;
        CHECK(says(text, "same curve for every position") == says(remark, "The same along every diagonal"));
        CHECK(says(text, "Sinusoidal:") == (scene.kinds.size() > 1));
        ++(says(text, "same curve") ? alone : not_alone);
        if (!says(text, "same curve")) continue;
        // Σ cos(k·ω) over the pairs of features, divided by their number if the text says so.
        for (Size k = 0; k < scene.positions; ++k) {
            double sum = 0;
            for (Size even = 0; even < scene.width; even += 2) sum += wave_at(even + 1, scene.width, static_cast<double>(k));
            if (says(text, "divided by the number of pairs")) sum /= static_cast<double>(scene.width) / 2;
            CHECK(static_cast<double>(chosen_similarity(*table, scene).at({0, k})) == doctest::Approx(sum).epsilon(1e-4).scale(4));
        }
    }
    CHECK(alone > 20);
    CHECK(not_alone > 10);
}

TEST_CASE("where a number of the encoding is set by hand nothing is said of its similarities") {
    Random random(102);
    for (int round = 0; round < 40; ++round) {
        const State state = random_view(random, true);
        Commands commands;
        const PositionsScene scene = make_positions_scene(state, commands);
        const bool altered = scene.run().edits.interventions.overwrites.front().path == positions_tensor(scene.view().side);
        CHECK(scene.is_altered(scene.own) == altered);
        if (altered) CHECK(similarity_remark(scene.own, scene).empty());
        if (altered && scene.own == PositionKind::sinusoidal) CHECK(distances_text(scene).empty());
    }
}

TEST_CASE("a wave repeats after as many positions as are said, and so do those beside it") {
    Random random(103);
    const std::regex repeats("repeats every ([0-9. ]+) positions"),
        beside("imensions? ([0-9]+)(?: and [0-9]+)? every ([0-9. ]+?)[,.](?: |$|f)");
    int waves = 0, others = 0;
    for (int round = 0; round < 100; ++round) {
        const State state = random_view(random, false);
        Commands commands;
        const PositionsScene scene = make_positions_scene(state, commands);
        const std::string text = wave_text(scene);
        CAPTURE(text);
        CHECK(says(text, "repeats every") == scene.view().shows(PositionKind::sinusoidal));
        CHECK(says(text, "A learned table") == scene.view().shows(PositionKind::learned));
        std::smatch found;
        if (!std::regex_search(text, found, repeats)) continue;
        const Size feature = scene.view().feature, width = scene.width;
        const double length = wavelength_of(feature - feature % 2, width);
        CHECK(std::abs(number_of(found[1]) - length) <= rounding_of(length));
        for (const double p : {0.0, 1.0, 3.5})
            CHECK(wave_at(feature, width, p + length) == doctest::Approx(wave_at(feature, width, p)).scale(1));
        CHECK(says(text, feature % 2 ? "cos(position" : "sin(position"));
        ++waves;
        for (auto next = std::sregex_iterator(text.begin(), text.end(), beside); next != std::sregex_iterator(); ++next, ++others) {
            const Size even = std::stoll((*next)[1]);
            CHECK(std::abs(even - (feature - feature % 2)) == 2);
            CHECK(even < width);
            CHECK(std::abs(number_of((*next)[2]) - wavelength_of(even, width)) <= rounding_of(wavelength_of(even, width)));
        }
    }
    CHECK(waves > 30);
    CHECK(others > 20);
}

TEST_CASE("what is the batch's and where a table ends is said as it is") {
    Random random(104);
    for (int round = 0; round < 100; ++round) {
        const State state = random_view(random, false);
        Commands commands;
        const PositionsScene scene = make_positions_scene(state, commands);
        const std::string remark = encoding_remark(scene.own, scene);
        CAPTURE(remark);
        const Size length =
            scene.view().side == Side::source ? scene.run().batch->source_length() : scene.run().batch->target_length();
        CHECK(says(remark, length == 1 ? "Position 0 is" : "Positions 0–" + std::to_string(length - 1) + " are"));
        CHECK(says(remark, "the rest") == (scene.table(scene.own)->encoding.size(0) > length));
        if (scene.own != PositionKind::learned) continue;
        const std::string rows = std::to_string(scene.run().model->configuration.max_positions);
        const bool all = scene.table(scene.own)->encoding.size(0) == scene.run().model->configuration.max_positions;
        CHECK(says(remark, "The table has " + rows + " rows") == !all);
        CHECK(says(remark, "The table ends here: the model cannot read sentences longer than " + rows) == all);
    }
}

TEST_CASE("the origin of a number of the formula is that number") {
    Random random(105);
    for (int round = 0; round < 60; ++round) {
        const State state = random_view(random, false);
        Commands commands;
        const PositionsScene scene = make_positions_scene(state, commands);
        const Size position = scene.view().position, feature = scene.view().feature;
        const std::string text = origin_text(PositionKind::sinusoidal, position, feature, scene);
        const double said = std::stod(text.substr(text.rfind("= ") + 2));
        CHECK(said == doctest::Approx(wave_at(feature, scene.width, static_cast<double>(position))).scale(1).epsilon(6e-5));
        const auto shown = static_cast<double>(scene.table(PositionKind::sinusoidal)->encoding.at({position, feature}));
        CHECK(said == doctest::Approx(shown).scale(1).epsilon(6e-5));
    }
}

}  // namespace vitrine::positions_words_test
