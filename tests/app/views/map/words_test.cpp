/// What the map says about its tensors and the words of its input.

#include <cmath>

#include <doctest/doctest.h>

#include "app/views/map/alteration_words.h"
#include "app/views/map/layout.h"
#include "app/views/map/parts.h"
#include "app/words/alterations.h"
#include "tests/app/any_runs.h"
#include "tests/app/family_runs.h"
#include "tests/counted.h"

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
    const Counted checks(500);
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

namespace {

/// The divisor that a note such as "Q·Kᵀ / √16 / 2" names; 1 where it names none.
double divisor_in(const std::string& note) {
    double divisor = 1;
    for (std::size_t at = note.find("/ "); at != std::string::npos; at = note.find("/ ", at + 1)) {
        const std::string rest = note.substr(at + 2), root = "√";
        divisor *= rest.starts_with(root) ? std::sqrt(std::stod(rest.substr(root.size()))) : std::stod(rest);
    }
    return divisor;
}

/// How often each kind of note has been checked.
struct NotesChecked {
    int softmax = 0, products = 0, unmasked = 0, weights = 0, dropped = 0, beside_dropout = 0;
};

void check_notes(const Run& run, NotesChecked& checked) {
    const MapLayout layout = make_map_layout(run.trace, run.last_step());
    for (const MapBlock& block : layout.blocks) {
        for (const MapTensor& tensor : block.tensors) {
            if (tensor.is_input) continue;
            CAPTURE(tensor.path);
            CAPTURE(tensor.note);
            const TensorInfo& info = *run.info(tensor.path);
            const Dependence* made = info.dependence ? &*info.dependence : nullptr;
            const std::string name = tensor.path.substr(tensor.path.rfind('.') + 1),
                              attention = tensor.path.substr(0, tensor.path.size() - name.size());
            const bool drops = run.find(attention + "dropped_weights").present();
            if (tensor.note.starts_with("softmax")) {
                CHECK(made->kind == DependenceKind::softmax);
                ++checked.softmax;
            }
            if (name == "scores" && !tensor.path.starts_with("classifier.")) {
                const int changes = run.find(attention + "query_norm").present() + run.find(attention + "rotated_query").present();
                const char* products[] = {"Q·Kᵀ", "Q′·K′ᵀ", "Q″·K″ᵀ"};
                CHECK(tensor.note.starts_with(products[changes]));
                CHECK(made->scale == doctest::Approx(1 / divisor_in(tensor.note)));
                ++checked.products;
            }
            if (tensor.note == "unmasked · mask") {
                CHECK(made->kind == DependenceKind::sum);
                ++checked.unmasked;
            }
            if (name == "context") {
                CHECK(tensor.note == (drops ? "dropped · V" : "weights · V"));
                CHECK(info.operands.front() == attention + (drops ? "dropped_weights" : "weights"));
                ++(drops ? checked.dropped : checked.weights);
            }
            // Beside them stands what dropout keeps of the output: there is no room for a note.
            if (name == "weights" && drops) {
                CHECK(tensor.note.empty());
                ++checked.beside_dropout;
            }
        }
    }
}

}  // namespace

TEST_CASE("the words behind a tensor's title are what was computed") {
    Random random(124);
    NotesChecked checked;
    for (int round = 0; round < 40; ++round) check_notes(*random_edited_run(random), checked);
    CHECK(checked.softmax > 40);
    CHECK(checked.products > 40);
    CHECK(checked.unmasked > 5);
    CHECK(checked.weights > 40);
}

TEST_CASE("so are they in models of any family, with dropout and without: one stack or both") {
    Random random(125);
    NotesChecked checked;
    int stacks[3] = {};
    for (int round = 0; round < 60; ++round) {
        auto model = std::make_shared<Model>();
        model->configuration = random_family(random);
        model->parameters = random_parameters(model->configuration, random);
        model->batch = random_batch(model->configuration, random);
        const auto run = make_run(std::shared_ptr<const Model>(model));
        check_notes(*run, checked);
        check_notes(*with_dropout(*run, random.next()), checked);
        ++stacks[static_cast<std::size_t>(model->configuration.architecture)];
    }
    for (const int of_architecture : stacks) CHECK(of_architecture > 5);
    CHECK(checked.products > 100);
    CHECK(checked.weights > 100);
    CHECK(checked.dropped > 100);
    CHECK(checked.beside_dropout == checked.dropped);
}

TEST_CASE("of the families that Hugging Face saves with dropout, no note is written across what dropout keeps") {
    const Counted checks(20);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        NotesChecked checked;
        check_notes(*with_dropout(*family_run(family), 7), checked);
        CHECK(checked.dropped > 0);
        CHECK(checked.beside_dropout == checked.dropped);
        CHECK(checked.weights == 0);
    }
}

}  // namespace vitrine::map_words_test
