#include <string>

#include <doctest/doctest.h>

#include "core/model/batch_edit.h"
#include "core/tensor/error.h"
#include "tests/core/model/labelled_batch.h"

namespace vitrine::batch_edit_sentence_test {
using namespace vitrine::tests;

namespace {

Configuration sizes(Architecture architecture = Architecture::transformer) {
    Configuration c = small();
    c.architecture = architecture;
    return c;
}

std::string why_not(const ReplaceSentence& edit) {
    try {
        with_edit(two_sentences(), sizes(), edit);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a sentence is replaced on both sides, and the other one is padded to it") {
    const Batch batch = with_edit(two_sentences(), sizes(), ReplaceSentence{0, {9, 8, 7, 6}, {bos, 5}, {5, eos}});
    CHECK(row(batch.src, 0) == Sentence{9, 8, 7, 6});
    CHECK(row(batch.src, 1) == Sentence{6, 7, pad, pad});
    CHECK(row(batch.tgt, 0) == Sentence{bos, 5, pad, pad});
    CHECK(row(batch.labels, 0) == Sentence{5, eos, pad, pad});
    CHECK(row(batch.tgt, 1) == Sentence{bos, 10, 11, 12});
    CHECK(row(batch.labels, 1) == Sentence{10, 11, 12, eos});
}

TEST_CASE("a sentence without labels has padding for labels") {
    const Batch batch = with_edit(two_sentences(), sizes(), ReplaceSentence{1, {3}, {bos, 5, 6}, {}});
    CHECK(row(batch.labels, 1) == Sentence{pad, pad, pad});
    CHECK(row(batch.labels, 0) == Sentence{8, 9, eos});
}

TEST_CASE("a model of one stack has one side to replace") {
    Batch of_decoder;
    pad_together({{bos, 3, 4}}, pad, of_decoder.tgt);
    pad_together({{3, 4, eos}}, pad, of_decoder.labels);
    const Batch continued =
        with_edit(of_decoder, sizes(Architecture::decoder), ReplaceSentence{0, {}, {bos, 7, 8, 9}, {7, 8, 9, pad}});
    CHECK(row(continued.tgt, 0) == Sentence{bos, 7, 8, 9});
    CHECK(row(continued.labels, 0) == Sentence{7, 8, 9, pad});
    CHECK(continued.src.empty());

    Batch of_encoder;
    pad_together({{3, 4}}, pad, of_encoder.src);
    pad_together({{3, pad}}, pad, of_encoder.labels);
    const Batch read = with_edit(of_encoder, sizes(Architecture::encoder), ReplaceSentence{0, {5, 6, 7}, {}, {}});
    CHECK(row(read.src, 0) == Sentence{5, 6, 7});
    CHECK(row(read.labels, 0) == Sentence{pad, pad, pad});
    CHECK(read.tgt.empty());
}

TEST_CASE("a sentence that cannot be is refused with a line that says why") {
    CHECK(why_not({2, {3}, {bos}, {4}}) == "There is no such sentence.");
    CHECK(why_not({0, {}, {bos}, {4}}) == "A sentence needs at least one token.");
    CHECK(why_not({0, {3}, {}, {}}) == "A sentence needs at least one token.");
    CHECK(why_not({0, {12}, {bos}, {4}}) == "There is no token 12: ids go from 0 to 11.");
    CHECK(why_not({0, {3}, {bos, 15}, {4, 4}}) == "There is no token 15: ids go from 0 to 14.");
    CHECK(why_not({0, {pad}, {bos}, {4}}).starts_with("Padding cannot be inserted"));
    CHECK(why_not({0, {3}, {bos}, {4, 5}}) == "Every token of a target has exactly one label.");
}

}  // namespace vitrine::batch_edit_sentence_test
