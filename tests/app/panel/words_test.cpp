/// What the program says about single numbers: their texts, the notes next to the pointer, the titles of axes.

#include <cmath>

#include <doctest/doctest.h>

#include "app/compare/comparing.h"
#include "app/panel/panel.h"
#include "app/shell/modules.h"
#include "tests/app/family_runs.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::panel_words_test {
using namespace vitrine::tests;

namespace {

/// A window's state that shows this run and nothing else.
State showing(std::shared_ptr<const Run> run) {
    State state = new_state();
    state.run = std::move(run);
    return state;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Whether a text shows this number: to four decimals or, if it is large or tiny, to four digits.
bool reads_as(const std::string& text, double value) {
    if (std::isnan(value)) return text == "NaN";
    if (std::isinf(value)) return text == (value < 0 ? "−∞" : "∞");
    const double unit = text.find('e') == std::string::npos ? 1e-4 : 1e-3 * std::pow(10, std::floor(std::log10(std::abs(value))));
    return std::abs(std::stod(text) - value) <= 0.501 * unit && (value == 0) == (std::stod(text) == 0);
}

bool has_line(const std::vector<std::string>& lines, const std::string& beginning) {
    return std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(beginning); });
}

/// Some cells of a tensor, the first and the last among them.
std::vector<Index> some_cells(const Layout& layout, Random& random) {
    std::vector<Index> cells{index_of(layout, 0), index_of(layout, layout.count() - 1)};
    for (int i = 0; i < 4; ++i) cells.push_back(index_of(layout, between(random, 0, layout.count() - 1)));
    return cells;
}

}  // namespace

TEST_CASE("the text of a cell is its recorded number, and says plus or minus where it can have either") {
    const Counted checks(1000);
    Random random(51);
    for (int round = 0; round < 25; ++round) {
        const auto run = random_edited_run(random);
        for (const std::string& path : paths_of(*run)) {
            const TensorInfo& info = *run->info(path);
            const TensorView tensor = run->find(path);
            for (const Index& cell : some_cells(tensor.layout, random)) {
                const std::string text = value_text(*run, info, cell);
                CAPTURE(path);
                CAPTURE(text);
                const double value = tensor.at(cell);
                if (tensor.type != ElementType::scalar) {
                    CHECK(text == std::to_string(static_cast<long long>(value)));
                    continue;
                }
                CHECK(reads_as(text, value));
                if (is_plain(info, tensor.type)) CHECK(text[0] != '+');
                if (!is_plain(info, tensor.type) && std::isfinite(value) && value != 0) CHECK(text[0] == (value < 0 ? '-' : '+'));
            }
        }
    }
}

TEST_CASE("the note of a cell says what it was exactly where it is another number now, and that it is hidden where the mask is 0") {
    Random random(52);
    int changed = 0, same_nan = 0, hidden = 0;
    for (int round = 0; round < 60; ++round) {
        const State state = showing(random_edited_run(random));
        const Run& run = *state.run;
        for (const TensorInfo& info : run.outline().tensors) {
            const TensorView tensor = run.find(info.path);
            if (!tensor.present()) continue;
            for (const Index& cell : some_cells(tensor.layout, random)) {
                const std::vector<std::string> note = cell_note(state, info, cell);
                CAPTURE(info.path);
                // Compares the run with the same run without edits, cell by cell.
                const TensorView before = run.untouched ? run.untouched->find(info.path) : TensorView{};
                const bool comparable = before.present() && before.layout.shape == tensor.layout.shape;
                const bool differs = comparable && !same(before.at(cell), tensor.at(cell));
                CHECK(has_line(note, "was ") == differs);
                if (differs && tensor.type == ElementType::scalar) {
                    const auto line = std::ranges::find_if(note, [](const std::string& one) { return one.starts_with("was "); });
                    CHECK(reads_as(line->substr(4), before.at(cell)));
                }
                const std::string parent = info.path.substr(0, info.path.rfind('.')),
                                  name = info.path.substr(info.path.rfind('.') + 1);
                const bool masked = name == "scores" || name == "masked_scores" || name == "weights" || name == "unmasked_weights";
                const bool is_hidden = masked && run.find(parent + ".mask").at({cell[0], 0, cell[2], cell[3]}) == 0;
                CHECK((has_line(note, "hidden ") == is_hidden));
                changed += differs, hidden += is_hidden, same_nan += comparable && std::isnan(tensor.at(cell)) && !differs;
            }
        }
    }
    CHECK(changed > 200);
    CHECK(hidden > 50);
    CHECK(same_nan >= 0);
}

