/// What the program says about two compared runs, checked against the numbers of both with plain loops.

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/words/changes.h"
#include "core/listing/cell_text.h"
#include "tests/app/any_runs.h"

namespace vitrine::comparison_sentences_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// What plain loops find out about one tensor of two runs.
struct Counted {
    bool in_a = false, in_b = false, comparable = false;
    Size cells = 0, changed = 0, nan = 0, infinite = 0, unmeasured = 0;
    double largest = 0, moved = 0, all = 0;
    bool a_is_zero = true;
    Index largest_at{};

    bool differs() const { return !comparable || changed > 0; }
    double relative() const { return std::sqrt(moved / all); }
};

Counted count(const TensorView& a, const TensorView& b) {
    Counted counted{.in_a = a.present(), .in_b = b.present()};
    counted.comparable = counted.in_a && counted.in_b && a.layout.axes == b.layout.axes && a.layout.shape == b.layout.shape;
    if (!counted.comparable) return counted;
    counted.cells = b.layout.count();
    for (Size place = 0; place < counted.cells; ++place) {
        const Index cell = index_of(b.layout, place);
        const double from = a.at(cell), to = b.at(cell);
        if (std::isfinite(from)) counted.all += from * from, counted.a_is_zero &= from == 0;
        counted.unmeasured += !std::isfinite(from);
        if (same(from, to)) continue;
        ++counted.changed;
        if (std::isnan(from) != std::isnan(to)) {
            ++counted.nan;
        } else if (std::isinf(from) || std::isinf(to)) {
            ++counted.infinite;
        } else {
            counted.moved += (to - from) * (to - from);
            if (std::abs(to - from) > counted.largest) counted.largest = std::abs(to - from), counted.largest_at = cell;
        }
    }
    return counted;
}

/// The number that a text with a share stands for.
double number_of(const std::string& text) {
    if (text.starts_with("× ")) return std::stod(text.substr(std::string("× ").size()));
    return std::stod(text) / 100;
}

void check_summary(const TensorChange& change, const Counted& counted) {
    const std::string text = change_summary(change);
    CAPTURE(text);
    CHECK((text == "only in A") == (counted.in_a && !counted.in_b));
    CHECK((text == "only in B") == (counted.in_b && !counted.in_a));
    CHECK((text == "other shape") == (counted.in_a && counted.in_b && !counted.comparable));
    if (!counted.comparable) return;
    const bool given = change.path == "labels" || change.path == "src.tokens" || change.path == "tgt.tokens";
    CHECK((text == (given ? "same, given" : "same")) == (counted.changed == 0));
    if (counted.changed == 0) return;
    if (change.ids) {
        CHECK(text == fmt::format("{} of {}", counted.changed, counted.cells));
        return;
    }
    CHECK((text == "NaN") == (counted.nan > 0));
    CHECK((text == "±∞") == (counted.nan == 0 && counted.infinite > 0));
    if (counted.nan + counted.infinite > 0) return;
    CHECK((text == "all 0 in A") == (counted.a_is_zero && counted.unmeasured == 0));
    CHECK((text == "else 0 in A") == (counted.a_is_zero && counted.unmeasured > 0));
    if (!counted.a_is_zero) CHECK(number_of(text) == doctest::Approx(counted.relative()).epsilon(0.06));
}

void check_sentence(const TensorChange& change, const Counted& counted) {
    const std::string text = change_sentence(change);
    CAPTURE(text);
    CHECK(has(text, "cannot be compared") == !counted.comparable);
    if (!counted.comparable) return;
    CHECK(has(text, "same in both") == (counted.changed == 0));
    CHECK(has(text, "are given, not computed") == (counted.changed == 0 && change.path.ends_with(".tokens")));
    CHECK(has(text, "come with the sentences and are not computed") == (counted.changed == 0 && change.path == "labels"));
    if (counted.changed == 0) return;
    if (change.ids) {
        CHECK(text == fmt::format("{} of {} ids differ.", counted.changed, counted.cells));
        return;
    }
    if (counted.cells > 1) CHECK(has(text, fmt::format("{} of {} numbers changed", counted.changed, counted.cells)));
    CHECK(has(text, fmt::format("{} of them to or from NaN", counted.nan)) == (counted.nan > 0));
    CHECK(has(text, fmt::format("{} of them to or from ±∞", counted.infinite)) == (counted.infinite > 0));
    CHECK(has(text, "the change has no finite size") == (counted.nan + counted.infinite > 0));
    if (counted.nan + counted.infinite > 0) return;
    CHECK(
        has(text, fmt::format("The largest change is {:.4g}, at {}.", counted.largest, index_text(change.b, counted.largest_at))));
    CHECK(has(text, "In A all numbers are 0.") == (counted.a_is_zero && counted.unmeasured == 0));
    CHECK(has(text, "In A all finite numbers are 0.") == (counted.a_is_zero && counted.unmeasured > 0));
    if (counted.a_is_zero) return;
    CHECK(has(text, "over all cells:") == (counted.unmeasured == 0));
    CHECK(has(text, "over all finite cells:") == (counted.unmeasured > 0));
    CHECK(has(text, share_words(change.relative)));
}

