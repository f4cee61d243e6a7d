#include "app/lesson/completeness.h"

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

void require(bool there, const char* what) {
    if (!there) throw Error(fmt::format("the question lacks {}", what));
}

void require_complete(const LessonQuestion& asked) {
    const bool options = !asked.options.empty();
    if (asked.kind == QuestionKind::choose) {
        require(options || asked.from, "'@option' or '@from'");
        require(options || asked.answer, "'@answer'");
    } else {
        require(asked.answer.has_value(), "'@answer'");
    }
    if (asked.kind == QuestionKind::guess) require(asked.least && asked.most, "'@least' and '@most'");
    if (asked.kind == QuestionKind::guess || asked.kind == QuestionKind::paint) require(asked.within.has_value(), "'@within'");
    if (asked.kind == QuestionKind::cell) require(asked.tensor.has_value(), "'@tensor'");
    if (asked.kind == QuestionKind::paint) require(asked.rows && asked.columns, "'@rows' and '@columns'");
    if (!asked.slips.empty() && asked.kind != QuestionKind::number)
        throw Error("a slip is a number that is typed, so '@slip' belongs to '@number'");
    require(!asked.right.empty(), "'@right', what is said to a right answer");
    require(!asked.wrong.empty(), "'@wrong', what leads from a wrong answer to the right one");
}

/// Reads the formulas of paragraphs. A formula may extend over several lines, so they are only read when the paragraph is
/// complete.
void require_readable(const std::vector<LessonText>& prose) {
    for (const LessonText& text : prose) {
        for (const std::string& formula : formulas_of(text.text)) parse_expression(formula);
    }
}

}  // namespace

void require_complete(const LessonStep& step) {
    if (step.question) require_complete(*step.question);
    if (step.task && step.task->until.text.empty()) throw Error("the task does not say when it is done: '@until'");
    if (step.task && step.task->by.empty()) throw Error("the task does not say how it is done: '@by'");
    if (step.open.prose.empty()) throw Error("the step says nothing");
    require_readable(step.open.prose);
    require_readable(step.revealed.prose);
}

}  // namespace vitrine
