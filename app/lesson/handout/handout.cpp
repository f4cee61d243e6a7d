#include "app/lesson/handout/handout.h"

#include <fmt/format.h>

#include "core/text/base64.h"
#include "core/text/markup.h"

namespace vitrine {

namespace {

std::string paragraph(const std::string& text) {
    const bool equation = text.size() > 2 && text.starts_with('`') && text.ends_with('`');
    return equation ? fmt::format("<pre>{}</pre>\n", escaped_markup(text.substr(1, text.size() - 2)))
                    : fmt::format("<p>{}</p>\n", escaped_markup(text));
}

/// An empty table to be filled in with a pencil.
std::string empty_table(const LessonPage& page) {
    std::string html = "<table><tr><th></th>";
    for (const std::string& column : page.columns) html += fmt::format("<th>{}</th>", escaped_markup(column));
    html += "</tr>\n";
    for (const std::string& row : page.rows) {
        html += fmt::format("<tr><th>{}</th>", escaped_markup(row));
        for (std::size_t i = 0; i < page.columns.size(); ++i) html += "<td></td>";
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

/// Room for the answer: options, a table, the picture, or a line.
std::string room_for_answer(const LessonPage& page) {
    std::string html;
    for (const ReadOption& option : page.options)
        html += fmt::format("<p class=\"option\">☐ {}</p>\n", escaped_markup(option.text));
    if (!html.empty()) return html;
    if (!page.rows.empty()) return empty_table(page);
    return page.tensor.empty() ? "<p class=\"line\"></p>\n" : "<p class=\"task\">Mark it in the picture.</p>\n";
}

std::string question(const LessonPage& page) {
    if (page.question.empty()) return page.task.empty() ? "" : fmt::format("<p class=\"task\">{}</p>\n", escaped_markup(page.task));
    return fmt::format("<div class=\"question\"><p>{}</p>\n{}</div>\n", escaped_markup(page.question), room_for_answer(page));
}

constexpr const char* style =
    "body{font-family:sans-serif;max-width:48em;margin:2em auto;padding:0 1em;line-height:1.5;color:#1a2029}"
    "h1{font-size:1.6em}h2{font-size:1.15em;margin-top:2em}img{width:100%;border:1px solid #d5dae1}"
    "pre{background:#eef0f3;padding:.6em;overflow-x:auto}.question{border:1px solid #5c6777;border-radius:8px;padding:.2em "
    "1em;margin:1em 0}"
    ".name span{display:inline-block;width:14em;border-bottom:1px solid #5c6777;margin-right:2em}"
    ".option{margin:.3em 0}.line{border-bottom:1px solid #5c6777;height:2em}.task{font-style:italic}"
    "table{border-collapse:collapse}th{font-weight:normal;padding:.2em .6em}td{border:1px solid #5c6777;width:3em;height:2em}"
    "section,.question{break-inside:avoid}.answers{break-before:page}";

}  // namespace

std::string answer_on_paper(const std::string& right, const std::string& reply) {
    return right + (right.ends_with('.') ? " " : ". ") + reply;
}

std::string handout_html(const Lesson& lesson, const std::vector<HandoutStep>& steps) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{1}</style></head>\n"
        "<body><p class=\"name\">Name: <span></span> Date: <span></span></p>\n<h1>{0}</h1>\n<p>{2}</p>\n",
        escaped_markup(lesson.title.text), style, escaped_markup(lesson.about.text));
    std::string answers;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const HandoutStep& step = steps[i];
        html += fmt::format("<section><h2>{}. {}</h2>\n", i + 1, escaped_markup(step.page.title));
        for (const std::string& text : step.page.prose) html += paragraph(text);
        html += fmt::format("<img alt=\"{}\" src=\"data:image/png;base64,{}\">\n", escaped_markup(step.page.title),
                            base64_of(step.picture));
        html += question(step.page) + "</section>\n";
        if (step.answer.empty()) continue;
        answers += fmt::format("<h2>{}. {}</h2>\n<p>{}</p>\n", i + 1, escaped_markup(step.page.title), escaped_markup(step.answer));
        for (const std::string& text : step.page.after) answers += paragraph(text);
    }
    if (!answers.empty()) html += "<div class=\"answers\"><h1>Answers</h1>\n" + answers + "</div>\n";
    return html + "</body></html>\n";
}

}  // namespace vitrine
