#include "app/run/picture.h"

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::picture_test {
using namespace vitrine::tests;

TEST_CASE("the batch axis is called sentence, and sentences and heads are counted from 1 in words, from 0 in indices") {
    const State state = opened("translation");
    const TensorInfo& scores = *state.run->info("encoder.layers.0.self_attn.scores");
    const Layout layout = state.run->find(scores.path).layout;
    CHECK(axis_word(Axis::batch) == "sentence");
    CHECK(axis_word(Axis::feature) == "dimension");
    CHECK(axes_words(layout) == "5 sentences × 4 heads × 6 queries × 6 keys");
    const Index all{4, 3, 5, 5};
    CHECK(cells_words(*state.run, scores, {{0, 0, 0, 0}, all}) == "every sentence, every head, every query, every key");
    const CellBox some{{1, 2, 2, 0}, {2, 3, 2, 3}};
    CHECK(cells_words(*state.run, scores, some) ==
          "sentences 2 to 3, heads 3 to 4, query 2, keys 0 to 3");  // two sentences, two words
    CHECK(cells_words(*state.run, scores, {{0, 2, 2, 0}, {0, 2, 2, 3}}) == "sentence 1, head 3, query “am”, keys 0 to 3");
    CHECK(cells_text(layout, some) == "[1…2, 2…3, 2, 0…3]");
}

TEST_CASE("a cell's caption says first what is particular to it, and then its sentence and head") {
    const State state = opened("translation");
    const auto caption = [&](const char* path, const Index& cell) {
        return cell_caption(*state.run, *state.run->info(path), cell);
    };
    const CellCaption score = caption("decoder.layers.0.cross_attn.scores", {0, 2, 2, 4});
    CHECK(score.place == "“suis” asks “student”");
    CHECK(score.facet == "sentence 1, head 3");
    CHECK(caption("decoder.layers.0.norm1", {0, 2, 7}).place == "“suis”, dimension 7");
    CHECK(caption("decoder.layers.0.norm1", {3, 2, 7}).facet == "sentence 4");
    const std::string weight = "transformer.encoder.layers.0.linear1.weight";
    CHECK(caption(weight.c_str(), {3, 5}).place == "output 3, input 5");
    CHECK(caption(weight.c_str(), {3, 5}).facet.empty());
}

TEST_CASE("a very long word is shortened in a caption, and whole in the full words") {
    CHECK(briefly_quoted("suis") == "“suis”");
    CHECK(briefly_quoted("an-étudiant-of-thirty-characters") == "“an-étudia…haracters”");
    CHECK(quoted("an-étudiant-of-thirty-characters") == "“an-étudiant-of-thirty-characters”");
}

TEST_CASE("of all tensors with a mask only the scores still hold what it hides") {
    const State state = opened("translation");
    for (const char* tensor : {"scores", "masked_scores", "weights"}) {
        const TensorInfo& info = *state.run->info(std::string("decoder.layers.0.self_attn.") + tensor);
        CHECK(mask_of(*state.run, info).has_value());
        CHECK(is_hidden_later(info) == (info.path.ends_with(".scores")));
    }
    CHECK(!mask_of(*state.run, *state.run->info("decoder.layers.0.self_attn.query")));
    CHECK(!mask_of(*state.run, *state.run->info("logits")));
}

}  // namespace vitrine::picture_test
