#include "core/train/shard.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace vitrine::shard_test {

namespace {

/// Sentence b is made of the numbers 100·b, 100·b + 1, …
Batch numbered_batch(Size sentences) {
    const auto fill = [&](IndexTensor& tokens, Size length) {
        tokens.resize({sentences, length});
        for (Size b = 0; b < sentences; ++b) {
            for (Size i = 0; i < length; ++i) tokens.at({b, i}) = static_cast<std::int32_t>(100 * b + i);
        }
    };
    Batch batch;
    fill(batch.src, 4), fill(batch.tgt, 3), fill(batch.labels, 3);
    return batch;
}

void append(const IndexTensor& part, std::vector<std::int32_t>& all) {
    all.insert(all.end(), part.data(), part.data() + part.count());
}

}  // namespace

TEST_CASE("the parts of a batch, one after the other, are the batch, and differ by one sentence at most") {
    for (Size sentences = 1; sentences <= 9; ++sentences) {
        for (std::size_t parts = 1; parts <= static_cast<std::size_t>(sentences); ++parts) {
            const Batch whole = numbered_batch(sentences);
            std::vector<std::int32_t> src, labels;
            for (std::size_t i = 0; i < parts; ++i) {
                Batch part;
                take_sentences(whole, i, parts, part);
                const Size share = sentences / static_cast<Size>(parts);
                CHECK((part.sentences() == share || part.sentences() == share + 1));
                append(part.src, src), append(part.labels, labels);
            }
            CHECK(src == std::vector<std::int32_t>(whole.src.data(), whole.src.data() + whole.src.count()));
            CHECK(labels == std::vector<std::int32_t>(whole.labels.data(), whole.labels.data() + whole.labels.count()));
        }
    }
}

TEST_CASE("labels that are padding are not counted") {
    Batch batch = numbered_batch(2);
    CHECK(count_labels(batch.labels, 7) == 6);
    batch.labels.at({0, 1}) = batch.labels.at({1, 2}) = 7;
    CHECK(count_labels(batch.labels, 7) == 4);
}

}  // namespace vitrine::shard_test
