#include "core/text/glob.h"

#include <doctest/doctest.h>

namespace vitrine::glob_test {

TEST_CASE("a glob without signs fits only the path itself") {
    CHECK(matches_glob("memory", "memory"));
    CHECK_FALSE(matches_glob("memory", "memory.norm"));
    CHECK_FALSE(matches_glob("memory", "memor"));
    CHECK_FALSE(matches_glob("", "memory"));
    CHECK(matches_glob("", ""));
}

TEST_CASE("a star crosses dots and may stand for nothing") {
    CHECK(matches_glob("*", "encoder.layers.0.norm1"));
    CHECK(matches_glob("*.scores", "encoder.layers.0.self_attn.scores"));
    CHECK_FALSE(matches_glob("*.scores", "encoder.layers.0.self_attn.masked_scores"));
    CHECK(matches_glob("*scores", "encoder.layers.0.self_attn.masked_scores"));
    CHECK(matches_glob("encoder.*.weights", "encoder.layers.11.self_attn.weights"));
    CHECK(matches_glob("mem**ory*", "memory"));
}

TEST_CASE("a question mark is exactly one character") {
    CHECK(matches_glob("*.layers.?.norm1", "encoder.layers.3.norm1"));
    CHECK_FALSE(matches_glob("*.layers.?.norm1", "encoder.layers.12.norm1"));
    CHECK_FALSE(matches_glob("memory?", "memory"));
}

TEST_CASE("an earlier star takes more where a later part does not fit at first") {
    CHECK(matches_glob("*a*ab", "xaaxaab"));
    CHECK(matches_glob("*.norm?.mean", "decoder.norm.norm1.mean"));
    CHECK_FALSE(matches_glob("*a*b*c", "aabbab"));
}

TEST_CASE("commas separate globs of which one has to fit") {
    for (const char* path : {"logits", "encoder.layers.0.self_attn.weights", "tgt.tokens"})
        CHECK(matches_glob("logits,*.weights,?gt.tokens", path));
    CHECK_FALSE(matches_glob("logits,*.weights", "encoder.layers.0.self_attn.scores"));
    CHECK_FALSE(matches_glob("logits,*.weights", "logits,x.weights.y"));
    CHECK(matches_glob("logits,", ""));
}

}  // namespace vitrine::glob_test
