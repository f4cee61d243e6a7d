#include "app/export/transcript.h"

#include <algorithm>

#include "app/frame/pages/parts.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// How many characters of the monospaced font fit in a line.
std::size_t columns_of(const Ui& ui, float width) {
    const float character = ui.width_of(Font::mono, "0000000000") / 10;
    return static_cast<std::size_t>(std::max(20.0f, width / character));
}

}  // namespace

void draw_transcript_page(Ui& ui, Column& column, const State& state) {
    const std::string text = transcript(state);
    const std::size_t columns = std::min(transcript_columns, columns_of(ui, column.width()));
    const std::string fitting = columns < transcript_columns ? wrapped_text(text, columns, "  ") : text;
    const float line_height = 1.3f * ui.fonts.line_height(Font::mono);
    for (std::size_t at = 0; at < fitting.size();) {
        const std::size_t end = std::min(fitting.find('\n', at), fitting.size());
        const Rect line = column.row(line_height);
        if (end > at) ui.text(line.min, Font::mono, ui.theme.text, std::string_view(fitting).substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace vitrine
