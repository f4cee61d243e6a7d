/// Reads a step with the shown run.

#include <algorithm>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/lesson/player.h"
#include "app/run/picture.h"
#include "app/run/run.h"
#include "app/script/words.h"
#include "app/state/state.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Reads the texts and formulas of one lesson.
struct StepReader {
    const Lesson& lesson;
    const Scope scope;

    std::string words(const LessonText& text) const { return words_of(lesson, text, scope); }
    std::string line(const LessonText& text) const { return line_of(lesson, text, scope); }
    Value value(const LessonText& formula) const { return value_of(lesson, formula, scope); }
    double number(const std::optional<LessonText>& formula, double otherwise) const {
        if (!formula) return otherwise;
        return within(lesson.where(formula->line), [&] { return number_in(evaluate(formula->text, scope), "the value"); });
    }
    Texts texts(const std::optional<LessonText>& formula) const {
        if (!formula) return {};
        return within(lesson.where(formula->line), [&] { return texts_in(evaluate(formula->text, scope), "the list"); });
    }
    std::vector<std::string> paragraphs(const std::vector<LessonText>& texts) const {
        std::vector<std::string> all;
        for (const LessonText& text : texts) all.push_back(words(text));
        return all;
    }
};

/// "tensor/PATH 0 1 2 *".
PointedPlace place_in(const std::string& line) {
    ScriptWords words(line);
    PointedPlace place{words.word("the name of an anchor"), {}};
    while (!words.at_end()) {
        if (words.take("*")) {
            place.index.emplace_back();
        } else {
            place.index.emplace_back(words.whole_number("an index or *", 0, 1 << 30));
        }
    }
    return place;
}

std::vector<PointedPlace> places(const StepReader& reader, const std::vector<LessonText>& texts) {
    std::vector<PointedPlace> all;
    for (const LessonText& text : texts)
        all.push_back(within(reader.lesson.where(text.line), [&] { return place_in(reader.line(text)); }));
    return all;
}

/// Throws Error, unless it is a tensor of the run and the index of a row of it.
PointedPlace row_in(const std::string& line, const Run& run) {
    PointedPlace place = place_in(line);
    const TensorView tensor = run.find(place.anchor);
    if (!tensor.present()) throw Error(fmt::format("the run has no tensor {}", in_quotes(place.anchor)));
    const Layout& layout = tensor.layout;
    if (layout.rank == 0 || static_cast<int>(place.index.size()) != layout.rank)
        throw Error(fmt::format("a row of {} has {} indices, the last of which may be *", in_quotes(place.anchor), layout.rank));
    for (std::size_t axis = 0; axis < place.index.size(); ++axis) {
        const bool whole = !place.index[axis] && axis + 1 == place.index.size();
        if (!whole && (!place.index[axis] || *place.index[axis] >= layout.shape[axis]))
            throw Error(fmt::format("{} has no such row: it has {}", in_quotes(place.anchor), axes_words(layout)));
    }
    return place;
}

std::optional<PointedPlace> row(const StepReader& reader, const std::optional<LessonText>& text) {
    if (!text) return std::nullopt;
    return within(reader.lesson.where(text->line), [&] { return row_in(reader.line(*text), *reader.scope.run); });
}

std::vector<ReadOption> options_of(const StepReader& reader, const LessonQuestion& question) {
    std::vector<ReadOption> options;
    for (const LessonOption& option : question.options) {
        const bool right = within(reader.lesson.where(option.right.line),
                                  [&] { return truth_in(evaluate(option.right.text, reader.scope), "whether it is right"); });
        options.push_back({reader.words(option.text), right});
    }
    if (!options.empty() || question.kind != QuestionKind::choose) return options;
    const double right = reader.number(question.answer, -1);
    for (const std::string& text : reader.texts(question.from))
        options.push_back({text, right == static_cast<double>(options.size())});
    return options;
}

std::string tensor_of(const StepReader& reader, const LessonText& text) {
    const std::string path = reader.line(text);
    // A formula that reads it reports what is wrong with a path.
    within(reader.lesson.where(text.line), [&] { evaluate("tensor(\"" + path + "\")", reader.scope); });
    return path;
}

/// Which options are right may only be known after the answer has changed the run.
void judge_options_again(const StepReader& reader, const LessonQuestion& question, LessonPage& page) {
    const std::vector<ReadOption> now = options_of(reader, question);
    for (std::size_t i = 0; i < std::min(now.size(), page.options.size()); ++i) page.options[i].right = now[i].right;
}

/// A table that is to be painted must fit beside the program.
void check_size(const StepReader& reader, const LessonQuestion& question, const LessonPage& page) {
    constexpr std::size_t most = 24;
    if (page.rows.size() <= most && page.columns.size() <= most) return;
    fail(reader.lesson.where(question.text.line),
         fmt::format("a table of {} × {} is too large to be painted here, where {} × {} have room", page.rows.size(),
                     page.columns.size(), most, most));
}

void read_question(const StepReader& reader, const LessonQuestion& question, LessonPage& page) {
    page.question = reader.words(question.text);
    page.options = options_of(reader, question);
    if (question.tensor) page.tensor = tensor_of(reader, *question.tensor);
    page.least = reader.number(question.least, 0), page.most = reader.number(question.most, 1);
    if (question.most && !(page.least < page.most))
        fail(reader.lesson.where(question.most->line),
             fmt::format("a guess lies between two numbers, and {} is not below {}", page.least, page.most));
    page.rows = reader.texts(question.rows), page.columns = reader.texts(question.columns);
    check_size(reader, question, page);
}

}  // namespace

LessonPage read_page(const State& state) {
    const LessonState& state_of_lesson = state.of<LessonState>();
    const LessonStep& step = *shown_step(state_of_lesson);
    const StepReader reader{*state_of_lesson.lesson, scope_of(state)};
    LessonPage page;
    page.title = reader.words(step.title);
    // What was said before the answer stays the same, even if the run is now another one.
    const bool keeps = state_of_lesson.revealed && state_of_lesson.page;
    if (keeps) page = *state_of_lesson.page;
    if (!keeps) page.prose = reader.paragraphs(step.open.prose);
    if (!keeps && step.question) read_question(reader, *step.question, page);
    if (keeps && step.question) judge_options_again(reader, *step.question, page);
    if (!keeps && step.task) page.task = reader.words(step.task->text);
    const LessonPart& part = state_of_lesson.revealed && !step.revealed.rings.empty() ? step.revealed : step.open;
    page.rings = places(reader, part.rings);
    page.lights = places(reader, part.lights);
    page.row = row(reader, part.row);
    page.shown = row(reader, part.shown);
    if (state_of_lesson.revealed) page.after = reader.paragraphs(step.revealed.prose);
    return page;
}

}  // namespace vitrine
