/// What a transcript says about numbers, checked against the tensors of runs of any model, with edits by hand.

#include <cmath>
#include <sstream>

#include <doctest/doctest.h>

#include "app/compare/comparing.h"
#include "app/export/transcript.h"
#include "app/export/transcript_number.h"
#include "app/run/make_run.h"
#include "app/run/picture.h"
#include "app/shell/modules.h"
#include "core/tensor/error.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::transcript_claims_test {
using namespace vitrine::tests;

namespace {

/// The number at the end of a line, or the one after a given word.
double number_in(std::string text) {
    if (text.ends_with("−∞")) return -INFINITY;
    if (text.ends_with("∞")) return INFINITY;
    if (text.ends_with("NaN")) return NAN;
    return std::stod(text.substr(text.rfind(' ') + 1));
}

/// Whether two numbers are equal up to the rounding to four decimals or four digits.
bool reads_as(double said, double is, double rounded = 1) {
    if (std::isnan(is) || std::isinf(is)) return std::isnan(is) ? std::isnan(said) : said == is;
    return std::abs(said - is) <= rounded * (6e-5 + 6e-4 * (std::abs(is) >= 1e5 || std::abs(is) < 1e-4 ? std::abs(is) : 0));
}

State showing(std::shared_ptr<const Run> run, const std::string& tensor, const Index& cell) {
    State state = new_state();
    state.run = std::move(run);
    state.step = std::min(state.run->outline().step_of(tensor), state.run->last_step());
    state.selection.tensor = tensor;
    state.selection.cell = cell;
    const Layout layout = state.run->find(tensor).layout;
    if (layout.find(Axis::batch) == 0) state.selection.sentence = cell[0];
    if (layout.find(Axis::head) == 1) state.selection.head = cell[1];
    return state;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool is_by_hand(const Run& run, const std::string& path, const Index& cell) {
    const Interventions& done = run.edits.interventions;
    for (const SilencedHead& head : done.silenced) {
        if (path == head.attention + ".context" && cell[1] == head.head) return true;
    }
    return std::ranges::any_of(done.overwrites, [&](const Overwrite& one) { return one.path == path && one.index == cell; });
}

}  // namespace

TEST_CASE("the terms that a transcript lists, and the sum of those it folds, make the number that it gives") {
    Random random(61);
    int sums = 0, by_hand = 0;
    for (int round = 0; round < 100; ++round) {
        const auto run = random_edited_run(random);
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            if (!tensor.present() || !info.dependence) continue;
            const Index cell = index_of(tensor.layout, between(random, 0, tensor.layout.count() - 1));
            const std::vector<std::string> lines = number_lines(*run, info, cell, coin(random));
            CAPTURE(info.path);
            CHECK(reads_as(number_in(lines.front()), tensor.at(cell)));
            const auto starts = [&](const char* word) {
                return std::ranges::find_if(lines, [&](const std::string& line) { return line.starts_with(word); });
            };
            const auto gives = starts("gives "), but = starts("But ");
            CHECK((but != lines.end()) == is_by_hand(*run, info.path, cell));
            by_hand += but != lines.end();
            // Without a remark that the number was set by hand, the terms must give exactly this number.
            if (but == lines.end()) CHECK(reads_as(number_in(*gives), tensor.at(cell), 20));
            if (but != lines.end()) CHECK(reads_as(number_in(*but), tensor.at(cell)));
            if (info.dependence->kind != DependenceKind::sum) {
                CHECK(std::ranges::none_of(lines,
                                           [](const std::string& line) { return line.find("together") != std::string::npos; }));
                continue;
            }
            double sum = 0, scale = 1, terms = 0;
            for (auto line = std::next(starts("Its formula: ")); line != gives; ++line) {
                if (line->ends_with("0") && line->find("terms are 0") != std::string::npos) continue;
                if (line->ends_with("term is 0") || line->ends_with("terms are 0")) continue;
                if (line->starts_with("times ")) {
                    scale = number_in(*line);
                    continue;
                }
                sum += number_in(*line), ++terms;
            }
            const double given = number_in(*gives);
            if (!std::isfinite(given)) continue;
            CHECK(std::abs(scale * sum - given) <= std::abs(scale) * 1.1e-4 * (terms + 1) + 1e-3 * std::abs(given));
            ++sums;
        }
    }
    CHECK(sums > 500);
    CHECK(by_hand > 10);
}

TEST_CASE("what a transcript says of a gradient is the recorded gradient, and its terms make it") {
    Random random(63);
    int told = 0, left_out = 0;
    for (int round = 0; round < 40; ++round) {
        const auto plain = random_edited_run(random);
        if (!plain->has_loss()) continue;
        std::shared_ptr<const Run> run;
        try {
            run = with_gradients(*plain);
        } catch (const Error&) {
            continue;  // a mean or deviation is set by hand
        }
        for (const std::string& path : paths_of(*run)) {
            const TensorView gradient = find_gradient(*run, path);
            if (!gradient.present() || gradient.layout.count() == 0) continue;
            const Index cell = index_of(gradient.layout, between(random, 0, gradient.layout.count() - 1));
            const auto lines = gradient_lines_of(*run, *run->info(path), cell, coin(random));
            CAPTURE(path);
            const double is = gradient.at(cell);
            const auto near = [](double said, double recorded, double size) {
                return std::abs(said - recorded) <= 6e-3 * std::abs(recorded) + 1e-4 * size + 1e-12;
            };
            if (!std::isfinite(is)) {
                CHECK(lines[0].ends_with("is not finite"));
                continue;
            }
            CHECK(near(number_in(lines[0]), is, 0));
            const auto gives = std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("gives "); });
            left_out += std::ranges::count(lines, "Without the numbers computed from it that are set by hand or silenced.");
            if (gives == lines.end()) {
                CHECK(is == 0);
                continue;
            }
            double size = 0;  // of its terms
            for (const ExplanationTerm& term : run->gradients->anatomy->explain(path, cell).explanation.terms)
                size += std::abs(term.value);
            if (gives->ends_with("not finite")) continue;  // ∞ · 0 of numbers set by hand
            CHECK(near(number_in(*gives), is, size));
            ++told;
        }
    }
    CHECK(told > 500);
    CHECK(left_out > 0);
}

