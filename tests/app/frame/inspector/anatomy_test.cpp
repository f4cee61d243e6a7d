/// A number taken apart on the screen: the terms that are shown must add up to the sum that is shown, and that is the recorded
/// number.

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/widgets/input.h"
#include "app/widgets/number.h"
#include "tests/app/opened.h"
#include "tests/app/random_runs.h"

namespace vitrine::anatomy_screen_test {
using namespace vitrine::tests;

namespace {

/// The texts of one line, from left to right.
using ScreenLine = std::vector<std::string>;

std::vector<ScreenLine> lines_in(const FrameRecord& record, const Rect& area) {
    std::vector<TextRecord> texts = texts_in(record, area);
    std::ranges::stable_sort(texts, {}, [](const TextRecord& text) { return std::lround(text.area.centre().y / 5); });
    std::vector<ScreenLine> lines;
    std::vector<const TextRecord*> line;
    const auto finish = [&] {
        std::ranges::sort(line, {}, [](const TextRecord* text) { return text->area.min.x; });
        if (!line.empty()) lines.emplace_back();
        for (const TextRecord* text : line) lines.back().push_back(text->text);
        line.clear();
    };
    for (const TextRecord& text : texts) {
        if (!line.empty() && std::abs(text.area.centre().y - line.front()->area.centre().y) > 6) finish();
        line.push_back(&text);
    }
    finish();
    return lines;
}

/// A number on the screen; NaN if the text is not a number.
double number_of(const std::string& text) {
    if (text == "∞") return INFINITY;
    if (text == "−∞") return -INFINITY;
    try {
        std::size_t used = 0;
        const double value = std::stod(text, &used);
        return used == text.size() ? value : NAN;
    } catch (const std::exception&) {
        return NAN;
    }
}

/// A cell of a random run, taken apart as in the inspector.
struct Apart {
    std::vector<ScreenLine> lines;
    Explanation explanation;
    TensorView tensor;
    double recorded = 0;
    bool by_hand = false;
};

bool is_by_hand(const Run& run, const std::string& path, const Index& cell) {
    const Interventions& done = run.edits.interventions;
    for (const SilencedHead& head : done.silenced) {
        if (path == head.attention + ".context" && cell[1] == head.head) return true;
    }
    return std::ranges::any_of(done.overwrites, [&](const Overwrite& one) { return one.path == path && one.index == cell; });
}

/// The lines of a number's card: terms, notes between them, the result, and why the recorded number is another one.
struct Card {
    std::vector<double> terms;  ///< the numbers at the right, the sum of what is folded among them
    bool folds = false;         ///< terms without a number of their own are folded
    std::map<std::string, double> noted;
    double result = 0;
    std::string result_label;
    std::optional<double> by_hand;
};

Card card_of(const Apart& apart) {
    Card card;
    std::vector<ScreenLine> lines = apart.lines;
    std::string formula;
    while (!lines.empty() && formula != apart.explanation.formula) {
        formula += (formula.empty() ? "" : " ") + lines.front().front();
        lines.erase(lines.begin());
    }
    REQUIRE_MESSAGE(formula == apart.explanation.formula, formula);
    const std::size_t behind = apart.explanation.intermediate_values.size() + (apart.by_hand ? 2 : 1);
    REQUIRE(lines.size() >= behind);
    for (std::size_t i = 0; i + behind < lines.size(); ++i) {
        const double number = number_of(lines[i].back());
        const bool words_alone = lines[i].size() == 1;
        card.folds = card.folds || words_alone;
        if (!words_alone) card.terms.push_back(number);
    }
    std::size_t at = lines.size() - behind;
    for (const IntermediateValue& one : apart.explanation.intermediate_values) {
        CHECK(lines[at].front() == one.label);
        card.noted[one.label] = number_of(lines[at++].back());
    }
    card.result_label = lines[at].front();
    card.result = number_of(lines[at++].back());
    if (apart.by_hand) card.by_hand = number_of(lines[at].back());
    return card;
}

bool close(double a, double b, double rounding) {
    if (!std::isfinite(a) || !std::isfinite(b)) return a == b || (std::isnan(a) && std::isnan(b));
    return std::abs(a - b) <= rounding + 1e-3 * std::abs(b);
}

/// The factor in a scale's label.
double scale_of(const std::string& label) {
    const bool divides = label.starts_with("÷ ");
    std::string number = label.substr(label.find(' ') + 1);
    const bool root = number.starts_with("√");
    if (root) number = number.substr(std::string("√").size());
    const double value = root ? std::sqrt(std::stod(number)) : std::stod(number);
    return divides ? 1 / value : value;
}

void check_sum(const Card& card) {
    double sum = 0;
    for (const double term : card.terms) sum += term;
    const double rounding = 6e-5 * static_cast<double>(card.terms.size() + 1);
    const bool scaled = card.result_label.starts_with("÷") || card.result_label.starts_with("×");
    const double scale = scaled ? scale_of(card.result_label) : 1;
    if (card.noted.contains("sum")) CHECK(close(sum, card.noted.at("sum"), rounding));
    if (std::isfinite(sum)) CHECK(close(scale * sum, card.result, std::max(1.0, std::abs(scale)) * rounding));
}

void check_softmax(const Card& card, const std::string& path) {
    if (path == "token_loss") {
        if (card.noted.contains("the label is padding, which counts")) {
            CHECK(card.result == 0);
            return;
        }
        double loss = card.noted.at("ln Σ exp(logits)");
        for (const auto& [label, value] : card.noted) {
            if (label.starts_with("−")) loss -= value;
        }
        if (std::isfinite(loss)) CHECK(close(card.result, loss, 2e-4));
        return;
    }
    double sum = 0;
    for (const double term : card.terms) sum += term;
    const double all = card.noted.at("÷ sum of exponentials");
    if (!card.folds && std::isfinite(sum)) CHECK(close(sum, all, 6e-5 * static_cast<double>(card.terms.size() + 1)));
    const double own = card.noted.at("exp(its own − maximum)");
    if (std::isfinite(own) && all > 0) CHECK(close(card.result, own / all, 1.3e-4));
    if (all == 0) CHECK(card.result == 0);
}

}  // namespace

TEST_CASE("the terms on the screen make the result below them, which is the recorded number or says why it is not") {
    Stage stage(sample("navigation"), {.width = 1600, .height = 2400});
    Random random(81);
    Input input;
    std::map<DependenceKind, int> checked;
    int by_hand = 0;
    for (int round = 0; round < 24; ++round) {
        const auto run = random_edited_run(random);
        stage.application().command(ShowRun{run});
        std::vector<std::string> paths;
        for (const TensorInfo& info : run->outline().tensors) {
            if (info.dependence && run->find(info.path).present() && !info.path.ends_with(".mask")) paths.push_back(info.path);
        }
        std::vector<std::string> written;
        for (const Overwrite& one : run->edits.interventions.overwrites) {
            if (std::ranges::count(paths, one.path)) written.push_back(one.path);
        }
        for (int i = 0; i < 14; ++i) {
            const auto& from = !written.empty() && random.below(4) == 0 ? written : paths;
            const std::string path = from[random.below(from.size())];
            const TensorView tensor = run->find(path);
            Index cell = index_of(tensor.layout, between(random, 0, tensor.layout.count() - 1));
            for (const Overwrite& one : run->edits.interventions.overwrites) {
                if (one.path == path && coin(random)) cell = one.index;
            }
            CAPTURE(path);
            stage.application().command(SelectCell{path, cell});
            stage.frame(input);
            const Anchor* anchor = stage.record().find("anatomy");
            REQUIRE(anchor);
            const Apart apart{lines_in(stage.record(), anchor->area), run->anatomy->explain(path, cell), tensor, tensor.at(cell),
                              is_by_hand(*run, path, cell)};
            const Card card = card_of(apart);
            // The result agrees with the recorded number in four decimals. After an overwrite by hand, it is the number that
            // would be there without it.
            if (!apart.by_hand) CHECK(close(card.result, apart.recorded, 2e-4));
            if (apart.by_hand) CHECK(close(*card.by_hand, apart.recorded, 6e-5));
            if (apart.explanation.kind == DependenceKind::sum) check_sum(card);
            if (apart.explanation.kind == DependenceKind::softmax) check_softmax(card, path);
            ++checked[apart.explanation.kind];
            by_hand += apart.by_hand;
        }
    }
    CHECK(checked[DependenceKind::sum] > 60);
    CHECK(checked[DependenceKind::softmax] > 5);
    CHECK(by_hand > 5);
}

namespace {

/// The lines of a gradient's card below its formulas: terms, the sum of the folded ones, the factor of the sum, and the result.
struct SlopeCard {
    std::vector<double> terms;
    double scale = 1, result = 0;
};

bool multiplies(const ScreenLine& line) { return line.front().starts_with("×") || line.front().starts_with("÷"); }

SlopeCard slope_card(std::vector<ScreenLine> lines, bool silenced) {
    SlopeCard card;
    if (silenced) lines.pop_back();
    card.result = number_of(lines.back().back());
    for (; multiplies(lines.back()); lines.pop_back()) card.scale *= scale_of(lines.back().front());
    if (lines.back().front() == "sum" || lines.back().front() == "=") lines.pop_back();
    for (const ScreenLine& line : lines) {
        const double number = number_of(line.back());
        if (line.size() > 1 && !std::isnan(number)) card.terms.push_back(number);
    }
    return card;
}

}  // namespace

TEST_CASE("the terms of a gradient on the screen make the result below them, which is the recorded gradient") {
    Stage stage(sample("navigation"), {.width = 1600, .height = 2400});
    Random random(82);
    Input input;
    int checked = 0, of_parameters = 0, silenced = 0;
    for (int round = 0; round < 20; ++round) {
        const auto opened = random_run(random);
        Edits edits = random_edits(*opened, random);
        edits.interventions.overwrites.clear();  // a number set by hand has no gradients
        const auto run = with_gradients(*with_edits(opened, edits));
        stage.application().command(ShowRun{run});
        stage.application().command(SetAspect{Aspect::gradient});
        std::vector<std::string> paths;
        for (const std::string& path : paths_of(*run)) {
            if (find_gradient(*run, path).present()) paths.push_back(path);
        }
        for (int i = 0; i < 14; ++i) {
            std::string path = paths[random.below(paths.size())];
            if (i == 0 && !edits.interventions.silenced.empty()) path = edits.interventions.silenced.front().attention + ".context";
            const TensorView gradient = find_gradient(*run, path);
            const Index cell = index_of(gradient.layout, between(random, 0, gradient.layout.count() - 1));
            CAPTURE(path);
            stage.application().command(SelectCell{path, cell});
            stage.frame(input);
            const Explanation found = run->gradients->anatomy->explain(path, cell).explanation;
            const Anchor* anchor = stage.record().find("slope");
            REQUIRE((anchor != nullptr) == !found.terms.empty());
            if (!anchor) continue;
            const bool is_silenced = is_by_hand(*run, path, cell);
            const SlopeCard card = slope_card(lines_in(stage.record(), anchor->area), is_silenced);
            double sum = 0, size = 0;
            for (const double term : card.terms) sum += term;
            for (const ExplanationTerm& term : found.terms) size += std::abs(found.scale * term.value);
            // Three digits of each term and of the result, and four decimals of common factors.
            CHECK(std::abs(card.scale * sum - card.result) <= 0.012 * size + 1e-4 * std::abs(sum));
            if (!is_silenced) CHECK(std::abs(card.result - gradient.at(cell)) <= 0.006 * size);
            ++checked, of_parameters += !run->outline().find(path), silenced += is_silenced;
        }
    }
    CHECK(checked > 150);
    CHECK(of_parameters > 20);
    CHECK(silenced > 0);
}

}  // namespace vitrine::anatomy_screen_test
