#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/model/batch_edit.h"
#include "core/tensor/error.h"
#include "tests/core/model/labelled_batch.h"

namespace vitrine::batch_edit_target_test {
using namespace vitrine::tests;

namespace {

std::string why_not(const Configuration& c, const BatchEdit& edit) {
    try {
        with_edit(two_sentences(), c, edit);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a target is replaced as a whole, with its labels, and the others are padded to it") {
    const Configuration c = small();
    const Batch batch = two_sentences();
    const Batch longer = with_edit(batch, c, ReplaceTarget{0, {bos, 5, 6, 7, 8}, {5, 6, 7, 8, 9}});
    CHECK(row(longer.tgt, 0) == Sentence{bos, 5, 6, 7, 8});
    CHECK(row(longer.labels, 0) == Sentence{5, 6, 7, 8, 9});
    CHECK(row(longer.tgt, 1) == Sentence{bos, 10, 11, 12, pad});
    CHECK(row(longer.labels, 1) == Sentence{10, 11, 12, eos, pad});
    CHECK(std::equal(batch.src.data(), batch.src.data() + batch.src.count(), longer.src.data()));
    const Batch shorter = with_edit(batch, c, ReplaceTarget{1, {bos}, {4}});
    CHECK(row(shorter.tgt, 0) == Sentence{bos, 8, 9});
    CHECK(row(shorter.tgt, 1) == Sentence{bos, pad, pad});
    CHECK(row(shorter.labels, 1) == Sentence{4, pad, pad});
}

TEST_CASE("in a batch without labels a replaced target gets none, and no place for them") {
    const Configuration c = small();
    Batch batch = two_sentences();
    batch.labels.clear();
    const Batch replaced = with_edit(batch, c, ReplaceTarget{1, {bos, 5}, {5, 6}});
    CHECK(replaced.labels.empty());
    CHECK(sentence_length(replaced, c, BatchSide::target, 1) == 2);
}

TEST_CASE("a target that cannot be is refused with a line that says why") {
    Configuration c = small();
    CHECK(why_not(c, ReplaceTarget{2, {bos}, {4}}) == "There is no such sentence.");
    CHECK(why_not(c, ReplaceTarget{0, {}, {}}) == "A sentence needs at least one token.");
    CHECK(why_not(c, ReplaceTarget{0, {bos, 3}, {3}}) == "Every token of a target has exactly one label.");
    CHECK(why_not(c, ReplaceTarget{0, {bos, 15}, {3, 4}}) == "There is no token 15: ids go from 0 to 14.");
    CHECK(why_not(c, ReplaceTarget{0, {bos, 3}, {3, 15}}) == "There is no token 15: ids go from 0 to 14.");
    CHECK(why_not(c, ReplaceTarget{0, {bos, pad}, {3, 4}}).starts_with("Padding cannot be inserted"));
    CHECK(why_not(c, ReplaceTarget{0, {bos, 3}, {3, pad}}).empty());
    c.positions = PositionKind::learned;
    c.max_positions = 4;
    CHECK(why_not(c, ReplaceTarget{0, {bos, 3, 4, 5}, {3, 4, 5, 6}}).empty());
    CHECK(why_not(c, ReplaceTarget{0, {bos, 3, 4, 5, 6}, {3, 4, 5, 6, 7}}) ==
          "This model has learned 4 positions: sentences cannot be longer.");
}

}  // namespace vitrine::batch_edit_target_test
