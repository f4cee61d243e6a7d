#include "app/lesson/slips.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/lesson/lines.h"
#include "app/lesson/state.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Half a unit of the last digit, and a little for the rounding of floating point.
double half_of_last_digit(std::string_view written) {
    const std::size_t point = written.find('.');
    const auto digits = point == std::string_view::npos ? 0 : static_cast<double>(written.size() - point - 1);
    return 0.5000001 * std::pow(10, -digits);
}

double right_number(const Lesson& lesson, const LessonSlip& slip, const Scope& scope) {
    if (slip.of) return number_in(value_of(lesson, *slip.of, scope), "what the slip is made of");
    return number_in(scope.given.find("answer")->second, "the right answer");
}

}  // namespace

double number_written(std::string_view written) {
    double number = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), number);
    const bool is_plain = written.find_first_not_of("-.0123456789") == std::string_view::npos;
    if (error != std::errc() || end != written.data() + written.size() || !is_plain)
        throw Error(fmt::format("{} is no number such as 14.90", in_quotes(written)));
    return number;
}

LessonSlip slip_in(std::string_view head, int line) {
    LessonSlip slip{.text = {.text = {}, .line = line}};
    slip.written = std::string(take_first_word(head));
    const std::string_view link = take_first_word(head);
    slip.instead = std::string(take_first_word(head));
    if (link != "for" || slip.instead.empty())
        throw Error(
            "a wrong number and the right one are expected: '@slip 15.90 for 14.90 | …', or with what gives the right one, "
            "'@slip 15.90 for 14.90 of v[1] | …'");
    if (is_written_as(number_written(slip.instead), slip.written))
        throw Error(fmt::format("{} is {}, too, in as many digits", slip.instead, slip.written));
    if (head.empty()) return slip;
    if (take_first_word(head) != "of") throw Error("'of' and a formula are expected after the right number, or nothing");
    parse_expression(head);
    slip.of = LessonText{std::string(head), line};
    return slip;
}

bool is_written_as(double number, std::string_view written) {
    return std::abs(number - number_written(written)) <= half_of_last_digit(written);
}

bool holds(const Lesson& lesson, const LessonSlip& slip, const Scope& scope) {
    return is_written_as(right_number(lesson, slip, scope), slip.instead);
}

const LessonSlip* repeated_slip(const Lesson& lesson, const LessonQuestion& question, double guess, const Scope& scope) {
    for (const LessonSlip& slip : question.slips) {
        if (!is_written_as(guess, slip.written)) continue;
        const double answer = number_in(scope.given.find("answer")->second, "the right answer");
        // With `of`, another number of the run is meant, and that may be wrong as such but right here.
        if (!is_written_as(answer, slip.written) && holds(lesson, slip, scope)) return &slip;
    }
    return nullptr;
}

std::string words_of(const Lesson& lesson, const LessonSlip& slip, Scope scope) {
    scope.given.insert_or_assign("slip", slip.written);
    return words_of(lesson, slip.text, scope);
}

}  // namespace vitrine
