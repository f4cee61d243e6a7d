/// What the map says about its tensors and the words of its input.

#include <cmath>

#include <doctest/doctest.h>

#include "app/views/map/alteration_words.h"
#include "app/views/map/layout.h"
#include "app/views/map/parts.h"
#include "app/words/alterations.h"
#include "tests/app/random_runs.h"

namespace vitrine::map_words_test {
using namespace vitrine::tests;

namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// A number as texts show it, "1 234".
std::string grouped_number(Size number) {
    std::string digits = std::to_string(number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ' ');
    return digits;
}

}  // namespace

TEST_CASE(
    "of an altered tensor as many numbers are said to be others as are, and as many to be set by hand as hold such a number") {
    Random random(121);
    int altered = 0, by_hand_at_all = 0, missing = 0;
    for (int round = 0; round < 100; ++round) {
        const auto run = random_edited_run(random);
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            if (!tensor.present() || !run->untouched) continue;
            const std::string words = alteration_words(*run, info.path);
            CAPTURE(info.path);
            CAPTURE(words);
            if (words.empty()) continue;
            const TensorView before = run->untouched->find(info.path);
            CHECK(says(words, "not computed in the unaltered run") == !before.present());
            missing += !before.present();
            if (!before.present()) continue;
            Size changed = 0;
            for (Size i = 0; i < tensor.layout.count(); ++i) {
                const Index cell = index_of(tensor.layout, i);
                changed += !same(before.at(cell), tensor.at(cell));
            }
            CHECK(words.ends_with(": " + grouped_number(changed) + " of " + grouped_number(tensor.layout.count()) + " numbers"));
            // Cells that hold a number set by hand, each once.
            Size by_hand = 0;
            for (Size i = 0; i < tensor.layout.count(); ++i) {
                const Index cell = index_of(tensor.layout, i);
                const bool set = std::ranges::any_of(run->edits.interventions.overwrites, [&](const Overwrite& one) {
                    return one.path == info.path && one.index == cell;
                });
                const bool silenced = std::ranges::any_of(run->edits.interventions.silenced, [&](const SilencedHead& head) {
                    return info.path == head.attention + ".context" && cell[1] == head.head;
                });
                by_hand += set && !silenced;
            }
            CHECK(says(words, "set by hand") == (by_hand > 0));
            if (by_hand > 0) CHECK(words.starts_with(grouped_number(by_hand) + " set by hand, "));
            ++altered, by_hand_at_all += by_hand > 0;
        }
    }
    CHECK(altered > 500);
    CHECK(by_hand_at_all > 20);
    CHECK(missing > 5);
}

TEST_CASE("a tensor that is not said to be altered is the same as before, cell by cell") {
    Random random(122);
    for (int round = 0; round < 60; ++round) {
        const auto run = random_edited_run(random);
        if (!run->untouched) continue;
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path), before = run->untouched->find(info.path);
            if (!tensor.present() || !before.present() || !alteration_words(*run, info.path).empty()) continue;
            for (Size i = 0; i < tensor.layout.count(); ++i) {
                const Index cell = index_of(tensor.layout, i);
                CHECK(same(before.at(cell), tensor.at(cell)));
            }
        }
    }
}

TEST_CASE("outputs are said to be shifted right where the decoder reads the labels before its places") {
    Random random(123);
    int shifted = 0, others = 0;
    for (int round = 0; round < 200; ++round) {
        auto model = std::make_shared<Model>(*random_run(random)->model);
        Batch& batch = model->batch;
        const std::int32_t pad = model->configuration.pad_tgt;
        // In half of the runs, the target is the labels shifted right.
        if (coin(random)) {
            for (Size b = 0; b < batch.sentences(); ++b) {
                for (Size t = 0; t + 1 < batch.target_length(); ++t) {
                    if (batch.tgt.at({b, t + 1}) != pad) batch.labels.at({b, t}) = batch.tgt.at({b, t + 1});
                }
            }
        }
        if (random.below(8) == 0) batch.labels.clear();
        const auto run = make_run(std::shared_ptr<const Model>(model));
        for (Size b = 0; b < batch.sentences(); ++b) {
            bool follows = !batch.labels.empty();
            for (Size t = 1; t < batch.target_length() && follows; ++t)
                follows = batch.tgt.at({b, t}) == pad || batch.tgt.at({b, t}) == batch.labels.at({b, t - 1});
            CHECK(reads_shifted_labels(*run, b) == follows);
            ++(follows ? shifted : others);
        }
    }
    CHECK(shifted > 50);
    CHECK(others > 50);
}

TEST_CASE("the words behind a tensor's title are what was computed") {
    Random random(124);
    for (int round = 0; round < 40; ++round) {
        const auto run = random_edited_run(random);
        const MapLayout layout = make_map_layout(run->trace, run->last_step());
        for (const MapBlock& block : layout.blocks) {
            for (const MapTensor& tensor : block.tensors) {
                if (tensor.is_input) continue;
                CAPTURE(tensor.path);
                CAPTURE(tensor.note);
                const Dependence* made = run->info(tensor.path)->dependence ? &*run->info(tensor.path)->dependence : nullptr;
                if (tensor.note.starts_with("softmax")) CHECK(made->kind == DependenceKind::softmax);
                if (tensor.note.starts_with("Q Kᵀ"))
                    CHECK(made->scale ==
                          doctest::Approx(says(tensor.note, "√")
                                              ? 1 / std::sqrt(std::stod(tensor.note.substr(tensor.note.find("√") + 3)))
                                              : 1));
                if (tensor.note == "unmasked · mask") CHECK(made->kind == DependenceKind::sum);
                if (tensor.note == "weights · V") CHECK(run->info(tensor.path)->operands.front().ends_with(".weights"));
                if (tensor.note == "dropped · V") CHECK(run->info(tensor.path)->operands.front().ends_with(".dropped_weights"));
            }
        }
    }
}

}  // namespace vitrine::map_words_test
