/// Sentences that Generate has put into the batch are known as such after a restart, too.

#include "app/edit/generated_batch.h"

#include <doctest/doctest.h>

#include "app/session/session.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"

namespace vitrine::generated_batch_test {
using namespace vitrine::tests;

TEST_CASE("a session keeps which sentence is from Generate, and the batch as it was before") {
    State state = opened("navigation");
    state.edits.batch = std::make_shared<const Batch>(state.run->model->batch);
    note_generated(state, nullptr, {.sentence = 1, .words = "je suis", .tokens = 2});
    REQUIRE(generated_sentence(state));
    const std::string text = session_text(session_of(state));
    const SavedSession kept = read_session(text, "the session", all_modules());

    State later = opened("navigation");
    later.edits = kept.edits;
    restore(later, kept);
    CHECK(later.message == "");
    REQUIRE(generated_sentence(later));
    CHECK(generated_words(*generated_sentence(later)) == generated_words(*generated_sentence(state)));
    CHECK(without_generated(later).batch == nullptr);

    std::string damaged = text;
    damaged.replace(damaged.find("\"words\""), 7, "\"works\"");
    State other = opened("navigation");
    other.edits = kept.edits;
    CHECK_THROWS_WITH_AS(restore(other, read_session(damaged, "the session", all_modules())), doctest::Contains("works"), Error);
}

}  // namespace vitrine::generated_batch_test
