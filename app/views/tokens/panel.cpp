#include "app/views/tokens/panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/parts.h"
#include "app/views/tokens/state.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"
#include "core/text/utf8.h"

namespace vitrine {

std::string byte_count(std::size_t count) { return fmt::format("{} byte{}", count, count == 1 ? "" : "s"); }

float byte_width(float room, std::size_t bytes) {
    constexpr float widest = 38;
    return std::min(widest, room / static_cast<float>(std::max<std::size_t>(bytes, 1)));
}

ImVec2 TokensFlow::next(float width) {
    constexpr float gap = 6;
    if (at_.x > column_.left && at_.x + width > column_.right) at_ = {column_.left, at_.y + line_};
    const ImVec2 place = at_;
    at_.x += width + gap;
    return place;
}

float draw_tokens_heading(Ui& ui, const TokensColumn& column, float y, std::string_view title, std::string_view remark) {
    const Rect written = ui.text({column.left, y}, Font::heading, ui.theme.text, title, {.max_width = column.width()});
    const float left = written.max.x + 10;
    constexpr float least = 60;
    if (column.right - left >= least)
        ui.text({left, y + 3}, Font::note, ui.theme.dim, remark, {.max_width = column.right - left, .shorten = Shorten::end});
    return y + 28;
}

namespace {

constexpr float margin = 24;

float draw_title(Ui& ui, const TokensColumn& column, float y) {
    ui.text({column.left, y}, Font::title, ui.theme.text, "How a text becomes tokens", {.max_width = column.width()});
    const char* why =
        "The text is cut into pieces; each is bytes at first. The pair of neighbours that was learned earliest is merged, "
        "again and again, until no two neighbours are a pair.";
    return ui.paragraph({column.left, y + 26}, Font::note, ui.theme.dim, why, {.width = column.width()}).max.y + 14;
}

float draw_field(Ui& ui, const TokensColumn& column, float y, const State& state, Commands& commands) {
    const TextEdit& text = state.of<TokensView>().text;
    const Rect area{{column.left, y}, {column.right, y + metrics::control + 4}};
    const TextFieldInput input{.name = tokens_text_anchor,
                               .text = text.text,
                               .caret = text.caret,
                               .anchor = text.anchor,
                               .placeholder = "Type a text",
                               .remark = "/",
                               .typing = state.focus == tokens_text_anchor};
    const TextFieldOutput output = text_field(ui, area, input);
    if (output.clicked) commands.push_back(SetFocus{tokens_text_anchor});
    if (output.caret && ui.pointer().down) {
        TextEdit moved = text;
        moved.caret = *output.caret;
        if (ui.pointer().pressed) moved.anchor = moved.caret;
        if (!(moved == text)) commands.push_back(SetTokensText{moved});
    }
    return area.max.y + 12;
}

float draw_normalised(Ui& ui, const TokensColumn& column, float y, const ReadText& read) {
    if (!read.tokenizer->rules().nfkc) return draw_tokens_heading(ui, column, y, "Text", "This tokenizer leaves it as it is.");
    const bool same = read.normalised == read.text;
    y = draw_tokens_heading(ui, column, y, "NFKC", same ? "leaves the text as it is" : "the characters of the text, normalised");
    const Rect written = ui.text({column.left, y}, Font::mono, ui.theme.text, with_bytes_named(read.normalised),
                                 {.max_width = column.width(), .shorten = Shorten::end});
    ui.place("tokens/normalised", written);
    return y + 28;
}

/// Why nothing can be read.
float draw_without(Ui& ui, const TokensColumn& column, float y, const State& state) {
    const auto& loaded = state.of<TokensView>().loaded;
    const std::string problem = loaded && !loaded->problem.empty() ? loaded->problem + ". " : "";
    const std::string text = loaded ? problem + "Drop a tokenizer.json on the window." : std::string("Opening …");
    return ui.paragraph({column.left, y}, Font::body, ui.theme.dim, text, {.width = column.width()}).max.y;
}

}  // namespace

void draw_tokens(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TokensColumn column{area.min.x + margin, area.max.x - margin};
    const float top = begin_scroll(ui, "tokens", area, state) + 16;
    float y = draw_field(ui, column, draw_title(ui, column, top), state, commands);
    const ReadPiece* piece = shown_piece(state);
    if (!state.of<TokensView>().read) {
        y = draw_without(ui, column, y, state);
    } else if (!piece) {
        ui.text({column.left, y}, Font::body, ui.theme.dim, "An empty text has no tokens.", {.max_width = column.width()});
        y += 24;
    } else {
        const TokensDesk desk{.state = state, .commands = commands, .read = *state.of<TokensView>().read, .piece = *piece};
        y = draw_normalised(ui, column, y, desk.read);
        y = draw_text_pieces(ui, column, y, desk);
        y = draw_piece_bytes(ui, column, y, desk);
        y = draw_merges(ui, column, y, desk);
        y = draw_token_ids(ui, column, y, desk);
    }
    end_scroll(ui, "tokens", y + 8, commands);
}

}  // namespace vitrine
