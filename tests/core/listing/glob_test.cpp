#include "core/listing/glob.h"

#include <doctest/doctest.h>

namespace vitrine::glob_test {

TEST_CASE("a glob without signs fits only the path itself") {
    CHECK(fits_glob("memory", "memory"));
    CHECK_FALSE(fits_glob("memory", "memory.norm"));
    CHECK_FALSE(fits_glob("memory", "memor"));
    CHECK_FALSE(fits_glob("", "memory"));
    CHECK(fits_glob("", ""));
}

TEST_CASE("a star crosses dots and may stand for nothing") {
    CHECK(fits_glob("*", "encoder.layers.0.norm1"));
    CHECK(fits_glob("*.scores", "encoder.layers.0.self_attn.scores"));
    CHECK_FALSE(fits_glob("*.scores", "encoder.layers.0.self_attn.masked_scores"));
    CHECK(fits_glob("*scores", "encoder.layers.0.self_attn.masked_scores"));
    CHECK(fits_glob("encoder.*.weights", "encoder.layers.11.self_attn.weights"));
    CHECK(fits_glob("mem**ory*", "memory"));
}

TEST_CASE("a question mark is exactly one character") {
    CHECK(fits_glob("*.layers.?.norm1", "encoder.layers.3.norm1"));
    CHECK_FALSE(fits_glob("*.layers.?.norm1", "encoder.layers.12.norm1"));
    CHECK_FALSE(fits_glob("memory?", "memory"));
}

TEST_CASE("an earlier star takes more where a later part does not fit at first") {
    CHECK(fits_glob("*a*ab", "xaaxaab"));
    CHECK(fits_glob("*.norm?.mean", "decoder.norm.norm1.mean"));
    CHECK_FALSE(fits_glob("*a*b*c", "aabbab"));
}

}  // namespace vitrine::glob_test
