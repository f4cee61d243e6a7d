/// Shows what the mask does to the numbers: one query's scores, the masked scores, and the weights.

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/panel/aspect_choice.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/selection_commands.h"
#include "app/views/masks/parts.h"
#include "app/views/masks/words.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

constexpr float narrowest_cell = 62, widest_cell = 132, strip_height = 30, label_width = 128;

/// The keys that are drawn, and where.
struct RowWindow {
    Size first = 0, count = 0;
    float left = 0, cell = 0;

    Rect at(Size key, float y) const { return rect_at({left + static_cast<float>(key - first) * cell, y}, cell - 1, strip_height); }
};

RowWindow window_of(const Column& column, const MaskScene& scene) {
    const auto keys = scene.answering.count();
    const float room = column.width() - label_width;
    RowWindow window;
    window.count = std::clamp<Size>(static_cast<Size>(room / narrowest_cell), 1, keys);
    window.first = std::clamp<Size>(scene.pair.tokens.key - window.count / 2, 0, keys - window.count);
    window.left = column.left + label_width;
    window.cell = std::clamp(std::floor(room / static_cast<float>(window.count)), narrowest_cell, widest_cell);
    return window;
}

Index row_cell(const MaskScene& scene, Size key) { return {scene.sentence(), scene.head(), scene.pair.tokens.query, key}; }

/// One row of numbers.
struct Strip {
    const char *tensor, *label;
    std::string made;  ///< how its numbers were computed
};

/// "+0.1239", "−∞", "0" for a weight of exactly 0; gradients as everywhere else.
std::string strip_number(const Strip& strip, Aspect aspect, double value) {
    if (!shows_values(aspect)) return gradient_text(value);
    if (!std::string_view(strip.tensor).ends_with("weights")) return signed_number(value, ElementType::scalar);
    return value == 0 ? "0" : plain_number(value);
}

