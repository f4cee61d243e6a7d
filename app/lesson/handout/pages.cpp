#include "app/lesson/handout/pages.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "app/render/svg.h"
#include "app/widgets/text.h"
#include "app/widgets/theme.h"

namespace vitrine {

namespace {

constexpr double paper_mm = 210;
constexpr float page_width = 737, page_height = 1042, margin = 72, spacing = 1.3f;  // a font size of 13 is 10.5 points

/// A line of text, a picture or room for an answer, from top to bottom.
struct HandoutPart {
    enum class Kind : std::uint8_t { text, picture, line, table };
    Kind kind = Kind::text;
    std::string text = {};  ///< for a picture: PNG
    Font font = Font::body;
    float after = 8;  ///< the space below it
    std::vector<std::string> rows = {}, columns = {};
};
using HandoutParts = std::vector<HandoutPart>;

constexpr float text_width_of_page = page_width - 2 * margin, line_room = 30, table_row = 26, table_cell = 44;

/// In a PNG, width and height come after the signature and the name of the first chunk.
ImVec2 size_of_png(std::string_view png) {
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4 && i < png.size(); ++i) value = value << 8 | static_cast<unsigned char>(png[i]);
        return static_cast<float>(std::max(1u, value));
    };
    return {number(16), number(20)};
}

float height_of(const HandoutPart& part, const Fonts& fonts) {
    switch (part.kind) {
        case HandoutPart::Kind::picture: {
            const ImVec2 size = size_of_png(part.text);
            return text_width_of_page * size.y / size.x;
        }
        case HandoutPart::Kind::line:
            return line_room;
        case HandoutPart::Kind::table:
            return table_row * static_cast<float>(part.rows.size() + 1);
        default:
            return paragraph_height(fonts, part.font, part.text, {.width = text_width_of_page, .line_spacing = spacing});
    }
}

class HandoutSheets {
public:
    explicit HandoutSheets(const Fonts& fonts) : fonts_(fonts) { turn(); }

    /// Begins a new page, unless this one is still empty.
    void turn_where_used() {
        if (y_ > margin) turn();
    }

    /// Adds parts that belong together: they are on the same page, if they fit on one.
    void add(const HandoutParts& parts) {
        float height = 0;
        for (const HandoutPart& part : parts) height += height_of(part, fonts_) + part.after;
        if (y_ + height > bottom && height <= bottom - margin) turn_where_used();
        for (const HandoutPart& part : parts) draw(part);
    }

    std::vector<std::string> finish() {
        pages_.push_back(page_->finish());
        return std::move(pages_);
    }

private:
    static constexpr float bottom = page_height - margin;

    void turn() {
        if (page_) pages_.push_back(page_->finish());
        page_ = std::make_unique<Svg>(SvgSize{.logical = {page_width, page_height}, .scale = 1, .width_mm = paper_mm},
                                      colours_.panel, fonts_);
        y_ = margin;
    }

    void line(Font font, Colour colour, std::string_view text, ImVec2 at) {
        const Rect area = rect_at(at, text_width(fonts_, font, text), fonts_.line_height(font));
        page_->text({.text = text, .area = area, .baseline = at.y + fonts_.ascent(font), .font = font, .colour = colour});
    }

    void draw(const HandoutPart& part) {
        const float height = height_of(part, fonts_);
        if (part.kind != HandoutPart::Kind::text && y_ + height > bottom) turn_where_used();
        switch (part.kind) {
            case HandoutPart::Kind::picture: {
                const Rect area = rect_at({margin, y_}, text_width_of_page, height);
                page_->image(area, part.text);
                page_->rect(area, 0, {.colour = colours_.line});
                break;
            }
            case HandoutPart::Kind::line:
                page_->rect(rect_at({margin, y_ + height - 1}, text_width_of_page, 1), 0, colours_.dim);
                break;
            case HandoutPart::Kind::table:
                draw_table(part);
                break;
            default:
                return draw_text_of(part);
        }
        y_ += height + part.after;
    }

    void draw_text_of(const HandoutPart& part) {
        const float step = fonts_.line_height(part.font) * spacing;
        for (const std::string_view words : wrapped(fonts_, part.font, part.text, text_width_of_page)) {
            if (y_ + step > bottom) turn_where_used();
            line(part.font, colours_.text, words, {margin, y_});
            y_ += step;
        }
        y_ += part.after;
    }

