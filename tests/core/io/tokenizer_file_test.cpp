#include "core/io/tokenizer_file.h"

#include "core/text/tokenizer/tokenizer_json.h"
#include "tests/core/io/helpers.h"

namespace vitrine::tokenizer_file_test {
using namespace vitrine::test;

TEST_CASE("a tokenizer is written to a file and read back") {
    const TemporaryFolder folder;
    const Tokenizer tokenizer = read_tokenizer(golden("bpe/tokenizer.json"));
    write_tokenizer(folder.path() / "tokenizer.json", tokenizer);
    CHECK(tokenizer_text(read_tokenizer(folder.path() / "tokenizer.json")) == tokenizer_text(tokenizer));
}

TEST_CASE("a tokenizer's file that is broken is named with the field") {
    const TemporaryFolder folder;
    check_error([&] { read_tokenizer(folder.path() / "none.json"); }, "none.json: there is no such file");
    const auto broken = folder.file("broken.json", "{\"version\": ");
    check_error([&] { read_tokenizer(broken); }, "broken.json: malformed JSON");
    const auto twice = folder.file("twice.json", R"({"model": {"vocab": {"a": 0, "a": 1}}})");
    check_error([&] { read_tokenizer(twice); }, "twice.json: 'a' is there twice");
    const auto other = folder.file("other.json", R"({"version": "1.0", "model": {"type": "WordLevel"}})");
    check_error([&] { read_tokenizer(other); }, "other.json: 'model.type' is \"WordLevel\"", "only BPE, WordPiece and Unigram");
    check_error([&] { write_tokenizer("/no-such-folder/tokenizer.json", read_tokenizer(golden("bpe/tokenizer.json"))); },
                "/no-such-folder/tokenizer.json");
}

}  // namespace vitrine::tokenizer_file_test
