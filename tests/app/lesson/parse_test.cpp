#include <doctest/doctest.h>

#include "app/lesson/lesson.h"
#include "app/lesson/written_numbers.h"
#include "core/tensor/error.h"

namespace vitrine::tests {

namespace {

constexpr const char* head = "# Title\n\n@about About it.\n\n## Step\n\nSaid.\n\n";

std::string lesson_refusal(const std::string& text) {
    try {
        parse_lesson(text, "mine", "mine.md");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// The reason why these lines are refused in a lesson's first step.
std::string refusal_in_step(const std::string& lines) { return lesson_refusal(head + lines); }

bool mentions(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a lesson is read with its steps, texts and words") {
    const Lesson lesson = parse_lesson(R"(# What is asked

@about Queries and keys.
@find What is a query?
@sample translation

## First

A paragraph
of two lines.

Another one with {1 + d_model}.

@let k = argmax([1, 2])
@view attention
@choose Which?
@option true | This one,
  said on two lines.
@option false | That one.
@right Yes.
@wrong k == 1 | Not quite.
@wrong No.
@reveal
@head 2
Now it is known.

## Second

Do it.

@do Open the view Masks.
@until state("/view") == "masks"
@by click view/masks
)",
                                       "07-mine", "mine.md");
    CHECK(lesson.title.text == "What is asked");
    CHECK(lesson.finds.size() == 1);
    CHECK(lesson.sample->text == "translation");
    REQUIRE(lesson.steps.size() == 2);
    const LessonStep& step = lesson.steps[0];
    REQUIRE(step.open.prose.size() == 2);
    CHECK(step.open.prose[0].text == "A paragraph of two lines.");
    CHECK(step.open.entries.size() == 2);
    REQUIRE(step.question);
    CHECK(step.question->options[0].text.text == "This one, said on two lines.");
    CHECK(step.question->wrong[0].when->text == "k == 1");
    CHECK_FALSE(step.question->wrong[1].when);
    CHECK(step.revealed.changes_run());
    CHECK_FALSE(lesson.steps[1].open.changes_run());
    CHECK(lesson.steps[1].task->by[0].text == "click view/masks");
}

TEST_CASE("what is wrong with a lesson is told with file, line and what is expected") {
    CHECK(mentions(lesson_refusal(""), "mine.md:1: a lesson begins with its title"));
    CHECK(mentions(lesson_refusal("# A\n## B\nText.\n"), "a sentence on what it is about is missing"));
    CHECK(mentions(lesson_refusal("# A\n@about B.\n"), "at least one step"));
    CHECK(mentions(lesson_refusal("# A\n@abuot B.\n"),
                   "mine.md:2: there is no word '@abuot' before the first step; did you mean 'about'"));
    CHECK(mentions(lesson_refusal("Text.\n"), "mine.md:1: text is said in a step"));
    CHECK(mentions(refusal_in_step("@veiw map\n"), "mine.md:9: there is no word '@veiw' in a step; did you mean 'view'"));
    CHECK(mentions(refusal_in_step("@let 1x = 2\n"), "'1x' is no name"));
    CHECK(mentions(refusal_in_step("@let x = (2\n"), "')' is expected"));
    CHECK(mentions(refusal_in_step("And {1 +}.\n"), "mine.md:9: in the formula '1 +' a value is expected"));
    CHECK(mentions(refusal_in_step("@option true | A\n"), "this belongs to a question"));
    CHECK(mentions(refusal_in_step("@click view/map\n"), "belong to the one who learns"));
    CHECK(mentions(refusal_in_step("@choose A?\n@option true B\n"), "with ' | ' between"));
    CHECK(mentions(refusal_in_step("@choose A?\n@right Yes.\n@wrong No.\n"), "the question lacks '@option'"));
    CHECK(mentions(refusal_in_step("@number A?\n@answer 1\n@wrong No.\n"), "the question lacks '@right'"));
    CHECK(mentions(refusal_in_step("@guess A?\n@answer 1\n@right Y.\n@wrong N.\n"), "'@least' and '@most'"));
    CHECK(mentions(refusal_in_step("@number A?\n@number B?\n"), "a step asks one question"));
    CHECK(mentions(refusal_in_step("@choose A?\n@option true | B\n@slip 1.4 for 1.1 | C\n@right Y.\n@wrong N.\n"),
                   "so '@slip' belongs to '@number'"));
    CHECK(mentions(refusal_in_step("@do A.\n@by key a\n"), "does not say when it is done"));
    CHECK(mentions(refusal_in_step("@do A.\n@until true\n"), "does not say how it is done"));
    CHECK(mentions(refusal_in_step("@reveal\n"), "this follows a question or a task"));
    CHECK(mentions(refusal_in_step("@seconds 0\n"), "no number of seconds"));
    CHECK(mentions(refusal_in_step("@view\n"), "the name of a view"));
    CHECK(mentions(lesson_refusal(std::string(head) + "## Next\n"), "the step says nothing"));
}

TEST_CASE("a number that is written, not computed, is found; a quoted one is allowed") {
    const auto found = [](const std::string& said) {
        return written_numbers(parse_lesson(head + said + "\n", "mine", "mine.md")).size();
    };
    CHECK(found("There are two heads.") == 0);
    CHECK(found("There are 2 heads.") == 1);
    CHECK(found("There are {heads} heads, {heads + 1} with one more.") == 0);
    CHECK(found("There are {2} heads.") == 1);
    CHECK(found("There are {\"2\"} heads.") == 1);
    CHECK(found("There are {if(heads > 1, \"2\", \"3\")} heads.") == 1);
    CHECK(found("In {cite(\"2017\")} and {tensor(\"encoder.layers.0.self_attn.scores\")[0, 0, 0, 0]}.") == 0);
}

}  // namespace vitrine::tests
