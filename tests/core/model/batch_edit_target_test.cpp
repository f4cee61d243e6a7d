#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/model/batch_edit.h"
#include "core/tensor/error.h"

namespace vitrine::batch_edit_target_test {

namespace {

constexpr std::int32_t pad = 0, bos = 1, eos = 2;

Configuration small() {
    Configuration c;
    c.src_vocab_size = 12;
    c.tgt_vocab_size = 15;
    c.pad_src = c.pad_tgt = pad, c.bos = bos, c.eos = eos;
    return c;
}

Batch two_sentences() {
    Batch batch;
    pad_together({{3, 4, 5}, {6, 7}}, pad, batch.src);
    pad_together({{bos, 8, 9}, {bos, 10, 11, 12}}, pad, batch.tgt);
    pad_together({{8, 9, eos}, {10, 11, 12, eos}}, pad, batch.labels);
    return batch;
}

Sentence row(const IndexTensor& tokens, Size sentence) {
    const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
    return {first, first + tokens.size(1)};
}

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
