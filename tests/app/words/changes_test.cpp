/// The sentences about two runs, checked with plain loops over both.

#include "app/words/changes.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/compare/comparing.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::change_words_test {
using namespace vitrine::tests;

namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// What a plain loop finds out about two tensors of one shape.
struct Compared {
    Size cells = 0, changed = 0, to_nan = 0, to_infinity = 0;
    double largest = 0, moved = 0, all = 0;
    bool all_finite = true;
    Index largest_at{};

    Compared(const TensorView& a, const TensorView& b) {
        cells = b.layout.count();
        for (Size i = 0; i < cells; ++i) {
            const Index cell = index_of(b.layout, i);
            const double from = a.at(cell), to = b.at(cell);
            if (std::isfinite(from)) all += from * from;
            if (same(from, to)) {
                all_finite = all_finite && std::isfinite(from);
                continue;
            }
            ++changed;
            if (std::isnan(from) || std::isnan(to)) {
                ++to_nan;
            } else if (std::isinf(from) || std::isinf(to)) {
                ++to_infinity;
            }
            const double size = std::isfinite(to - from) ? std::abs(to - from) : INFINITY;
            if (size > largest) largest = size, largest_at = cell;
            moved += size * size;
        }
    }
    double relative() const { return std::sqrt(moved / all); }
};

std::string brackets(const Layout& layout, const Index& index) {
    std::string text = "[";
    for (int axis = 0; axis < layout.rank; ++axis)
        text += (axis ? ", " : "") + std::to_string(index[static_cast<std::size_t>(axis)]);
    return text + "]";
}

/// "12.3 %", "× 40.6", "0.041 %" as a share.
double share_of(const std::string& text) {
    if (text.starts_with("× ")) return std::stod(text.substr(std::string("× ").size()));
    return std::stod(text) / 100;
}

}  // namespace

TEST_CASE("what is said of a tensor's change is what a plain loop over both runs finds") {
    Random random(131);
    int changed = 0, without_size = 0, finite_cells = 0;
    for (int round = 0; round < 80; ++round) {
        const auto a = random_edited_run(random);
        const auto b = with_edits(a, random_edits(*opened(a), random));
        const auto difference = difference_of({a, b, nullptr});
        Size different = 0;
        for (const TensorChange& change : difference->difference->tensors) {
            const TensorView before = a->find(change.path), now = b->find(change.path);
            const std::string sentence = change_sentence(change), summary = change_summary(change);
            CAPTURE(change.path);
            CAPTURE(sentence);
            if (!before.present() || !now.present()) {
                CHECK(says(sentence, "cannot be compared"));
                CHECK(summary == (before.present() ? "only in A" : "only in B"));
                ++different;
                continue;
            }
            const Compared found(before, now);
            different += found.changed > 0;
            CHECK(summary.starts_with("same") == (found.changed == 0));
            if (found.changed == 0) {
                CHECK(says(sentence, "same in both"));
                continue;
            }
            const std::string counts = std::to_string(found.changed) + " of " + std::to_string(found.cells);
            if (change.ids) {
                CHECK(sentence == counts + " ids differ.");
                continue;
            }
            CHECK((found.cells == 1 || sentence.starts_with(counts + " numbers changed")));
            CHECK(says(sentence, std::to_string(found.to_nan) + " of them to or from NaN") == (found.to_nan > 0));
            CHECK(says(sentence, "the change has no finite size") == (found.to_nan + found.to_infinity > 0));
            CHECK(says(sentence, "at " + brackets(now.layout, found.largest_at)));
            ++changed;
            if (found.to_nan + found.to_infinity > 0) {
                ++without_size;
                continue;
            }
            const std::string largest = "largest change is ";
            CHECK(std::stod(sentence.substr(sentence.find(largest) + largest.size())) ==
                  doctest::Approx(found.largest).epsilon(6e-3));
            if (found.all == 0) {
                CHECK(says(sentence, found.all_finite ? "In A all numbers are 0" : "In A all finite numbers are 0"));
                continue;
            }
            CHECK(says(sentence, "over all finite cells") == !found.all_finite);
            finite_cells += !found.all_finite;
            CHECK(share_of(summary) == doctest::Approx(found.relative()).epsilon(6e-2));
            CHECK(says(sentence, summary));
        }
        const std::string count = count_words(*difference->difference);
        if (different > 0) CHECK(count.starts_with(std::to_string(different) + " of "));
    }
    CHECK(changed > 500);
    CHECK(without_size > 20);
    CHECK(finite_cells > 5);
}

TEST_CASE("a share in words is the share, to three digits") {
    const Counted checks(70);
    for (double share = 1e-9; share < 1e9; share *= 1.7) {
        CAPTURE(share);
        CHECK(share_of(share_words(share)) == doctest::Approx(share).epsilon(6e-2));
        if (share > 1e-6 && share < 1e6) CHECK(share_of(share_words(share)) == doctest::Approx(share).epsilon(6e-3));
    }
}

TEST_CASE("the sentences of two runs differ in the words that are named, and in no others") {
    Random random(132);
    int named = 0;
    for (int round = 0; round < 60; ++round) {
        const auto a = random_run(random);
        auto batch = std::make_shared<Batch>(*a->batch);
        Size changed = 0;
        for (IndexTensor* tokens : {&batch->src, &batch->tgt}) {
            const Size vocabulary =
                tokens == &batch->src ? a->model->configuration.src_vocab_size : a->model->configuration.tgt_vocab_size;
            for (Size i = 0; i < tokens->count(); ++i) {
                if (random.below(4) != 0 || tokens->data()[i] == 0) continue;
                const auto other = static_cast<std::int32_t>(between(random, 1, vocabulary - 1));
                changed += other != tokens->data()[i];
                tokens->data()[i] = other;
            }
        }
        if (random.below(6) == 0) batch->labels.clear();
        const auto b = with_edits(a, {.batch = batch});
        const std::vector<std::string> words = batch_words(*a, *b);
        if (changed > 0) CHECK(static_cast<Size>(words.size()) == changed);
        if (changed == 0 && batch->labels.empty()) CHECK(words == std::vector<std::string>{"no labels"});
        if (changed == 0 && !batch->labels.empty()) CHECK(words.empty());
        named += changed > 0;
    }
    CHECK(named > 20);
}

TEST_CASE("what of a recorded run was put aside is counted, named and reasoned") {
    MatchedTrace matched;
    CHECK(put_aside_words(matched).empty());
    matched.left = {{"dec0", "its name matches nothing"}};
    CHECK(put_aside_words(matched) == "1 other was not compared: dec0 (its name matches nothing)");
    matched.left.push_back({"ids", "ids and masks are not compared"});
    matched.left.push_back({"dec1", "its name matches nothing"});
    CHECK(put_aside_words(matched) ==
          "3 others were not compared: dec0 and dec1 (its name matches nothing); ids (ids and masks are not compared)");
    matched.left.push_back({"dec2", "its name matches nothing"});
    CHECK(put_aside_words(matched) ==
          "4 others were not compared: dec0 and 2 more (its name matches nothing); ids (ids and masks are not compared)");
}

}  // namespace vitrine::change_words_test
