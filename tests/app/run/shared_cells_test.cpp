/// How cells are named that belong to no sentence, to no word, or to several heads.

#include <doctest/doctest.h>

#include "app/run/picture.h"
#include "app/words/shared_keys.h"
#include "tests/app/family_runs.h"

namespace vitrine::shared_cells_test {
using namespace vitrine::tests;

namespace {

std::string words(const Run& run, const std::string& path, const Index& cell) { return cell_words(run, *run.info(path), cell); }

/// The folder's name for the parameter with this symbol.
std::string table(const Run& run, const std::string& symbol) {
    for (const TensorInfo& info : run.parameter_trace.outline->tensors) {
        if (info.symbol == symbol) return info.path;
    }
    return "";
}

std::string shared(const Run& run, const std::string& path, const Index& cell) {
    return shared_key_words(run, run.anatomy->explain(path, cell));
}

}  // namespace

TEST_CASE("a bias of distances belongs to all sentences and to no words") {
    const auto run = family_run("t5");
    const std::string bias = "decoder.layers.0.self_attn.position_bias";
    CHECK(words(*run, bias, {0, 1, 2, 1}) == "all sentences, head 2, query 2, key 1");
    const TensorInfo& info = *run->info(bias);
    for (const int axis : {2, 3}) CHECK(axis_labels(*run, info, axis, 1)[0].empty());
    CHECK(cell_caption(*run, info, {0, 1, 2, 1}).facet == "all sentences, head 2");
    const Size sentence = sentence_count(*run) - 1;
    const std::string scores = words(*run, "decoder.layers.0.self_attn.biased_scores", {sentence, 1, 2, 1});
    CHECK(scores.starts_with("sentence " + std::to_string(sentence + 1) + ", head 2, query “"));
    CHECK(words(*run, table(*run, "distance table"), {3, 1}) == "bucket 3, head 2");
    CHECK(cells_words(*run, *run->info(table(*run, "distance table")),
                      {{0, 1}, {run->model->configuration.relative_buckets - 1, 1}}) == "every bucket, head 2");
}

TEST_CASE("the rows of tables are words, positions or segments, as the table has them") {
    for (const char* family : {"gpt2", "bert", "bart"}) {
        const auto run = family_run(family);
        CAPTURE(family);
        CHECK(words(*run, table(*run, "position table"), {3, 1}) == "position 3, dimension 1");
        CHECK(words(*run, table(*run, "embedding table"), {3, 1}).starts_with("vocabulary “"));
        Run edited = *run;
        point_at_parameters(edited);
        CHECK(words(edited, table(edited, "position table"), {3, 1}) == "position 3, dimension 1");
    }
    const auto bert = family_run("bert");
    CHECK(words(*bert, table(*bert, "segment table"), {1, 2}) == "segment 1, dimension 2");
}

TEST_CASE("of grouped heads it is said which head of the keys is read, and by whom else") {
    const auto run = family_run("llama");  // 6 heads of queries, 2 of keys
    const std::string attention = "decoder.layers.1.self_attn.";
    CHECK(shared(*run, attention + "scores", {0, 4, 2, 1}) == "Head 5 reads the keys of key head 2, which heads 4–6 share.");
    CHECK(shared(*run, attention + "context", {0, 2, 2, 1}) == "Head 3 reads the values of key head 1, which heads 1–3 share.");
    CHECK(shared(*run, attention + "rotated_key", {0, 1, 2, 1}) == "Heads 4–6 share key head 2.");
    CHECK(shared(*run, attention + "weights", {0, 4, 2, 1}).empty());
    CHECK(shared(*run, attention + "query", {0, 4, 2, 1}).empty());
    CHECK(shared(*family_run("gpt2"), "decoder.layers.1.self_attn.scores", {0, 1, 2, 1}).empty());
}

}  // namespace vitrine::shared_cells_test
