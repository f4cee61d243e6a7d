/// Draws the questions that names and shapes do not answer.

#include <algorithm>

#include "app/importing/commands.h"
#include "app/importing/page/parts.h"
#include "app/importing/words.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A word and a colour that tell how a question was answered.
struct AnswerLook {
    std::string word;
    Colour colour;
};

AnswerLook look_of(const ImportAnswers& answers, ImportQuestion question, const Theme& theme) {
    const auto answer = answers.find(question);
    if (answer == answers.end()) return {"open", theme.error};
    const bool told = answer->second.source == AnswerSource::reference;
    return {std::string(name(answer->second.source)), told ? theme.good : theme.dim};
}

/// Draws values side by side. Clicking the chosen one takes the answer back.
void draw_values(Column& column, ImportQuestion question, const std::vector<std::string>& values, const std::string& chosen,
                 const Importing& importing, Commands& commands) {
    Flow flow(column, metrics::control, 6);
    for (const std::string& value : values) {
        const float width = std::max(36.0f, column.ui.width_of(Font::body_strong, value) + 24);
        const ImVec2 corner = flow.next(std::min(width, column.width()));
        const std::string anchor = "import/choose/" + std::string(text_of(question).key) + '/' + value;
        const bool given = value_of(importing.given, question) == value;
        const ButtonFace face{.label = value,
                              .look = value == chosen ? ButtonLook::primary : ButtonLook::plain,
                              .tip = given ? "your choice; click to undo it" : ""};
        if (button(column.ui, anchor, rect_at(corner, width, metrics::control), face))
            commands.push_back(AnswerImport{question, given ? "" : value});
    }
}

void draw_question(Column& column, ImportQuestion question, const State& state, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const ImportPlan& plan = *importing.plan;
    Ui& ui = column.ui;
    const auto answer = plan.mapping.answers.find(question);
    const bool answered = answer != plan.mapping.answers.end();
    const float top = column.y;
    const AnswerLook look = look_of(plan.mapping.answers, question, ui.theme);
    const Rect line = column.row(20);
    const Rect word = ui.text({line.max.x, line.centre().y}, Font::note_strong, look.colour, look.word,
                              {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({line.min.x, line.centre().y}, Font::body_strong, ui.theme.text, title_of(question),
            {.max_width = word.min.x - line.min.x - 12, .vertical = VerticalAlign::middle});
    column.paragraph(Font::note, ui.theme.dim, text_of(question).meaning, 6);
    const std::vector<std::string> values = candidates(question, plan.width);
    const bool by_shape = question == ImportQuestion::heads && answered && answer->second.source == AnswerSource::file;
    if (by_shape) {
        column.text(Font::mono, ui.theme.text, answer->second.value);
    } else if (values.empty()) {
        draw_answer_field(column, question, state, commands);
    } else {
        draw_values(column, question, values, answered ? answer->second.value : "", importing, commands);
    }
    if (answered && !answer->second.reason.empty()) {
        column.gap(4);
        say_lines(column, ui.theme.faint, answer->second.reason);
    }
    ui.place("import/question/" + std::string(text_of(question).key), column.since(top));
    column.gap(14);
}

bool is_shown(ImportQuestion question, const Mapping& mapping) {
    return std::ranges::find(mapping.asked, question) != mapping.asked.end() || mapping.answers.count(question) > 0;
}

}  // namespace

void draw_import_questions(Column& column, const State& state, Commands& commands) {
    const ImportPlan& plan = *state.of<Importing>().plan;
    const std::size_t open = plan.open.size();
    column.title("QUESTIONS THAT SHAPES LEAVE OPEN", open == 0 ? "all answered" : std::to_string(open) + " open");
    // Questions that the file does not answer come first, and keep their place after they are answered.
    for (const bool asked : {true, false}) {
        for (const QuestionText& text : all_questions()) {
            const bool is_asked = std::ranges::find(plan.mapping.asked, text.question) != plan.mapping.asked.end();
            if (is_asked == asked && is_shown(text.question, plan.mapping)) draw_question(column, text.question, state, commands);
        }
    }
}

}  // namespace vitrine
