#include "core/tensor/labels.h"

#include <doctest/doctest.h>

namespace vitrine::labels_test {

TEST_CASE("a label is made when it is asked for, and only then") {
    int made = 0;
    const Labels labels(4096, [&](Size place) {
        ++made;
        return "word " + std::to_string(place);
    });
    CHECK(labels.count() == 4096);
    CHECK(made == 0);
    CHECK(labels[4095] == "word 4095");
    CHECK(made == 1);
}

TEST_CASE("beyond the first and the last place, and where places have numbers alone, there is no word") {
    const Labels labels(2, [](Size) { return "word"; });
    CHECK(labels[-1].empty());
    CHECK(labels[2].empty());
    CHECK_FALSE(labels.are_numbers());
    CHECK(Labels::numbers(3).count() == 3);
    CHECK(Labels::numbers(3)[1].empty());
    CHECK(Labels::numbers(3).are_numbers());
    CHECK(Labels().count() == 0);
}

}  // namespace vitrine::labels_test
