#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/io/tokenizer_file.h"
#include "tests/core/io/helpers.h"
#include "tests/counted.h"

namespace vitrine::open_tokenizer_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;

const fs::path& marian() {
    static const fs::path folder = golden("tokenizers/marian");
    return folder;
}

/// A folder with copies of Marian's files, but for one that is another text, or is missing.
void copy_marian(const TemporaryFolder& folder, const std::string& name, const std::optional<std::string>& text) {
    for (const auto& entry : fs::directory_iterator(marian())) {
        if (entry.path().filename() != name) fs::copy(entry.path(), folder.path());
    }
    if (text) folder.file(name, *text);
}

}  // namespace

TEST_CASE("a folder's tokenizer.json serves both sides") {
    const OpenedTokenizers opened = open_tokenizer(golden("bpe"));
    CHECK(opened.source == opened.target);
    CHECK(opened.source->encode("The black cat").ids == Ids{62, 93, 200});
    CHECK(has_tokenizer(golden("bpe")));
}

TEST_CASE("Marian's tokenizers give the ids of `transformers`, and its texts") {
    const tests::Counted checks(4);
    const OpenedTokenizers opened = open_tokenizer(marian());
    for (const auto& expected : read_json(marian() / "encodings.json")) {
        const Tokenizer& tokenizer = expected.at("side") == "tgt" ? *opened.target : *opened.source;
        const auto text = expected.at("text").get<std::string>();
        CAPTURE(text);
        const Ids ids = tokenizer.with_special(tokenizer.encode(text).ids);
        CHECK(ids == expected.at("ids").get<Ids>());
        CHECK(tokenizer.decoded(ids) == expected.at("decoded").get<std::string>());
        CHECK(tokenizer.decoded(tokenizer.without_special(ids)) == expected.at("skipped").get<std::string>());
    }
}

TEST_CASE("a folder without a tokenizer, or with a broken one, is named with the file") {
    const TemporaryFolder empty;
    CHECK(!has_tokenizer(empty.path()));
    check_error([&] { open_tokenizer(empty.path()); }, "there is no tokenizer", "tokenizer.json");
    const auto check_broken = [](const std::string& name, const std::optional<std::string>& text, const char* why) {
        const TemporaryFolder folder;
        copy_marian(folder, name, text);
        check_error([&] { open_tokenizer(folder.path()); }, name, why);
    };
    check_broken("source.spm", std::nullopt, "there is no such file");
    check_broken("target.spm", "no model", "sentencepiece library refuses it");
    check_broken("vocab.json", "[1]", "must be an object");
    check_broken("vocab.json", R"({"</s>": -1})", "must be an id");
    const TemporaryFolder folder;
    copy_marian(folder, "vocab.json", R"({"a": 0, "<unk>": 1})");
    check_error([&] { open_tokenizer(folder.path()); }, "source.spm", "has no </s>");
}

}  // namespace vitrine::open_tokenizer_test
