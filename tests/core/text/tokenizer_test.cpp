#include "core/text/tokenizer/tokenizer.h"

#include "core/text/tokenizer/tokenizer_encoder.h"
#include "tests/core/io/helpers.h"
#include "tests/core/text/golden_tokenizer.h"

namespace vitrine::tokenizer_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;
using Tokens = std::vector<std::string>;

Tokens tokens_of(const Tokenizer& tokenizer, const Ids& ids) {
    Tokens tokens;
    for (const std::int32_t id : ids) tokens.push_back(tokenizer.token(id));
    return tokens;
}

Tokens tokens_of(const Tokenizer& tokenizer, std::string_view text) { return tokens_of(tokenizer, tokenizer.encode(text).ids); }

}  // namespace

TEST_CASE("texts become Hugging Face's ids and tokens, and these its texts") {
    const Tokenizer tokenizer = golden_tokenizer();
    TextEncoder encoder(tokenizer);
    const auto encodings = golden_json("encodings.json");
    REQUIRE(encodings.size() == 14);
    for (int pass = 0; pass < 2; ++pass) {  // the second time every word has been met
        for (const auto& expected : encodings) {
            const auto text = expected.at("text").get<std::string>();
            CAPTURE(text);
            const EncodedText encoded = encoder.encode(text);
            CHECK(encoded.ids == expected.at("ids").get<Ids>());
            CHECK(tokens_of(tokenizer, encoded.ids) == expected.at("tokens").get<Tokens>());
            CHECK(tokenizer.decoded(encoded.ids) == expected.at("decoded").get<std::string>());
            CHECK(tokenizer.encode(text).lost == encoded.lost);
        }
    }
}

TEST_CASE("bytes without a token are dropped, and how many is said") {
    const Tokenizer tokenizer = golden_tokenizer();
    CHECK(tokenizer.encode("The black cat").lost == 0);
    CHECK(tokenizer.encode("naïve").lost == 1);
    CHECK(tokenizer.encode("two\twords").lost == 1);
    CHECK(tokenizer.encode("½").lost == 3);  // it becomes 1⁄2, whose stroke has no token for its bytes
    const EncodedText encoded = tokenizer.encode("na\xff\xc3ve\xc3");
    CHECK(encoded.lost == 1);
    CHECK(tokenizer.decoded(encoded.ids) == " na�ve�");
    CHECK(tokenizer.shown(encoded.ids) == " na<C3>ve<C3>");
    CHECK(tokenizer.bytes(encoded.ids) == " na\xc3ve\xc3");
    CHECK(tokenizer.encode(std::string(100, 'Z') + "x").lost == 100);
}

TEST_CASE("a space put in front that has no token is not one that the text lost") {
    const Tokenizer tokenizer(BpeModel(Vocabulary({"a", "b", "ab"}), {{0, 1}}), {}, {});
    const EncodedText encoded = tokenizer.encode("abba");
    CHECK(encoded.ids == Ids{2, 1, 0});
    CHECK(encoded.lost == 0);
    CHECK(tokenizer.encode(" ab").lost == 1);
    CHECK(tokenizer.encode("ab ab").lost == 1);
}

TEST_CASE("with a token for every byte nothing is lost, whatever the text is") {
    const Tokenizer tokenizer = tokenizer_of_all_bytes({.nfkc = false, .leading_space = false});
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    for (const std::string& text : {all, std::string("naïve 漢字 🙂\n"), std::string("caf\xe9 \xf0\x9f the\xff\xff[BOS]\xc3"),
                                    std::string("the[EOS][PAD] the "), std::string()}) {
        const EncodedText encoded = tokenizer.encode(text);
        CHECK(encoded.lost == 0);
        CHECK(tokenizer.bytes(encoded.ids) == text);
    }
    const Tokenizer normalising = tokenizer_of_all_bytes();
    CHECK(normalising.bytes(normalising.encode("caf\xe9 e\u0301\xff").ids) == " caf\xe9 é\xff");
}

TEST_CASE("added tokens are found first, the leftmost and the longest") {
    const Tokenizer golden = golden_tokenizer();
    CHECK(tokens_of(golden, "[BOS] the[EOS]") == Tokens{"[BOS]", "Ġthe", "[EOS]"});
    CHECK(tokens_of(golden, "[BOS][BOS]") == Tokens{"[BOS]", "[BOS]"});
    CHECK(tokens_of(golden, "the[PAD]the") == Tokens{"Ġthe", "[PAD]", "Ġthe"});
    CHECK(golden.encode("[bos]").lost == 2);

    const std::int32_t next = static_cast<std::int32_t>(golden.size());
    auto added = golden.added();
    added.push_back({next, "the ", false, false});
    added.push_back({next + 1, "the cat", false, false});
    added.push_back({next + 2, "ﬁn", false, true});  // in the normalised text
    const Tokenizer tokenizer(golden.bpe(), added, *golden.rules());
    CHECK(tokens_of(tokenizer, "the cat the dog") == Tokens{"the cat", "Ġ", "the ", "Ġdog"});
    CHECK(tokenizer.encode("fin ﬁn").ids == Ids{next + 2, golden.encode(" ").ids[0], next + 2});
    CHECK(tokenizer.decoded({next + 1, next}) == "the catthe ");
    CHECK(tokenizer.size() == golden.size() + 3);
}

TEST_CASE("added tokens that make no sense are refused by name") {
    const Tokenizer golden = golden_tokenizer();
    const auto with = [&](std::vector<AddedToken> added) { return [&, added] { Tokenizer(golden.bpe(), added, {}); }; };
    check_error(with({{0, ""}}), "empty");
    check_error(with({{0, "[PAD]"}, {0, "[PAD]"}}), "'[PAD]' is there twice");
    check_error(with({{1, "[PAD]"}}), "'[PAD]' has the id 1", "it is 0");
    check_error(with({{7, "<new>"}}), "'<new>' has the id 7", "another token's");
    check_error(with({{-1, "<new>"}}), "'<new>' has the id -1");
    check_error(with({{346, "<new>"}, {346, "<newer>"}}), "'<newer>' has the same id as '<new>'");
    check_error(with({{2000000000, "<new>"}}), "'<new>'", "too large");
}

TEST_CASE("an id that is none is refused") {
    const Tokenizer golden = golden_tokenizer();
    check_error([&] { golden.token(346); }, "no token 346");
    check_error([&] { golden.decoded({62, -1}); }, "no token -1");
    const Tokenizer with_gap(golden.bpe(), {{400, "<new>"}}, {});
    check_error([&] { with_gap.token(399); }, "no token 399");
    CHECK(with_gap.token(400) == "<new>");
}

}  // namespace vitrine::tokenizer_test