    /// Empty cells, to be filled in with a pencil.
    void draw_table(const HandoutPart& part) {
        float left = margin;
        for (const std::string& row : part.rows) left = std::max(left, margin + text_width(fonts_, Font::note, row) + 10);
        const float cell =
            std::min(std::max(table_cell, widest(part.columns) + 10),
                     (page_width - margin - left) / static_cast<float>(std::max<std::size_t>(1, part.columns.size())));
        for (std::size_t column = 0; column < part.columns.size(); ++column)
            line(Font::note, colours_.text, part.columns[column], {left + cell * static_cast<float>(column) + 4, y_ + 6});
        for (std::size_t row = 0; row < part.rows.size(); ++row) {
            const float top = y_ + table_row * static_cast<float>(row + 1);
            line(Font::note, colours_.text, part.rows[row], {margin, top + 6});
            for (std::size_t column = 0; column < part.columns.size(); ++column)
                page_->rect(rect_at({left + cell * static_cast<float>(column), top}, cell, table_row), 0, {.colour = colours_.dim});
        }
    }

    float widest(const std::vector<std::string>& words) const {
        float width = 0;
        for (const std::string& word : words) width = std::max(width, text_width(fonts_, Font::note, word));
        return width;
    }

    const Fonts& fonts_;
    const Theme& colours_ = theme(ThemeKind::light);
    std::unique_ptr<Svg> page_;
    std::vector<std::string> pages_;
    float y_ = margin;
};

HandoutPart prose_part(const std::string& text) {
    const bool equation = text.size() > 2 && text.starts_with('`') && text.ends_with('`');
    if (!equation) return {.text = text};
    return {.text = text.substr(1, text.size() - 2), .font = Font::mono};
}

void add_answer_room(HandoutParts& parts, const LessonPage& page) {
    for (const ReadOption& option : page.options) parts.push_back({.text = "☐  " + option.text, .after = 4});
    if (!page.options.empty()) return;
    if (!page.rows.empty()) {
        parts.push_back({.kind = HandoutPart::Kind::table, .after = 12, .rows = page.rows, .columns = page.columns});
    } else if (page.tensor.empty()) {
        parts.push_back({.kind = HandoutPart::Kind::line});
    } else {
        parts.push_back({.text = "Mark it in the picture."});
    }
}

HandoutParts parts_of(const HandoutStep& step, std::size_t number) {
    const LessonPage& page = step.page;
    HandoutParts parts{{.text = fmt::format("{}. {}", number, page.title), .font = Font::heading, .after = 6}};
    for (const std::string& text : page.prose) parts.push_back(prose_part(text));
    parts.push_back({.kind = HandoutPart::Kind::picture, .text = step.picture, .after = 10});
    if (!page.question.empty()) {
        parts.push_back({.text = page.question, .font = Font::body_strong});
        add_answer_room(parts, page);
    } else if (!page.task.empty()) {
        parts.push_back({.text = page.task, .font = Font::body_strong});
    }
    parts.back().after += 14;
    return parts;
}

}  // namespace

std::vector<std::string> handout_pages(const Lesson& lesson, const std::vector<HandoutStep>& steps, const Fonts& fonts) {
    HandoutSheets sheets(fonts);
    sheets.add({{.text = "Name: ______________________________     Date: ____________________", .after = 18},
                {.text = lesson.title.text, .font = Font::display, .after = 8},
                {.text = lesson.about.text, .after = 22}});
    for (std::size_t i = 0; i < steps.size(); ++i) sheets.add(parts_of(steps[i], i + 1));
    HandoutParts answers{{.text = "Answers", .font = Font::display, .after = 14}};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].answer.empty()) continue;
        answers.push_back({.text = fmt::format("{}. {}", i + 1, steps[i].page.title), .font = Font::heading, .after = 6});
        answers.push_back({.text = steps[i].answer});
        for (const std::string& text : steps[i].page.after) answers.push_back(prose_part(text));
        answers.back().after += 10;
    }
    if (answers.size() > 1) {
        sheets.turn_where_used();
        sheets.add(answers);
    }
    return sheets.finish();
}

}  // namespace vitrine
