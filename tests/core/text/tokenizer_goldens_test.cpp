/// Tokenizers of every kind, with what Hugging Face's `tokenizers` 0.23 made of texts: tests/goldens/tokenizers has a file for
/// each.

#include <algorithm>
#include <fstream>

#include "core/text/tokenizer/tokenizer_encoder.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"
#include "tests/counted.h"

namespace vitrine::tokenizer_goldens_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;
using Json = nlohmann::json;

std::vector<fs::path> files() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(golden("tokenizers"))) {
        if (entry.path().extension() == ".json") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

Json json_in(const fs::path& path) {
    std::ifstream file(path);
    return Json::parse(file);
}

void check_encodings(const Tokenizer& tokenizer, const Json& encodings) {
    TextEncoder encoder(tokenizer);
    for (const Json& expected : encodings) {
        const auto text = expected.at("text").get<std::string>();
        CAPTURE(text);
        const Ids ids = encoder.encode(text).ids;
        CHECK(ids == expected.at("ids").get<Ids>());
        const Ids all = tokenizer.with_special(ids);
        CHECK(all == expected.at("special").get<Ids>());
        CHECK(tokenizer.decoded(all) == expected.at("decoded").get<std::string>());
        CHECK(tokenizer.decoded(tokenizer.without_special(all)) == expected.at("skipped").get<std::string>());
    }
}

}  // namespace

TEST_CASE("texts become the ids of `tokenizers`, and these its texts, whatever the kind of tokenizer") {
    const std::vector<fs::path> paths = files();
    REQUIRE(paths.size() >= 12);
    for (const fs::path& path : paths) {
        CAPTURE(path.filename().string());
        const Json golden = json_in(path);
        const Tokenizer tokenizer = tokenizer_from(golden.at("tokenizer"));
        check_encodings(tokenizer, golden.at("encodings"));
        CHECK(tokenizer.vocabulary().words().size() == tokenizer.size());
    }
}

TEST_CASE("a tokenizer of any kind is written and read back the same") {
    const tests::Counted checks(10);
    for (const fs::path& path : files()) {
        CAPTURE(path.filename().string());
        const Json golden = json_in(path);
        const Tokenizer tokenizer = tokenizer_from(golden.at("tokenizer"));
        const std::string written = tokenizer_text(tokenizer);
        const Tokenizer again = tokenizer_from(Json::parse(written));
        CHECK(tokenizer_text(again) == written);
        check_encodings(again, golden.at("encodings"));
    }
}

}  // namespace vitrine::tokenizer_goldens_test
