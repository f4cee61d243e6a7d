#include "core/model/batch_edit.h"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "core/model/sentence.h"
#include "core/tensor/error.h"
#include "tests/core/random_models.h"

namespace vitrine::batch_edit_test {

using namespace vitrine::tests;

namespace {

constexpr std::int32_t pad = 0, bos = 1, eos = 2;

Configuration small() {
    Configuration c;
    c.src_vocab_size = 12;
    c.tgt_vocab_size = 15;
    c.pad_src = c.pad_tgt = pad, c.bos = bos, c.eos = eos;
    return c;
}

/// Targets as a model is taught: the decoder's input behind bos, and what is to be predicted, one word on.
Batch batch_of(const std::vector<Sentence>& sources, const std::vector<Sentence>& targets) {
    Batch batch;
    std::vector<Sentence> inputs, labels;
    for (const Sentence& target : targets) {
        inputs.push_back({bos});
        inputs.back().insert(inputs.back().end(), target.begin(), target.end());
        labels.push_back(target);
        labels.back().push_back(eos);
    }
    pad_together(sources, pad, batch.src);
    pad_together(inputs, pad, batch.tgt);
    pad_together(labels, pad, batch.labels);
    return batch;
}

Sentence row(const IndexTensor& tokens, Size sentence) {
    Sentence ids;
    for (Size i = 0; i < tokens.size(1); ++i) ids.push_back(tokens.at({sentence, i}));
    return ids;
}

std::string why_not(const Batch& batch, const Configuration& c, const BatchEdit& edit) {
    try {
        with_edit(batch, c, edit);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

Size words_in(const Sentence& row) {
    return static_cast<Size>(row.size()) -
           (std::find_if(row.rbegin(), row.rend(), [](std::int32_t id) { return id != pad; }) - row.rbegin());
}

bool is_padded_at_the_end_only(const Sentence& row) { return std::count(row.begin(), row.begin() + words_in(row), pad) == 0; }

bool some_row_is_full(const IndexTensor& tokens) {
    for (Size b = 0; b < tokens.size(0); ++b) {
        if (words_in(row(tokens, b)) == tokens.size(1)) return true;
    }
    return false;
}

void check_sentences(const Batch& batch, const Configuration& c) {
    check(batch, c);
    CHECK(some_row_is_full(batch.src));
    CHECK(some_row_is_full(batch.tgt));
    for (Size b = 0; b < batch.sentences(); ++b) {
        const Sentence source = row(batch.src, b), target = row(batch.tgt, b), labels = row(batch.labels, b);
        CHECK(is_padded_at_the_end_only(source));
        CHECK(is_padded_at_the_end_only(target));
        CHECK(words_in(source) >= 1);
        const Size length = words_in(target);
        REQUIRE(length >= 1);
        for (Size t = 1; t < length; ++t) CHECK(labels[static_cast<std::size_t>(t - 1)] == target[static_cast<std::size_t>(t)]);
        const bool ended = target[static_cast<std::size_t>(length - 1)] == eos;
        CHECK(labels[static_cast<std::size_t>(length - 1)] == (ended ? pad : eos));
        for (Size t = length; t < batch.target_length(); ++t) CHECK(labels[static_cast<std::size_t>(t)] == pad);
    }
}

TokenPlace random_place(const Batch& batch, const Configuration& c, Random& random) {
    TokenPlace place{coin(random) ? BatchSide::source : BatchSide::target, between(random, 0, batch.sentences() - 1), 0};
    place.position = between(random, 0, sentence_length(batch, c, place.side, place.sentence) - 1);
    return place;
}

BatchEdit random_edit(const Batch& batch, const Configuration& c, Random& random) {
    const TokenPlace place = random_place(batch, c, random);
    const Size length = sentence_length(batch, c, place.side, place.sentence);
    const Size words = place.side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size;
    const auto id = static_cast<std::int32_t>(between(random, 1, words - 1));
    switch (random.below(6)) {
        case 0:
            return ReplaceToken{place, id};
        case 1:
            return InsertToken{{place.side, place.sentence, between(random, 0, length)}, id};
        case 2:
            return EraseToken{place};
        case 3:
            return MoveToken{place, between(random, 0, length - 1)};
        case 4:
            return CopySentence{place.sentence};
        default:
            return EraseSentence{place.sentence};
    }
}

}  // namespace

TEST_CASE("whatever is done to sentences, they stay padded at the end and their labels the target one word on") {
    const Configuration c = small();
    Random random(7);
    Batch batch = batch_of({{3, 4, 5}, {6, 7}}, {{8, 9}, {10, 11, 12}});
    int done = 0, refused = 0;
    for (int i = 0; i < 2000; ++i) {
        const BatchEdit edit = random_edit(batch, c, random);
        if (std::holds_alternative<CopySentence>(edit) && batch.sentences() > 5) continue;
        CAPTURE(i);
        try {
            batch = with_edit(batch, c, edit);
            ++done;
        } catch (const Error&) {
            ++refused;
        }
        check_sentences(batch, c);
    }
    CHECK(done > 1000);
    CHECK(refused > 10);
}

TEST_CASE("an edit of a source changes neither a target nor a label, and the other way round") {
    const Configuration c = small();
    const Batch batch = batch_of({{3, 4, 5}, {6, 7}}, {{8, 9}, {10, 11, 12}});
    const Batch source = with_edit(batch, c, InsertToken{{BatchSide::source, 1, 2}, 9});
    CHECK(row(source.src, 1) == Sentence{6, 7, 9});
    CHECK(row(source.src, 0) == Sentence{3, 4, 5});
    CHECK(std::equal(batch.tgt.data(), batch.tgt.data() + batch.tgt.count(), source.tgt.data()));
    CHECK(std::equal(batch.labels.data(), batch.labels.data() + batch.labels.count(), source.labels.data()));
    const Batch target = with_edit(batch, c, ReplaceToken{{BatchSide::target, 0, 1}, 14});
    CHECK(std::equal(batch.src.data(), batch.src.data() + batch.src.count(), target.src.data()));
}

TEST_CASE("each edit does what its name says") {
    const Configuration c = small();
    const Batch batch = batch_of({{3, 4, 5}, {6, 7}}, {{8, 9}, {10, 11, 12}});
    CHECK(row(with_edit(batch, c, ReplaceToken{{BatchSide::source, 0, 1}, 9}).src, 0) == Sentence{3, 9, 5});
    CHECK(row(with_edit(batch, c, InsertToken{{BatchSide::source, 0, 0}, 9}).src, 0) == Sentence{9, 3, 4, 5});
    CHECK(row(with_edit(batch, c, InsertToken{{BatchSide::source, 0, 0}, 9}).src, 1) == Sentence{6, 7, pad, pad});
    CHECK(row(with_edit(batch, c, MoveToken{{BatchSide::source, 0, 0}, 2}).src, 0) == Sentence{4, 5, 3});
    CHECK(row(with_edit(batch, c, MoveToken{{BatchSide::source, 0, 2}, 0}).src, 0) == Sentence{5, 3, 4});

    const Batch shorter = with_edit(batch, c, EraseToken{{BatchSide::target, 1, 2}});
    CHECK(row(shorter.tgt, 1) == Sentence{bos, 10, 12});
    CHECK(row(shorter.labels, 1) == Sentence{10, 12, eos});
    CHECK(row(shorter.tgt, 0) == Sentence{bos, 8, 9});

    const Batch more = with_edit(batch, c, CopySentence{0});
    REQUIRE(more.sentences() == 3);
    CHECK(row(more.src, 1) == row(batch.src, 0));
    CHECK(row(more.labels, 1) == row(batch.labels, 0));
    CHECK(row(more.src, 2) == row(batch.src, 1));
    const Batch fewer = with_edit(batch, c, EraseSentence{0});
    REQUIRE(fewer.sentences() == 1);
    CHECK(row(fewer.src, 0) == Sentence{6, 7});
}

TEST_CASE("a target that comes to its end has nothing to predict behind it, and again once the end is gone") {
    const Configuration c = small();
    const Batch batch = batch_of({{3}}, {{8, 9}});
    const Batch ended = with_edit(batch, c, InsertToken{{BatchSide::target, 0, 3}, eos});
    CHECK(row(ended.tgt, 0) == Sentence{bos, 8, 9, eos});
    CHECK(row(ended.labels, 0) == Sentence{8, 9, eos, pad});
    const Batch open = with_edit(ended, c, EraseToken{{BatchSide::target, 0, 3}});
    CHECK(open == batch);
}

TEST_CASE("labels that are not the target one word on stay with their words") {
    const Configuration c = small();
    Batch batch = batch_of({{3, 4}}, {{8, 9}});
    std::copy_n(std::array{5, 6, 7}.begin(), 3, batch.labels.data());
    CHECK(row(with_edit(batch, c, MoveToken{{BatchSide::target, 0, 0}, 2}).labels, 0) == Sentence{6, 7, 5});
    CHECK(row(with_edit(batch, c, EraseToken{{BatchSide::target, 0, 1}}).labels, 0) == Sentence{5, 7});
    CHECK(row(with_edit(batch, c, InsertToken{{BatchSide::target, 0, 1}, 4}).labels, 0) == Sentence{5, pad, 6, 7});
    CHECK(row(with_edit(batch, c, ReplaceToken{{BatchSide::target, 0, 1}, 4}).labels, 0) == Sentence{5, 6, 7});
}

TEST_CASE("a decoder alone is edited in its own text: its labels stay the text one word on, and the last has none") {
    Configuration c = small();
    c.architecture = Architecture::decoder;
    c.pad_src = c.pad_tgt = filler;
    c.bos = c.eos = no_token;
    Batch batch;
    pad_together({{3, 4, 5}, {6, 7}}, filler, batch.tgt);
    pad_together({{4, 5, filler}, {7, filler}}, filler, batch.labels);
    const Batch longer = with_edit(batch, c, InsertToken{{BatchSide::target, 1, 2}, 0});
    CHECK(longer.src.empty());
    CHECK(row(longer.tgt, 1) == Sentence{6, 7, 0});
    CHECK(row(longer.labels, 1) == Sentence{7, 0, filler});
    const Batch shorter = with_edit(longer, c, EraseToken{{BatchSide::target, 0, 1}});
    CHECK(row(shorter.tgt, 0) == Sentence{3, 5, filler});
    CHECK(row(shorter.labels, 0) == Sentence{5, filler, filler});
    CHECK(row(shorter.tgt, 1) == Sentence{6, 7, 0});
}

TEST_CASE("in an encoder alone every word keeps its label and its segment") {
    Configuration c = small();
    c.architecture = Architecture::encoder;
    c.pad_src = c.pad_tgt = filler;
    c.segment_kinds = 2;
    Batch batch;
    pad_together({{3, 4, 5}, {6, 7}}, filler, batch.src);
    pad_together({{filler, 9, filler}, {filler, 8}}, filler, batch.labels);
    pad_together({{0, 0, 1}, {0, 1}}, filler, batch.segments);
    const Batch moved = with_edit(batch, c, MoveToken{{BatchSide::source, 0, 2}, 0});
    CHECK(row(moved.src, 0) == Sentence{5, 3, 4});
    CHECK(row(moved.labels, 0) == Sentence{filler, filler, 9});
    CHECK(row(moved.segments, 0) == Sentence{1, 0, 0});
    const Batch longer = with_edit(batch, c, InsertToken{{BatchSide::source, 1, 2}, 0});
    CHECK(row(longer.src, 1) == Sentence{6, 7, 0});
    CHECK(row(longer.labels, 1) == Sentence{filler, 8, filler});
    CHECK(row(longer.segments, 1) == Sentence{0, 1, 1});
}

TEST_CASE("sentences without labels get none") {
    const Configuration c = small();
    Batch batch = batch_of({{3, 4}}, {{8, 9}});
    batch.labels.clear();
    const Batch changed = with_edit(batch, c, InsertToken{{BatchSide::target, 0, 1}, 4});
    CHECK(changed.labels.empty());
    CHECK(row(changed.tgt, 0) == Sentence{bos, 4, 8, 9});
}

TEST_CASE("what cannot be is refused with a line that says why") {
    Configuration c = small();
    const Batch batch = batch_of({{3}, {4, 5}}, {{8, 9}, {10}});
    const TokenPlace first{BatchSide::source, 0, 0};
    CHECK(why_not(batch, c, EraseToken{first}) == "A sentence needs at least one token.");
    CHECK(why_not(with_edit(batch, c, EraseSentence{0}), c, EraseSentence{0}) == "A batch needs at least one sentence.");
    CHECK(why_not(batch, c, ReplaceToken{first, 12}) == "There is no token 12: ids go from 0 to 11.");
    CHECK(why_not(batch, c, ReplaceToken{first, -1}) == "There is no token -1: ids go from 0 to 11.");
    CHECK(why_not(batch, c, InsertToken{first, pad}) == "Padding cannot be inserted: shorter sentences are padded automatically.");
    CHECK(why_not(batch, c, EraseToken{{BatchSide::source, 0, 1}}) == "There is no such position in the sentence.");
    CHECK(why_not(batch, c, MoveToken{first, 1}) == "There is no such position in the sentence.");
    CHECK(why_not(batch, c, CopySentence{2}) == "There is no such sentence.");
    c.positions = PositionKind::learned;
    c.max_positions = 3;
    CHECK(why_not(batch, c, InsertToken{{BatchSide::target, 0, 1}, 5}) ==
          "This model has learned 3 positions: sentences cannot be longer.");
    CHECK(why_not(batch, c, InsertToken{{BatchSide::target, 1, 1}, 5}).empty());
}

TEST_CASE("labels of a sentence whose source was changed are known for those of the source before") {
    const Configuration c = small();
    const Batch known = batch_of({{3, 4}, {5, 6, 7}, {8, 4}}, {{4, 5}, {6}, {4, 5}});
    const auto stale = [&](const Batch& batch, Size sentence) { return has_labels_of_another_source(batch, sentence, known, c); };
    for (Size sentence = 0; sentence < 3; ++sentence) CHECK_FALSE(stale(known, sentence));
    const TokenPlace first{BatchSide::source, 0, 0};
    const Batch changed = with_edit(known, c, ReplaceToken{first, 9});
    CHECK(stale(changed, 0));
    CHECK_FALSE(stale(changed, 1));
    CHECK_FALSE(stale(with_edit(changed, c, ReplaceToken{first, 3}), 0));
    CHECK_FALSE(stale(with_edit(changed, c, ReplaceToken{first, 8}), 0));  // as the third sentence
    CHECK(stale(with_edit(known, c, InsertToken{{BatchSide::source, 1, 3}, 9}), 1));
    // Other sentences may come and go.
    CHECK_FALSE(stale(with_edit(known, c, CopySentence{1}), 2));
    CHECK(stale(with_edit(changed, c, EraseSentence{1}), 0));
    // A target that is changed, too, brings its own labels.
    CHECK_FALSE(stale(with_edit(changed, c, ReplaceToken{{BatchSide::target, 0, 1}, 7}), 0));
    Batch unlabelled = changed;
    unlabelled.labels = IndexTensor{Axis::batch, Axis::position};
    CHECK_FALSE(stale(unlabelled, 0));
}

}  // namespace vitrine::batch_edit_test
