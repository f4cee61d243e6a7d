#include "core/import/words.h"

#include <doctest/doctest.h>

namespace vitrine {

TEST_CASE("names are taken apart at underscores, capitals and numbers") {
    CHECK(words_of("self_attn") == Words{"self", "attn"});
    CHECK(words_of("selfAttn2") == Words{"self", "attn", "2"});
    CHECK(words_of("LayerNorm") == Words{"layer", "norm"});
    CHECK(words_of("W_Q") == Words{"w", "q"});
    CHECK(words_of("toQKV") == Words{"to", "qkv"});
    CHECK(words_of("QKVProj") == Words{"qkv", "proj"});
    CHECK(words_of("fc1") == Words{"fc", "1"});
    CHECK(words_of("").empty());
    CHECK(parts_of("a.b.c") == std::vector<std::string>{"a", "b", "c"});
    CHECK(parts_of("") == std::vector<std::string>{""});
}

TEST_CASE("words are found whole, stems within them, and the last number") {
    const Words words = words_of("encoder_selfattn_12_norm3");
    CHECK(has_word(words, {"norm"}));
    CHECK_FALSE(has_word(words, {"attn"}));
    CHECK(has_stem(words, {"attn"}));
    CHECK(last_number(words) == 3);
    CHECK_FALSE(last_number({"norm"}).has_value());
    CHECK_FALSE(is_number("12345678901234567890"));
}

}  // namespace vitrine
