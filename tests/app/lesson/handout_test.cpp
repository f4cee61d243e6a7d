#include "app/lesson/handout/handout.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/lesson/answers.h"
#include "app/lesson/recording.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"

namespace vitrine::tests {

TEST_CASE("a handout has the steps, their pictures, room for answers, and the answers at its end") {
    Lesson lesson;
    lesson.title.text = "Who & whom";
    lesson.about.text = "It.";
    HandoutStep step{{}, "PNG", "this one"};
    step.page.title = "First";
    step.page.prose = {"“<bos>” comes first.", "`a < b`"};
    step.page.question = "Which?";
    step.page.options = {{"this one", true}, {"that one", false}};
    step.page.after = {"Now it is known."};
    const std::string html = handout_html(lesson, {step});
    const auto at = [&](const char* part) { return html.find(part); };
    CHECK(at("<h1>Who &amp; whom</h1>") != std::string::npos);
    CHECK(at("“&lt;bos&gt;” comes first.") != std::string::npos);
    CHECK(at("<pre>a &lt; b</pre>") != std::string::npos);
    CHECK(at("base64,UE5H\"") != std::string::npos);
    CHECK(at("☐ that one") < at("<h1>Answers</h1>"));
    CHECK(at("<h1>Answers</h1>") < html.rfind("this one"));
    CHECK(at("<h1>Answers</h1>") < at("Now it is known."));
}

TEST_CASE("an answer that is a sentence keeps its one full stop") {
    CHECK(answer_on_paper("4", "Yes, one each.") == "4. Yes, one each.");
    CHECK(answer_on_paper("The labels are ahead.", "Yes.") == "The labels are ahead. Yes.");
}

TEST_CASE("nothing that a lesson says is markup on a handout") {
    const std::string hostile = "x\" onerror=\"alert(1)\"><script>alert(1)</script>";
    Lesson lesson;
    lesson.title.text = lesson.about.text = hostile;
    HandoutStep step{{}, "PNG", hostile}, paints{{}, "PNG", ""}, does{{}, "PNG", ""};
    step.page.title = step.page.question = hostile;
    step.page.prose = step.page.after = {hostile, "`" + hostile + "`"};
    step.page.options = {{hostile, true}};
    paints.page.title = paints.page.question = hostile;
    paints.page.rows = paints.page.columns = {hostile};
    does.page.title = does.page.task = hostile;
    const std::string html = handout_html(lesson, {step, paints, does});
    CHECK(html.find("<script") == std::string::npos);
    CHECK(html.find("\" onerror") == std::string::npos);
    CHECK(html.find("&quot; onerror=&quot;") != std::string::npos);
}

TEST_CASE("on paper a table is filled in, and a cell is marked in the picture") {
    const Lesson lesson;
    HandoutStep paints{{}, "PNG", ""}, clicks{{}, "PNG", ""};
    paints.page.question = "How are the weights?";
    paints.page.rows = {"a", "b"}, paints.page.columns = {"x", "y", "z"};
    clicks.page.question = "Which is the largest?";
    clicks.page.tensor = "logits";
    const std::string table = handout_html(lesson, {paints}), marked = handout_html(lesson, {clicks});
    std::size_t cells = 0;
    for (std::size_t at = table.find("<td>"); at != std::string::npos; at = table.find("<td>", at + 1)) ++cells;
    CHECK(cells == 6);
    CHECK(table.find("<th>y</th>") != std::string::npos);
    CHECK(table.find("Mark it") == std::string::npos);
    CHECK(marked.find("Mark it in the picture.") != std::string::npos);
}

TEST_CASE("answers are handed in as JSON, in their order") {
    const auto json = nlohmann::json::parse(
        answers_json({{"08-masks", "Step", "Which?", "this", false, 1}, {"08-masks", "Step", "Which?", "that", true, 2}}));
    REQUIRE(json["answers"].size() == 2);
    CHECK(json["answers"][0]["right"] == false);
    CHECK(json["answers"][1]["answer"] == "that");
    CHECK(json["answers"][1]["tries"] == 2);
}

TEST_CASE("what is done while recording becomes steps of a draft that can be read again") {
    State state = opened("translation");
    apply(state, RecordLesson{true});
    pass_recording_time(state);
    CHECK(state.of<LessonRecording>().steps.empty());
    apply(state, SetView{View::attention});
    apply(state, SelectCell{"decoder.layers.1.cross_attn.weights", {0, 2, 4, 3}});
    pass_recording_time(state);
    pass_recording_time(state);
    REQUIRE(state.of<LessonRecording>().steps.size() == 1);
    const std::string draft = draft_of(state, state.of<LessonRecording>().steps);
    CHECK(draft.find("@select decoder.layers.1.cross_attn.weights 0 2 4 3\n") != std::string::npos);
    const Lesson lesson = parse_lesson(draft, "draft", "draft.md");
    CHECK(lesson.steps.size() == 1);
    CHECK(lesson.sample->text == "translation");
}

}  // namespace vitrine::tests
