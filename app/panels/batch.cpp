#include "app/panels/batch.h"

#include <algorithm>

#include "app/state/altering.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float title_height = 28, caption_height = 20, chip_gap = 4, row_gap = 6, selector_height = 32;
constexpr int most_rows = 2;

struct TokenRow {
    const char* caption;
    const IndexTensor& tokens;
    const Vocabulary& vocabulary;
    std::int32_t pad;
};

/// Source, decoder input and, where there are any, labels: these neither ask nor answer, and no mask is made of them.
std::vector<TokenRow> token_rows(const State& state) {
    const Model& model = *state.run->model;
    const Configuration& c = model.configuration;
    std::vector<TokenRow> rows{{"source", model.batch.src, model.source_vocabulary, c.pad_src},
                               {"target in", model.batch.tgt, model.target_vocabulary, c.pad_tgt}};
    constexpr ViewSet without_labels{View::attention, View::masks, View::positions};
    if (!model.batch.labels.empty() && !without_labels.contains(state.view))
        rows.push_back({"labels", model.batch.labels, model.target_vocabulary, c.pad_tgt});
    return rows;
}

/// Lays chips out from left to right in lines; what does not fit into the lines there are is counted in a last "+7".
struct ChipFlow {
    float left, right;
    ImVec2 at;
    int line = 0;

    /// The corner of a chip of this width, or nothing where it does not fit; reserve is what must stay free behind it.
    std::optional<ImVec2> next(float width, float reserve) {
        if (at.x + width > right && at.x > left) {
            if (line + 1 >= most_rows) return std::nullopt;
            ++line;
            at = {left, at.y + chip_height + chip_gap};
        }
        if (line + 1 >= most_rows && at.x + width + reserve > right && at.x > left) return std::nullopt;
        const ImVec2 corner = at;
        at.x += width + chip_gap;
        return corner;
    }
};

/// Walks the chips of one row; draw(corner, word, is_padding) for those that fit. Returns the bottom.
template <class Draw>
float flow_tokens(const Ui& ui, const TokenRow& row, Size sentence, const Rect& area, Draw&& draw) {
    ChipFlow flow{area.min.x, area.max.x, area.min};
    const Size length = row.tokens.size(1);
    for (Size i = 0; i < length; ++i) {
        const std::int32_t id = row.tokens.at({sentence, i});
        const std::string word = row.vocabulary.word(id);
        const float reserve = i + 1 < length ? 40.0f : 0.0f;
        const auto corner = flow.next(chip_width(ui, word), reserve);
        if (!corner) {
            draw(flow.at, "+" + std::to_string(length - i), true);
            break;
        }
        draw(*corner, word, id == row.pad);
    }
    return flow.at.y + chip_height;
}

/// What was not taken as it stood, or made up.
float notes_height(const Ui& ui, const Run& run, float width) {
    float height = 0;
    for (const std::string& note : run.model->notes) {
        height += 15 * static_cast<float>(wrapped(ui.fonts, Font::label, note, width).size()) + 6;
    }
    return height;
}

constexpr float restore_width = 76, restore_height = 26;

/// What has been done to the run by hand, in words.
std::string altered_text(const Run& run) { return "Altered: " + alterations_text(run) + "."; }

float altered_height(const Ui& ui, const Run& run, float width) {
    if (!run.untouched) return 0;
    const auto lines = wrapped(ui.fonts, Font::label, altered_text(run), width - restore_width - 12);
    return std::max(restore_height, 5 + 17 * static_cast<float>(lines.size())) + 8;
}

/// That, with the way back beside it. Returns the bottom.
float draw_altered(Ui& ui, const Rect& content, float y, const State& state, Commands& commands) {
    const Run& run = *state.run;
    if (!run.untouched) return y;
    const float width = content.width() - restore_width - 12;
    const Rect text = ui.paragraph({content.min.x, y + 5}, Font::label, ui.theme.text, altered_text(run), {.width = width});
    const Rect restore = rect_at({content.max.x - restore_width, y}, restore_width, restore_height);
    if (button(ui, "restore", restore, {.label = "Restore", .tip = "the run as the model makes it"}))
        commands.push_back(RestoreRun{});
    return std::max(text.max.y, restore.max.y) + 8;
}

Rect content_of(const Rect& area) {
    return {{area.min.x + metrics::margin, area.min.y + 14}, {area.max.x - metrics::margin, area.max.y}};
}

}  // namespace

float batch_height(const Ui& ui, float width, const State& state) {
    if (!state.run) return 0;
    const Rect content = content_of(rect_at({0, 0}, width, 0));
    float y = content.min.y + title_height + (sentence_count(*state.run) > 1 ? selector_height : 0);
    for (const TokenRow& row : token_rows(state)) {
        const Rect line{{content.min.x, y + caption_height}, {content.max.x, y}};
        y = flow_tokens(ui, row, state.selection.sentence, line, [](ImVec2, const std::string&, bool) {}) + row_gap;
    }
    return y + altered_height(ui, *state.run, content.width()) + notes_height(ui, *state.run, content.width()) + 12;
}

void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const Size count = sentence_count(*state.run), sentence = state.selection.sentence;
    const float top = begin_scroll(ui, "batch", {area.min, {area.max.x, area.max.y - 1}}, state);
    const Rect content = content_of(area.moved(0, top - area.min.y));
    float y = content.min.y;
    section_title(ui, rect_at({content.min.x, y}, content.width(), 16), "BATCH",
                  "sentence " + std::to_string(sentence + 1) + " of " + std::to_string(count));
    y += title_height;
    y = draw_altered(ui, content, y, state, commands);  // at the top, where it is in sight however much follows
    if (count > 1) {
        const Choice choice{.prefix = "sentence",
                            .count = static_cast<int>(count),
                            .selected = static_cast<int>(sentence),
                            .width = content.width(),
                            .colour = ui.theme.accent};
        if (const auto clicked = choose_number(ui, {content.min.x, y}, choice)) commands.push_back(SelectSentence{*clicked});
        y += selector_height;
    }
    for (const TokenRow& row : token_rows(state)) {
        ui.text({content.min.x, y}, Font::label, ui.theme.dim, row.caption);
        const Rect line{{content.min.x, y + caption_height - 2}, {content.max.x, y}};
        y = flow_tokens(ui, row, sentence, line,
                        [&](ImVec2 corner, const std::string& word, bool faint) { chip(ui, corner, word, {.faint = faint}); }) +
            row_gap + 2;
    }
    for (const std::string& note : state.run->model->notes) {
        y = ui.paragraph({content.min.x, y}, Font::label, ui.theme.faint, note, {.width = content.width()}).max.y + 6;
    }
    end_scroll(ui, "batch", y + 4, commands);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
}

}  // namespace vitrine