TEST_CASE("what is NaN before and after an edit has not changed") {
    Random random(53);
    auto model = std::make_shared<Model>(*random_run(random)->model);
    const std::string path = "encoder.layers.0.ffn.linear1";
    model->parameters.transformer.encoder.layers[0].feed_forward.linear1.weight.at({0, 0}) =
        std::numeric_limits<Scalar>::quiet_NaN();
    const auto run = make_run(std::shared_ptr<const Model>(model));
    const auto edited = with_edits(run, {.interventions = {.overwrites = {{"encoder.layers.0.self_attn.output", {0, 0, 0}, 3}}}});
    REQUIRE(std::isnan(edited->find(path).at({0, 0, 0})));
    REQUIRE(std::isnan(run->find(path).at({0, 0, 0})));
    CHECK_FALSE(has_line(cell_note(showing(edited), *edited->info(path), {0, 0, 0}), "was "));
}

TEST_CASE("axes are named after the sentence that they run over") {
    const Counted checks(100);
    Random random(54);
    for (int round = 0; round < 20; ++round) {
        const auto run = random_run(random);
        const Size source = run->batch->source_length(), target = run->batch->target_length();
        if (source == target) continue;
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            if (!tensor.present()) continue;
            for (int axis = 0; axis < tensor.layout.rank; ++axis) {
                const Axis which = tensor.layout.axes[axis];
                const std::string title = axis_title(*run, info, axis, "→");
                CAPTURE(info.path);
                CAPTURE(title);
                if (title.find("(source)") != std::string::npos) CHECK(tensor.layout.shape[axis] == source);
                if (title.find("(target)") != std::string::npos) CHECK(tensor.layout.shape[axis] == target);
                const bool words = which == Axis::position || which == Axis::query || which == Axis::key;
                if (words && tensor.layout.find(Axis::batch) >= 0)
                    CHECK((title.find("(source)") != std::string::npos || title.find("(target)") != std::string::npos));
                CHECK(title.starts_with("query") == (which == Axis::query));
            }
        }
    }
}

TEST_CASE("the loss in words is the mean of the losses of all labels that are not padding") {
    Random random(55);
    for (int round = 0; round < 30; ++round) {
        const auto run = random_run(random);
        const IndexTensor& labels = run->activations->labels;
        const Tensor& logits = run->activations->logits;
        double sum = 0;
        Size counted = 0;
        for (Size i = 0; i < labels.count(); ++i) {
            const Index cell = index_of(labels.layout(), i);
            if (labels.at(cell) == run->model->configuration.pad_tgt) continue;
            double all = 0;
            for (Size v = 0; v < logits.size(2); ++v)
                all += std::exp(
                    static_cast<double>(logits.at({cell[0], cell[1], v}) - logits.at({cell[0], cell[1], labels.at(cell)})));
            sum += std::log(all);
            ++counted;
        }
        CHECK(std::stod(loss_words(*run)) == doctest::Approx(sum / static_cast<double>(counted)).epsilon(1e-3));
    }
}

TEST_CASE("of a tensor without a finite number there is no minimum to tell") {
    CHECK(statistic_text({}, 0) == "none");
    CHECK(statistic_text({.minimum = -2, .finite = 1}, -2) == "-2.0000");
}

TEST_CASE("a label that only fills up a row is said to be none, beside its number, and is no word in a difference") {
    for (const char* family : {"gpt2", "bert", "llama"}) {
        CAPTURE(family);
        const auto run = family_run(family);
        const std::string attention = path_of(
            AttentionPlace{run->model->configuration.has_encoder() ? AttentionKind::encoder_self : AttentionKind::decoder_self, 0});
        const auto silenced = with_edits(run, {.interventions = {.silenced = {{attention, 1}}}});
        const auto difference = difference_of({.a = run, .b = silenced});
        const TensorView labels = run->find("labels"), changes = difference->find("labels");
        int fillers = 0;
        for (Size i = 0; i < labels.layout.count(); ++i) {
            const Index cell = index_of(labels.layout, i);
            if (labels.at(cell) >= 0) continue;
            ++fillers;
            CHECK(value_text(*run, *run->info("labels"), cell) == std::to_string(filler) + " (none)");
            CHECK(difference->difference->words[static_cast<std::size_t>(changes.at(cell))] == "–");
        }
        CHECK(fillers > 0);
    }
}

}  // namespace vitrine::panel_words_test
