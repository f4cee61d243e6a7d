#include "core/tasks/subword_reader.h"

#include "core/io/tokenizer_file.h"
#include "tests/core/io/helpers.h"

namespace vitrine::subword_reader_test {
using namespace vitrine::test;

namespace {

Tokenizer golden_tokenizer() { return read_tokenizer(golden("bpe/tokenizer.json")); }

}  // namespace

TEST_CASE("bytes for which a tokenizer has no token are left out, and counted") {
    const Tokenizer tokenizer = golden_tokenizer();
    SubwordReader reader(tokenizer);
    const Sentence whole = reader.ids("The cat");
    CHECK(whole == Sentence{62, 200});
    CHECK(note_of_lost(reader.lost()).empty());
    CHECK(reader.ids("The cat\x01") == whole);
    CHECK(note_of_lost(reader.lost()) == "1 byte has no token and is dropped");
    CHECK(reader.ids("The\x02 cat\x01") == whole);
    CHECK(note_of_lost(reader.lost()) == "3 bytes have no token and are dropped");
}

TEST_CASE("a text of which nothing remains but spaces is none") {
    const Tokenizer tokenizer = golden_tokenizer();
    const Tokenizer without_space(tokenizer.bpe(), tokenizer.added(), {.nfkc = true, .leading_space = false});
    for (const Tokenizer* cuts : {&tokenizer, &without_space}) {
        SubwordReader reader(*cuts);
        for (const char* text : {"\x01", " \x01 \x02", "\x01 \x01"}) {
            CAPTURE(text);
            CHECK(!reader.find(text));
        }
        CHECK(reader.lost() == 5);
        CHECK(reader.find("\x01 a"));
        CHECK(reader.find("\x01[EOS]"));
    }
    SubwordReader reader(tokenizer);
    check_error([&] { reader.ids("\x01 \xff"); }, "nothing of '\u2401 <FF>' has a token");
}

TEST_CASE("a token of those around a sentence is unknown in it, unless it is meant") {
    const Tokenizer tokenizer = golden_tokenizer();
    SubwordReader meant(tokenizer), others(tokenizer, subword_specials(tokenizer));
    CHECK(meant.ids("The cat[EOS]") == Sentence{62, 200, 2});
    CHECK(others.ids("The cat[EOS]") == Sentence{62, 200, 3});
    CHECK(meant.ids("[PAD][BOS][EOS][UNK]") == Sentence{0, 1, 2, 3});
    CHECK(others.ids("[PAD][BOS][EOS][UNK]") == Sentence{3, 3, 3, 3});
}

TEST_CASE("what is special goes by name, or is what the model says") {
    const Tokenizer tokenizer = golden_tokenizer();
    const SubwordSpecials specials = subword_specials(tokenizer);
    CHECK(specials.tokens.pad_source == 0);
    CHECK(specials.tokens.pad_target == 0);
    CHECK(specials.tokens.bos == 1);
    CHECK(specials.tokens.eos == 2);
    CHECK(specials.unknown == 3);
    auto added = tokenizer.added();
    added.erase(added.begin() + 1);
    check_error([&] { subword_specials(Tokenizer(tokenizer.bpe(), added, {})); }, "no special token [BOS]");

    Configuration c;
    c.pad_src = 5;
    c.pad_tgt = 6;
    c.bos = 7;
    c.eos = 8;
    const SubwordSpecials own = subword_specials(tokenizer, c);
    CHECK(own.tokens.pad_source == 5);
    CHECK(own.tokens.pad_target == 6);
    CHECK(own.tokens.bos == 7);
    CHECK(own.tokens.eos == 8);
    CHECK(own.unknown == 3);
    CHECK(subword_specials(Tokenizer(tokenizer.bpe(), {}, {}), c).unknown == 8);
}

}  // namespace vitrine::subword_reader_test