TEST_CASE("the rows of a transcript are the numbers of the shown sentence and head, hidden ones in brackets") {
    Random random(62);
    int bracketed = 0;
    for (int round = 0; round < 40; ++round) {
        const auto run = random_edited_run(random);
        for (const char* path :
             {"decoder.layers.0.self_attn.weights", "encoder.layers.0.self_attn.scores", "decoder.layers.0.norm2"}) {
            const TensorView tensor = run->find(path);
            const Index cell = index_of(tensor.layout, between(random, 0, tensor.layout.count() - 1));
            const State state = showing(run, path, cell);
            const std::string text = transcript(state);
            const std::vector<std::string> lines = lines_of(text.substr(text.find("Numbers of ")));
            const bool grid = tensor.layout.rank == 4;
            const TensorView mask =
                grid ? run->find(std::string(path).substr(0, std::string(path).rfind('.')) + ".mask") : TensorView{};
            // A row begins with its position, since these models have no words.
            std::string joined;
            for (const std::string& line : lines) joined += ' ' + line;
            for (Size row = 0; row < tensor.layout.shape[tensor.layout.rank - 2]; ++row) {
                for (Size column = 0; column < tensor.layout.shape[tensor.layout.rank - 1]; ++column) {
                    Index at = cell;
                    at[static_cast<std::size_t>(tensor.layout.rank - 2)] = row;
                    at[static_cast<std::size_t>(tensor.layout.rank - 1)] = column;
                    const bool hidden = grid && mask.at({at[0], 0, at[2], at[3]}) == 0;
                    const std::string number = transcript_number(tensor.at(at), ElementType::scalar);
                    const std::string shown = hidden ? "[" + number + "]" : number;
                    CAPTURE(shown);
                    CHECK(joined.find(shown) != std::string::npos);
                    bracketed += hidden;
                }
            }
        }
    }
    CHECK(bracketed > 20);
}

TEST_CASE("what is said of a whole tensor, from its least number to its largest, is what a plain loop finds") {
    const Counted checks(20);
    Random random(63);
    for (int round = 0; round < 30; ++round) {
        const auto run = random_edited_run(random);
        const std::string path = "decoder.layers.0.cross_attn.scores";
        const std::string text = transcript(showing(run, path, {}));
        const TensorView tensor = run->find(path);
        double least = INFINITY, most = -INFINITY;
        Size nan = 0, infinite = 0;
        for (Size i = 0; i < tensor.layout.count(); ++i) {
            const double value = tensor.at(index_of(tensor.layout, i));
            nan += std::isnan(value), infinite += std::isinf(value);
            if (std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
        }
        const std::string makes = text.substr(text.find("\nMakes\n"));
        if (least <= most)
            CHECK(makes.find("from " + transcript_number(least, tensor.type) + " to " + transcript_number(most, tensor.type)) !=
                  std::string::npos);
        if (nan + infinite > 0)
            CHECK(makes.find(std::to_string(nan) + " NaN, " + std::to_string(infinite) + " infinite") != std::string::npos);
    }
}

TEST_CASE("of a difference of two runs a transcript claims no formula, and tells the number in both") {
    const Counted checks(200);
    Random random(64);
    for (int round = 0; round < 40; ++round) {
        const auto a = random_run(random);
        const bool other_model = random.below(4) == 0;
        const auto b = other_model ? random_run(random) : with_edits(a, random_edits(*a, random));
        const std::shared_ptr<const Run> difference = difference_of({a, b, nullptr});
        for (const char* path : {"encoder.layers.0.self_attn.weights", "src.tokens", "decoder.layers.0.ffn.linear1"}) {
            const TensorInfo* info = difference->info(path);
            const TensorView now = b->find(path), before = a->find(path);
            if (!now.present()) continue;
            const Index cell = index_of(now.layout, between(random, 0, now.layout.count() - 1));
            const std::string text = transcript(showing(difference, path, cell));
            CHECK(text.find("Formula:") == std::string::npos);
            CHECK(text.find("Its formula: ") == std::string::npos);
            CHECK(text.find("B − A of " + std::string(path)) != std::string::npos);
            const bool comparable =
                before.present() && before.layout.axes == now.layout.axes && before.layout.shape == now.layout.shape;
            const std::vector<std::string> lines = number_lines(*difference, *info, cell, false);
            CHECK((lines.size() == 4) == comparable);
            if (!comparable) continue;
            CHECK(lines[2] == "A: " + transcript_number(before.at(cell), before.type));
            CHECK(lines[3] == "B: " + transcript_number(now.at(cell), now.type));
        }
    }
}

}  // namespace vitrine::transcript_claims_test
