#include <doctest/doctest.h>

#include "core/tasks/task.h"
#include "core/tensor/error.h"

namespace vitrine::make_batch_test {

namespace {

constexpr SpecialTokens tokens{.pad_source = 90, .pad_target = 91, .bos = 92, .eos = 93};

std::vector<Sentence> rows_of(const IndexTensor& tensor) {
    std::vector<Sentence> rows;
    for (Size row = 0; row < tensor.size(0); ++row) {
        const std::int32_t* first = tensor.data() + row * tensor.size(1);
        rows.emplace_back(first, first + tensor.size(1));
    }
    return rows;
}

}  // namespace

TEST_CASE("a batch has the target shifted right behind bos, the labels end in eos, and all is padded") {
    const std::vector<Example> examples{{{1, 2}, {3, 4, 5}, {}}, {{6, 7, 8, 9}, {10}, {}}};
    Batch batch;
    make_batch(examples, tokens, batch);
    CHECK(rows_of(batch.src) == std::vector<Sentence>{{1, 2, 90, 90}, {6, 7, 8, 9}});
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{92, 3, 4, 5}, {92, 10, 91, 91}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{3, 4, 5, 93}, {10, 93, 91, 91}});
}

TEST_CASE("without beginning or end the target is shifted all the same") {
    const std::vector<Example> examples{{{1, 2}, {3, 4, 5}, {}}, {{6, 7}, {8, 9, 10}, {}}};
    SpecialTokens some = tokens;
    Batch batch;
    some.bos = no_token;
    make_batch(examples, some, batch);
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{3, 4, 5}, {8, 9, 10}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{4, 5, 93}, {9, 10, 93}});
    some.eos = no_token;
    make_batch(examples, some, batch);
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{3, 4}, {8, 9}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{4, 5}, {9, 10}});
    some.bos = 92;
    make_batch(examples, some, batch);
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{92, 3, 4}, {92, 8, 9}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{3, 4, 5}, {8, 9, 10}});
}

TEST_CASE("of a decoder alone the text begins with the source, whose words are not asked for") {
    const std::vector<Example> examples{{{1, 2}, {3, 4, 5}, {}}, {{6, 7, 8, 9}, {10}, {}}};
    SpecialTokens some = tokens;
    Batch batch;
    make_batch(examples, some, batch, Architecture::decoder);
    CHECK(batch.src.empty());
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{92, 1, 2, 3, 4, 5}, {92, 6, 7, 8, 9, 10}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{91, 91, 3, 4, 5, 93}, {91, 91, 91, 91, 10, 93}});
    some.bos = no_token;
    make_batch(examples, some, batch, Architecture::decoder);
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{91, 3, 4, 5, 93}, {91, 91, 91, 10, 93}});
}

TEST_CASE("of an encoder alone a word is asked for where the source has another") {
    const std::vector<Example> examples{{{1, 80, 3}, {1, 2, 3}, {}}, {{80, 80}, {4, 5}, {}}};
    Batch batch;
    make_batch(examples, tokens, batch, Architecture::encoder);
    CHECK(batch.tgt.empty());
    CHECK(rows_of(batch.src) == std::vector<Sentence>{{1, 80, 3}, {80, 80, 90}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{90, 2, 90}, {4, 5, 90}});
}

TEST_CASE("without padding sentences have to be equally long, and without frame there has to be a second word") {
    Batch batch;
    SpecialTokens none{no_token, no_token, no_token, no_token};
    const std::vector<Example> sources{{{1}, {3, 4}, {}}, {{1, 2}, {3, 4}, {}}}, targets{{{1}, {3, 4}, {}}, {{1}, {3, 4, 5}, {}}};
    CHECK_THROWS_WITH_AS(make_batch(sources, none, batch), "the model has no padding, and the sources are not all equally long",
                         Error);
    CHECK_THROWS_WITH_AS(make_batch(targets, none, batch), "the model has no padding, and the targets are not all equally long",
                         Error);
    CHECK_THROWS_AS(make_batch(std::vector<Example>{{{1}, {3}, {}}}, none, batch), Error);
}

TEST_CASE("a batch in the memory of a larger one has nothing of it left") {
    const std::vector<Example> large{{{1, 2, 3}, {4, 5, 6, 7}, {}}, {{1, 2, 3}, {4, 5, 6, 7}, {}}};
    const std::vector<Example> small{{{8}, {9}, {}}, {{8, 8}, {}, {}}};
    Batch batch;
    make_batch(large, tokens, batch);
    const std::int32_t* memory[] = {batch.src.data(), batch.tgt.data(), batch.labels.data()};
    make_batch(small, tokens, batch);
    CHECK(rows_of(batch.src) == std::vector<Sentence>{{8, 90}, {8, 8}});
    CHECK(rows_of(batch.tgt) == std::vector<Sentence>{{92, 9}, {92, 91}});
    CHECK(rows_of(batch.labels) == std::vector<Sentence>{{9, 93}, {93, 91}});
    CHECK(batch.src.data() == memory[0]);
    CHECK(batch.tgt.data() == memory[1]);
    CHECK(batch.labels.data() == memory[2]);
}

}  // namespace vitrine::make_batch_test