/// Checks the cells of the difference one by one.
void check_cells(const Run& made, const TensorChange& change) {
    const RunDifference& difference = *made.difference;
    const TensorView a = difference.a->find(change.path), b = difference.b->find(change.path);
    const TensorInfo& info = *made.info(change.path);
    for (Size place = 0; place < b.layout.count(); ++place) {
        const Index cell = index_of(b.layout, place);
        const std::string text = change_text(made, info, cell);
        CAPTURE(text);
        if (change.ids) {
            CHECK(has(text, " → ") == (change.fit == Fit::same_shape && a.at(cell) != b.at(cell)));
        } else if (change.fit != Fit::same_shape) {
            CHECK(text == "none");
        } else if (same(a.at(cell), b.at(cell))) {
            CHECK(text == "0");
        } else if (std::isfinite(b.at(cell) - a.at(cell))) {
            CHECK(std::stod(text) == doctest::Approx(b.at(cell) - a.at(cell)).epsilon(1e-3));
        } else {
            CHECK(has(text, std::isnan(b.at(cell) - a.at(cell)) ? "NaN" : b.at(cell) > a.at(cell) ? "+∞" : "−∞"));
        }
    }
}

/// Checks every tensor that at least one of the runs has, in B's order. Returns how many differ.
Size check_tensors(const Run& made, const std::vector<TensorChange>& changes) {
    const RunDifference& difference = *made.difference;
    Size differing = 0;
    for (const TensorChange& change : changes) {
        CAPTURE(change.path);
        const Counted counted = count(difference.a->find(change.path), difference.b->find(change.path));
        check_summary(change, counted);
        check_sentence(change, counted);
        CHECK(change.differs() == counted.differs());
        differing += counted.differs();
        if (change.fit != Fit::only_in_a) check_cells(made, change);
    }
    return differing;
}

/// Tensors that come first have changed more, or cannot be compared.
void check_ranking(const std::vector<TensorChange>& changes) {
    const std::vector<std::size_t> ranked = most_changed_first(changes);
    REQUIRE(ranked.size() == changes.size());
    const auto amount = [&](std::size_t place) {
        const TensorChange& change = changes[ranked[place]];
        return change.fit != Fit::same_shape ? 2e300 : change.changed == 0 ? -1 : std::min(change.relative, 1e300);
    };
    for (std::size_t place = 1; place < ranked.size(); ++place) CHECK(amount(place - 1) >= amount(place));
}

/// No tensor that is computed before the first difference may differ.
void check_first(const RunDifference& difference) {
    const auto first = first_change(difference.tensors);
    for (std::size_t place = 0; place < difference.tensors.size() && place <= first.value_or(difference.tensors.size()); ++place) {
        const std::string& path = difference.tensors[place].path;
        CHECK(count(difference.a->find(path), difference.b->find(path)).differs() == (first == place));
    }
}

/// Two runs: of one model, of two models with sentences of the same shape, or of unrelated models.
std::pair<std::shared_ptr<const Run>, std::shared_ptr<const Run>> any_two(Random& random) {
    const auto a = any_run(random);
    if (random.below(3) == 0) return {any_edited_run(random), any_edited_run(random)};
    const auto edited = with_edits(a, random_edits(*a, random));
    if (coin(random)) return {edited, with_edits(a, random_edits(*a, random))};
    return {a, edited};
}

}  // namespace

TEST_CASE("what is said of two runs' tensors, of the first that differs and of their order follows from their numbers") {
    Random random(31);
    std::map<std::string, int> met;
    for (int round = 0; round < 150; ++round) {
        const auto [a, b] = any_two(random);
        const auto made = difference_of({a, b});
        const RunDifference& difference = *made->difference;
        const Size tensors = check_tensors(*made, difference.tensors), parameters = check_tensors(*made, difference.parameters);
        check_ranking(difference.tensors);
        check_ranking(difference.parameters);
        check_first(difference);
        const std::string text = count_words(difference);
        CAPTURE(text);
        if (tensors + parameters == 0) {
            CHECK(text == "All numbers of both runs are the same.");
        } else {
            CHECK(text == fmt::format("{} of {} recorded tensors and {} of {} parameters differ.", tensors,
                                      difference.tensors.size(), parameters, difference.parameters.size()));
        }
        for (const TensorChange& change : difference.tensors) {
            const std::string summary = change_summary(change);
            for (const char* kind : {"only in A", "only in B", "other shape", "same", "NaN", "±∞", "0 in A", "%"})
                met[kind] += has(summary, kind);
        }
    }
    for (const auto& said : met) {
        CAPTURE(said.first);
        CHECK(said.second > 10);
    }
}

TEST_CASE("what has changed about the sentences is said word by word, and nothing else") {
    Random random(32);
    for (int round = 0; round < 80; ++round) {
        const auto run = any_run(random);
        const Configuration& c = run->model->configuration;
        Edits edits;
        auto batch = std::make_shared<Batch>(*run->batch);
        for (int i = 0; i < 4; ++i) {
            IndexTensor& tokens = coin(random) ? batch->src : batch->tgt;
            const Size least = std::min(c.src_vocab_size, c.tgt_vocab_size) - 1;
            tokens.data()[random.below(static_cast<std::uint64_t>(tokens.count()))] =
                static_cast<std::int32_t>(between(random, 1, least));
        }
        edits.batch = batch;
        const auto edited = with_edits(run, edits);
        Size changed = 0;
        for (Size i = 0; i < batch->src.count(); ++i) changed += batch->src.data()[i] != run->batch->src.data()[i];
        for (Size i = 0; i < batch->tgt.count(); ++i) changed += batch->tgt.data()[i] != run->batch->tgt.data()[i];
        const std::vector<std::string> words = batch_words(*run, *edited);
        CHECK(static_cast<Size>(words.size()) == changed);
        for (const std::string& phrase : words) CHECK(has(phrase, " → "));
        CHECK(has(run_words(*edited), "as opened") == (changed == 0));
        CHECK(has(run_words(*edited), fmt::format("and {} more", changed - 3)) == (changed > 3));
    }
}

}  // namespace vitrine::comparison_sentences_test
