#include "app/lesson/written_numbers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/formula/evaluate.h"

namespace vitrine {

namespace {

bool has_digit(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether the texts of a function are names or quotations, and not shown to the reader.
bool takes_names(const Expression& call) {
    static constexpr std::array names{"cite", "tensor", "gradient", "untouched", "has", "shape", "weights_in", "state"};
    return call.kind == Expression::Kind::call && std::ranges::find(names, call.word) != names.end();
}

/// Whether a formula contains a text with a number.
bool says_number(const Expression& formula) {
    if (takes_names(formula)) return false;
    if (formula.kind == Expression::Kind::text && has_digit(formula.word)) return true;
    return std::ranges::any_of(formula.parts, says_number);
}

class Finder {
public:
    explicit Finder(const Lesson& lesson) : lesson_(lesson) {}

    void look_at(const LessonText& text) {
        if (has_digit(text_beside_formulas(text.text))) note(text, "a number is written here, not computed");
        for (const std::string& formula : formulas_of(text.text)) {
            const Expression expression = parse_expression(formula);
            if (expression.is_constant() || says_number(expression))
                note(text, fmt::format("'{{{}}}' computes nothing: a quoted number is {{cite(\"…\")}}", formula));
        }
    }

    void look_at(const std::vector<LessonText>& texts) {
        for (const LessonText& text : texts) look_at(text);
    }

    void look_at(const LessonQuestion& question) {
        look_at(question.text);
        for (const LessonOption& option : question.options) look_at(option.text);
        for (const auto* replies : {&question.right, &question.wrong}) {
            for (const LessonReply& reply : *replies) look_at(reply.text);
        }
        for (const LessonSlip& slip : question.slips) look_at(slip.text);
    }

    void look_at(const LessonStep& step) {
        look_at(step.title);
        look_at(step.finds);
        look_at(step.open.prose);
        look_at(step.revealed.prose);
        if (step.question) look_at(*step.question);
        if (step.task) look_at(step.task->text);
    }

    std::vector<std::string> found;

private:
    void note(const LessonText& text, const std::string& what) { found.push_back(lesson_.where(text.line) + ": " + what); }

    const Lesson& lesson_;
};

}  // namespace

std::string text_beside_formulas(std::string_view text) {
    std::string plain;
    int depth = 0;
    for (const char c : text) {
        if (c == '{') ++depth;
        if (depth == 0) plain += c;
        if (c == '}') --depth;
    }
    return plain;
}

std::vector<std::string> written_numbers(const Lesson& lesson) {
    Finder finder(lesson);
    finder.look_at(lesson.title);
    finder.look_at(lesson.about);
    finder.look_at(lesson.finds);
    for (const LessonNeed& need : lesson.needs) finder.look_at(need.text);
    for (const LessonStep& step : lesson.steps) finder.look_at(step);
    return finder.found;
}

}  // namespace vitrine
