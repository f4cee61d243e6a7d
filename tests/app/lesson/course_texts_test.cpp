/// What the lessons of the course show and say, held against runs.

#include <algorithm>
#include <cmath>
#include <regex>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/state.h"
#include "app/run/run.h"
#include "app/session/describe.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/views/design/commands.h"
#include "core/model/design_choices.h"

namespace vitrine::course_texts_test {

namespace {

struct Played {
    Stage stage{{.sample = "translation"}, {.width = 1600, .height = 1000}};
    Input input;

    const LessonState& now() const { return stage.state().of<LessonState>(); }

    void give(const Command& command) {
        stage.application().command(command);
        stage.settle(input);
    }

    void begin(const std::shared_ptr<const Lesson>& lesson, std::size_t step) {
        give(BeginLesson{lesson, static_cast<int>(step)});
        CHECK(now().problem.empty());
        REQUIRE(now().page);
    }
};

std::size_t step_called(const Lesson& lesson, std::string_view title) {
    const auto found = std::ranges::find_if(lesson.steps, [&](const LessonStep& step) { return step.title.text == title; });
    REQUIRE(found != lesson.steps.end());
    return static_cast<std::size_t>(found - lesson.steps.begin());
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The labels that the model finds likeliest after every token of a sentence, by a plain loop over the probabilities.
std::string said_by(const Run& run, Size sentence) {
    std::string said;
    const Tensor& probabilities = run.activations->probabilities;
    for (Size position = 0; position < run.batch->target_length(); ++position) {
        if (run.activations->tgt.tokens.at({sentence, position}) == run.model->configuration.pad_tgt) continue;
        Size best = 0;
        for (Size id = 0; id < probabilities.size(2); ++id) {
            if (probabilities.at({sentence, position, id}) > probabilities.at({sentence, position, best})) best = id;
        }
        said += (said.empty() ? "" : " ") + run.model->target_vocabulary.word(static_cast<std::int32_t>(best));
    }
    return said;
}

/// Every text of a lesson that is said.
std::vector<std::string> texts_of(const Lesson& lesson) {
    std::vector<std::string> all{lesson.title.text, lesson.about.text};
    for (const LessonStep& step : lesson.steps) {
        all.push_back(step.title.text);
        for (const LessonPart* part : {&step.open, &step.revealed}) {
            for (const LessonText& text : part->prose) all.push_back(text.text);
        }
        if (step.task) all.push_back(step.task->text.text);
        if (!step.question) continue;
        all.push_back(step.question->text.text);
        for (const LessonOption& option : step.question->options) all.push_back(option.text.text);
        for (const auto* replies : {&step.question->right, &step.question->wrong}) {
            for (const LessonReply& reply : *replies) all.push_back(reply.text.text);
        }
        for (const LessonSlip& slip : step.question->slips) all.push_back(slip.text.text);
    }
    return all;
}

}  // namespace

TEST_CASE("a step that points at a choice of Design shows that choice") {
    Played played;
    std::size_t steps = 0;
    for (const auto& lesson : course().lessons) {
        for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
            const auto& rings = lesson->steps[step].open.rings;
            const auto is_choice = [](const LessonText& ring) {
                const std::string name = ring.text.starts_with("design/") ? ring.text.substr(7) : "";
                return find_design_choice(name.substr(0, name.find('/'))) != nullptr;
            };
            if (std::ranges::none_of(rings, is_choice)) continue;
            ++steps;
            CAPTURE(lesson->name);
            CAPTURE(lesson->steps[step].title.text);
            // Whatever the user has looked at before.
            played.give(ShowDesignChoice{"padding_on_queries"});
            played.begin(lesson, step);
            const std::string shown = to_json(played.stage.state())["design"]["shown"];
            bool rung = false;
            for (const LessonText& ring : rings)
                rung = rung || ring.text == "design/" + shown || ring.text.starts_with("design/" + shown + '/');
            CHECK(rung);
        }
    }
    CHECK(steps >= 7);
}

TEST_CASE("the first lesson needs nothing of the view Design") {
    const auto lesson = find_lesson("01-in-and-out");
    REQUIRE(lesson);
    for (const LessonStep& step : lesson->steps) {
        for (const LessonPart* part : {&step.open, &step.revealed}) {
            for (const LessonEntry& entry : part->entries) {
                const auto* setting = std::get_if<LessonSetting>(&entry);
                if (setting) CHECK(setting->line.text != "view design");
            }
            for (const LessonText& ring : part->rings) CHECK_FALSE(ring.text.starts_with("design/"));
        }
    }
}

TEST_CASE("after a wrong option that has altered the run the right one has its own reply, and counts as shown") {
    Played played;
    const auto lesson = find_lesson("06-why-divide");
    played.begin(lesson, step_called(*lesson, "In every head at once"));
    played.give(ShowAnswer{});  // which option is right is known once the run is altered
    const std::size_t right = played.now().page->options[0].right ? 0 : 1;
    played.begin(lesson, step_called(*lesson, "In every head at once"));
    played.give(ChooseOption{1 - right});
    CHECK(played.now().verdict == Verdict::wrong);
    CHECK(played.now().revealed);
    const std::string wrong = played.now().reply;
    CHECK_FALSE(wrong.empty());
    played.give(ChooseOption{right});
    CHECK(played.now().verdict == Verdict::right);
    CHECK(played.now().reply.starts_with("Yes"));
    CHECK_FALSE(has(played.now().reply, wrong));
    CHECK(played.now().answer.option == right);
    const GivenAnswer& given = played.now().given.back();
    CHECK(given.right);
    CHECK(given.tries == 2);
    CHECK(given.shown);
    // Then nothing can be chosen any more.
    played.give(ChooseOption{1 - right});
    CHECK(played.now().answer.option == right);
    CHECK(played.now().verdict == Verdict::right);
}

TEST_CASE("once an answer is shown no option is taken for it") {
    Played played;
    const auto lesson = find_lesson("06-why-divide");
    played.begin(lesson, step_called(*lesson, "In every head at once"));
    played.give(ShowAnswer{});
    played.give(ChooseOption{1});
    CHECK(played.now().verdict == Verdict::shown);
    CHECK_FALSE(played.now().answer.option.has_value());
}

TEST_CASE("the weight that the lesson on the division shows gives the shown result by hand") {
    Played played;
    const auto lesson = find_lesson("06-why-divide");
    played.begin(lesson, step_called(*lesson, "And why does that hurt?"));
    std::smatch found;
    const std::string& question = played.now().page->question;
    REQUIRE(std::regex_search(question, found, std::regex("would be ([0-9.]+)[.] ")));
    const double weight = std::stod(found[1]);
    const std::string by_hand = fmt::format("{:.4f}", weight * (1 - weight));
    played.give(GuessNumber{weight * (1 - weight), true});
    CHECK(played.now().verdict == Verdict::right);
    CHECK(has(played.now().reply, "Yes, " + by_hand));
    const std::string& said = played.now().page->prose[0];
    REQUIRE(std::regex_search(said, found, std::regex("this row is ([0-9.]+), and .* is ([0-9.]+)[.]$")));
    const double divided = std::stod(found[1]);
    CHECK(found[2] == fmt::format("{:.4f}", divided * (1 - divided)));
    // By the products q·k, which both runs have, the numbers are nearer to each other.
    const std::string& after = played.now().page->after[0];
    CAPTURE(after);
    REQUIRE(std::regex_search(after, found, std::regex("grows ([0-9.]+) times as much with the division and ([0-9.]+) times")));
    const double width = static_cast<double>(played.stage.state().run->model->configuration.head_width());
    CHECK(found[1] == fmt::format("{:.4f}", divided * (1 - divided) / std::sqrt(width)));
    CHECK(found[2] == by_hand);
}

TEST_CASE("what the lesson on the division says above its task stays true once the task is done") {
    Played played;
    const auto lesson = find_lesson("06-why-divide");
    // Differences among small weights shrink without the division: it is the ratios that grow.
    for (const std::string& text : texts_of(*lesson)) CHECK_FALSE(has(text, "their differences grow"));
    played.begin(lesson, step_called(*lesson, "Switch it on again"));
    const std::string before = played.now().page->prose[0];
    played.give(SetDesignChoice{"unscaled_scores", false});
    REQUIRE(played.now().task_done);
    CHECK(played.now().page->prose[0] == before);
    CHECK(has(before, "This step begins without the division"));
}

TEST_CASE("results in the lessons are those that come of the numbers shown beside them") {
    const std::string number = "([-+]?[0-9]+(?:[.][0-9]+)?)";
    const std::regex pair(number + " (×|÷|·|divided by) " + number + " (?:is|=) " + number);
    const std::regex sum("((?:" + number + " · " + number + " [+] )+)" + number + " · " + number + " = " + number);
    Played played;
    std::size_t checked = 0;
    const auto check = [&](double shown_result, const std::string& written, double worked_out) {
        const std::size_t point = written.find('.');
        const double digits = point == std::string::npos ? 0 : static_cast<double>(written.size() - point - 1);
        CAPTURE(written);
        CHECK(std::abs(shown_result - worked_out) < 0.500001 * std::pow(10, -digits));
        ++checked;
    };
    for (const auto& lesson : course().lessons) {
        for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
            CAPTURE(lesson->name);
            CAPTURE(lesson->steps[step].title.text);
            played.begin(lesson, step);
            if (lesson->steps[step].question) played.give(ShowAnswer{});
            std::vector<std::string> texts = played.now().page->prose;
            for (const std::string& text : played.now().page->after) texts.push_back(text);
            texts.push_back(played.now().reply);
            for (const std::string& text : texts) {
                CAPTURE(text);
                for (std::sregex_iterator found(text.begin(), text.end(), pair), end; found != end; ++found) {
                    if (found->prefix().str().ends_with("+ ")) continue;  // the end of a sum
                    const double a = std::stod((*found)[1]), b = std::stod((*found)[3]);
                    const bool divides = (*found)[2] == "÷" || (*found)[2] == "divided by";
                    check(std::stod((*found)[4]), (*found)[4], divides ? a / b : a * b);
                }
                for (std::sregex_iterator found(text.begin(), text.end(), sum), end; found != end; ++found) {
                    const std::string whole = found->str();
                    const std::regex product(number + " · " + number);
                    double worked_out = 0;
                    for (std::sregex_iterator one(whole.begin(), whole.end(), product); one != end; ++one)
                        worked_out += std::stod((*one)[1]) * std::stod((*one)[2]);
                    const std::string written = whole.substr(whole.rfind(' ') + 1);
                    check(std::stod(written), written, worked_out);
                }
            }
        }
    }
    CHECK(checked > 10);
    MESSAGE(checked << " results");
}