void draw_strip(Ui& ui, const Rect& row, const Strip& strip, const RowWindow& window, const MaskScene& scene) {
    const float y = row.min.y;
    const std::string path = mask_tensor(scene.state, strip.tensor);
    const TensorInfo& info = *scene.run().outline().find(path);
    const Plane plane{-1, 3, row_cell(scene, 0)};
    const Aspect aspect = find_gradient(scene.run(), path).present() ? scene.state.aspect : Aspect::value;
    const PlanePicture picture = picture_of(scene.run(), info, plane, ui.theme, scene.state.share_colours, aspect);
    ui.text({row.min.x, y + 1}, Font::body_strong, ui.theme.text, strip.label);
    ui.text({row.min.x, y + 17}, Font::label, ui.theme.dim,
            shows_values(aspect) ? row_words(scene.run(), path, row_cell(scene, 0), strip.made) : word_of(aspect),
            {.max_width = label_width - 8});

    const Rect seen = rect_at({window.left, y}, window.cell * static_cast<float>(window.count), strip_height);
    const Rect all = rect_at({window.left - window.cell * static_cast<float>(window.first), y},
                             window.cell * static_cast<float>(picture.cells.columns()), strip_height);
    ui.push_clip(seen);
    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, all, picture.cells, picture.style);
    const Interaction does = ui.tensor(std::string("masks/row/") + strip.tensor, layout, picture.cells);
    for (Size key = window.first; key < window.first + window.count; ++key) {
        const double value = picture.cells.value(0, static_cast<int>(key));
        const Colour ground = cell_colour(value, picture.cells.masked(0, static_cast<int>(key)), picture.style);
        ui.text(window.at(key, y).centre(), Font::mono_small, text_on(ground, ui.theme), strip_number(strip, aspect, value),
                {.max_width = window.cell - 3, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
    ui.pop_clip();
    ui.frame(seen.inset(-2), ui.theme.attention, 4);
    const Rect lit = window.at(scene.pair.tokens.key, y);
    ui.frame(lit.inset(-1), scene.pair.chosen ? ui.theme.accent : ui.theme.text, 2, 2);
    const auto hovered = does.hovered ? layout.at(ui.pointer().position) : std::nullopt;
    if (!hovered) return;
    const TokenPair pair{scene.pair.tokens.query, hovered->column};
    std::vector<std::string> lines = mask_note(scene.run(), scene.cell(pair));
    lines.insert(lines.begin(),
                 name_of_numbers(aspect, info.symbol) + "  " + number_text(scene.run(), info, row_cell(scene, pair.key), aspect));
    ui.note(lines, seen);
    if (does.clicked) scene.choose(pair);
}

void draw_keys(Ui& ui, float y, const RowWindow& window, const MaskScene& scene) {
    for (Size key = window.first; key < window.first + window.count; ++key) {
        ui.text({window.at(key, y).centre().x, y}, Font::label, key == scene.pair.tokens.key ? ui.theme.text : ui.theme.dim,
                scene.answering[key], {.max_width = window.cell - 6, .align = Align::centre});
    }
}

/// "layer 1 2": the choice of a layer or head, and its greatest width.
struct PlaceChoice {
    const char* label;
    Choice choice;
};

std::vector<PlaceChoice> place_choices(const Ui& ui, const MaskScene& scene) {
    const Size layers = attention_layers(scene.run().model->configuration, scene.place.kind),
               heads = head_count(scene.run(), scene.place);
    std::vector<PlaceChoice> choices;
    const auto add = [&](const char* label, const char* prefix, Size count, Size selected) {
        if (count > 1) choices.push_back({label, {prefix, static_cast<int>(count), static_cast<int>(selected), 0, ui.theme.dim}});
    };
    add("layer", "masks/layer", layers, scene.place.layer);
    add("head", "masks/head", heads, scene.head());
    constexpr float widest = 250, number = 34;
    for (PlaceChoice& each : choices) each.choice.width = std::min(widest, number * static_cast<float>(each.choice.count));
    return choices;
}

constexpr float choice_label_gap = 8, choice_gap = 20;

float choices_width(const Ui& ui, const std::vector<PlaceChoice>& choices) {
    float width = -choice_gap;
    for (const PlaceChoice& each : choices)
        width += ui.width_of(Font::note, each.label) + choice_label_gap + each.choice.width + choice_gap;
    return width;
}

void choose_layer(const MaskScene& scene, Size layer) {
    const std::string path = path_of({scene.place.kind, layer}) + ".mask";
    const Index cell{scene.sentence(), 0, scene.pair.tokens.query, scene.pair.tokens.key};
    scene.commands.push_back(scene.pair.chosen ? Command(SelectCell{path, cell}) : Command(SelectTensor{path}));
}

void draw_choices(Ui& ui, ImVec2 at, const std::vector<PlaceChoice>& choices, const MaskScene& scene) {
    for (const PlaceChoice& each : choices) {
        const Rect label = ui.text({at.x, at.y + 12}, Font::note, ui.theme.dim, each.label, {.vertical = VerticalAlign::middle});
        const auto clicked = choose_number(ui, {label.max.x + choice_label_gap, at.y}, each.choice);
        at.x = label.max.x + choice_label_gap + each.choice.width + choice_gap;
        if (!clicked) continue;
        if (each.choice.prefix == "masks/layer") {
            choose_layer(scene, *clicked);
        } else {
            scene.commands.push_back(SelectHead{*clicked});
        }
    }
}

/// Draws whose numbers are shown, and the choice of layer and head at the end of the line or below it.
void draw_row_title(Ui& ui, Column& column, const MaskScene& scene) {
    const std::string title =
        "What the mask does to the numbers: " + briefly_quoted(scene.query_word()) + scene.next_behind() + " asks";
    const Rect written = column.line(30, Font::heading, ui.theme.text, title);
    const std::vector<PlaceChoice> choices = place_choices(ui, scene);
    const float left = choices.empty() ? column.right : column.right - choices_width(ui, choices);
    const bool beside = written.max.x + 24 <= left;
    if (!scene.pair.chosen) {
        const float room = (beside ? left : column.right) - written.max.x - 24;
        const bool hidden = !may_see(scene.run(), scene.cell(scene.pair.tokens));
        const std::string remark =
            hidden ? "an example with a hidden key; click a cell for another" : "an example; click a cell for another";
        if (ui.width_of(Font::note, remark) <= room)
            ui.text({written.max.x + 12, written.centre().y}, Font::note, ui.theme.dim, remark,
                    {.vertical = VerticalAlign::middle});
    }
    if (choices.empty()) return;
    draw_choices(ui, beside ? ImVec2{left, written.min.y - 3} : ImVec2{column.left, written.min.y + 28}, choices, scene);
    column.gap(beside ? 2 : 32);
}

/// How scores are computed: "query · key ÷ √8".
std::string scores_words(const MaskScene& scene) {
    const AttentionDescription& of = described(scene.run(), scene.place);
    const bool normed = of.query_key_norm != QueryKeyNorm::none;
    const std::string words = of.rotation ? "turned q · k" : normed ? "normed q · k" : "query · key", divided = division_words(of);
    return divided.empty() ? words : words + ' ' + divided;
}

/// The strips, in the order of computation.
std::vector<Strip> strips_of(const MaskScene& scene) {
    std::vector<Strip> strips{{"scores", "scores", scores_words(scene)}};
    if (const auto cap = described(scene.run(), scene.place).scores_cap)
        strips.push_back({"scores_capped", "capped", fmt::format("{0:g} · tanh(score ÷ {0:g})", *cap)});
    if (!scene.numbers.biased_scores.empty()) strips.push_back({"biased_scores", "biased", "+ position bias"});
    if (scene.regime().design.mask_after_softmax) {
        strips.push_back({"unmasked_weights", "unmasked", "softmax of the row"});
        strips.push_back({"weights", "weights", "× mask; hidden cells are hatched"});
    } else {
        strips.push_back({"masked_scores", "masked", "hatched: hidden"});
        strips.push_back({"weights", "weights", "softmax of the row"});
    }
    return strips;
}

/// The run that the shown run is compared with: the open run, if other masks are tried, or the run as it was before masks were
/// switched off; null: neither.
const Run* run_before(const MaskScene& scene) {
    const Run& open = *scene.state.run;
    return scene.is_tests_run() ? &open : open.untouched.get();
}

}  // namespace

void draw_mask_row(Ui& ui, Column& column, const MaskScene& scene) {
    const float top = column.y;
    draw_row_title(ui, column, scene);
    const TensorInfo& scores = *scene.run().outline().find(mask_tensor(scene.state, "scores"));
    const bool has_gradients = find_gradient(scene.run(), scores.path).present();
    draw_aspect_title(ui, column, "masks/numbers-shown", scene.run(), has_gradients ? scene.state.aspect : Aspect::value);
    const RowWindow window = window_of(column, scene);
    draw_keys(ui, column.row(20).min.y, window, scene);
    for (const Strip& strip : strips_of(scene)) draw_strip(ui, column.row(strip_height, 8), strip, window, scene);
    if (window.count < scene.answering.count()) {
        ui.text({window.left, column.row(20).min.y}, Font::label, ui.theme.faint,
                fmt::format("keys at positions {} to {} of {}; click a cell above for others", window.first,
                            window.first + window.count - 1, scene.answering.count()),
                {.max_width = column.right - window.left});
    }
    column.gap(2);
    if (const Run* before = run_before(scene)) {
        const std::string words = other_scores_words(*before, scene.run(), scene.cell(scene.pair.tokens), scene.head());
        if (!words.empty()) ui.place("masks/other-scores", column.paragraph(Font::note, ui.theme.accent, words, 6));
    }
    column.paragraph(Font::note, ui.theme.text, mask_outcome(scene.run(), scene.cell(scene.pair.tokens), scene.head()));
    ui.place("masks/row", column.since(top));
    column.gap(18);
}

}  // namespace vitrine