TEST_CASE("at its end the lesson on the division says of every sentence whether the division changed it") {
    Played played;
    const auto lesson = find_lesson("06-why-divide");
    int same = 0, changed = 0;
    played.begin(lesson, step_called(*lesson, "Switch it on again"));
    const Size sentences = played.stage.state().run->batch->sentences();
    CHECK(sentences > 3);
    for (Size sentence = 0; sentence < sentences; ++sentence) {
        CAPTURE(sentence);
        played.give(SelectSentence{sentence});
        played.begin(lesson, step_called(*lesson, "Switch it on again"));
        const std::string without = said_by(*played.stage.state().run, sentence);
        played.give(SetDesignChoice{"unscaled_scores", false});
        REQUIRE(played.now().task_done);
        const std::string with = said_by(*played.stage.state().run, sentence);
        REQUIRE_FALSE(played.now().page->after.empty());
        const std::string& says = played.now().page->after[0];
        CAPTURE(says);
        CHECK(has(says, "“" + with + "”"));
        CHECK(has(says, "“" + without + "”"));
        CHECK(has(says, "with the division and without it") == (with == without));
        CHECK(has(says, "without it, it said") == (with != without));
        ++(with == without ? same : changed);
    }
    CHECK(same > 0);
    MESSAGE(same << " sentences are the same, " << changed << " are not");
}

TEST_CASE("lessons speak of standard deviations, dimensions, parameters, positions and the backward pass") {
    const std::regex other(R"(\b(spreads?|features?|way back|share of|number by number|staircase|filler)\b)");
    std::vector<std::shared_ptr<const Lesson>> all = course().lessons;
    all.push_back(story());
    std::size_t read = 0;
    for (const auto& lesson : all) {
        REQUIRE(lesson);
        for (const std::string& text : texts_of(*lesson)) {
            CAPTURE(lesson->name);
            CAPTURE(text);
            CHECK_FALSE(std::regex_search(text, other));
            ++read;
        }
    }
    CHECK(read > 1000);
}

}  // namespace vitrine::course_texts_test
