/// Draws what is above and below the halves of the map: their names, and the input words.

#include <algorithm>
#include <array>

#include "app/run/parameter_totals.h"
#include "app/views/map/commands.h"
#include "app/views/map/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// The input words, as many as fit, and their total width.
struct FootWords {
    std::vector<std::string> words;
    std::vector<float> widths;
    float total = 0;
    bool are_all = true;  ///< false: there are more words than fit
};

constexpr float word_gap = 6, ellipsis_room = 18;
constexpr std::size_t many = 256;  // in longer sentences, only visible words are drawn

FootWords words_of(const MapCanvas& canvas, Side side, bool chips, float room) {
    const IndexTensor& tokens = tokens_read(canvas.run(), side);
    const Vocabulary& vocabulary = vocabulary_of(canvas.run(), side);
    FootWords list;
    for (Size i = 0; i < tokens.size(1) && list.are_all; ++i) {
        const std::string word = vocabulary.word(tokens.at({canvas.state.selection.sentence, i}));
        list.words.push_back(word);
        list.widths.push_back(chips ? chip_width(canvas.ui, word) : canvas.ui.width_of(Font::note, word));
        list.total += list.widths.back() + word_gap;
        list.are_all = list.total <= room;
    }
    return list;
}

/// Draws the paper's name of an input, shortened to leave room for the words. Returns where the words begin. Requires: room ≥ 0.
float draw_foot_title(const MapCanvas& canvas, ImVec2 at, Side side, float room) {
    constexpr float gap = 12;
    const bool shifted = reads_shifted_labels(canvas.run(), canvas.state.selection.sentence);
    const bool of_inputs = side == Side::source || !canvas.run().has_both_stacks();
    for (const char* title : of_inputs ? std::array{"Inputs", "In"}
                             : shifted ? std::array{"Outputs (shifted right)", "Outputs"}
                                       : std::array{"Outputs", "Out"}) {
        const float width = canvas.ui.width_of(Font::label, title) + gap;
        if (width > room) continue;
        canvas.ui.text(at, Font::label, canvas.ui.theme.dim, title, {.vertical = VerticalAlign::middle});
        return at.x + width;
    }
    return at.x;
}

/// Draws the input words, as chips if there is room.
void draw_words(const MapCanvas& canvas, const Rect& foot, Side side) {
    Ui& ui = canvas.ui;
    const bool chips = foot.height() >= chip_height + 4;
    const FootWords list = words_of(canvas, side, chips, foot.width());
    const float middle = foot.min.y + std::min(foot.height() / 2, 26.0f);
    // If the text is too long for its row, some words make room for the title.
    const float for_title = list.are_all ? foot.width() - list.total : std::min(foot.width() / 4, 90.0f);
    float x = draw_foot_title(canvas, {foot.min.x, middle}, side, for_title);
    for (std::size_t i = 0; i < list.words.size(); ++i) {
        if (i > many && x > ui.size().x) return;  // beyond the window
        const bool is_last = list.are_all && i + 1 == list.words.size();
        if (x + list.widths[i] + (is_last ? 0 : ellipsis_room) > foot.max.x) {
            if (x + ellipsis_room - word_gap <= foot.max.x + 0.5f)
                ui.text({x, middle}, Font::note, ui.theme.faint, "…", {.vertical = VerticalAlign::middle});
            return;
        }
        const Rect word = rect_at({x, middle - chip_height / 2}, list.widths[i], chip_height);
        const bool drawn = i <= many || ui.sees(word);
        if (drawn && chips) chip(ui, word.min, list.words[i], {});
        if (drawn && !chips) ui.text({x, middle}, Font::note, ui.theme.text, list.words[i], {.vertical = VerticalAlign::middle});
        x += list.widths[i] + word_gap;
    }
}

/// "6 layers", and the number of their parameters if that fits.
std::string remark_on(const MapCanvas& canvas, Side side, float room) {
    const auto layers = std::ranges::count(canvas.layout.layers, side, &MapLayer::side);
    const std::string short_one = std::to_string(layers) + (layers == 1 ? " layer" : " layers");
    const std::string whole = short_one + "  ·  " + parameters_text(parameters_of_stack(canvas.run(), side).count);
    for (const std::string& remark : {whole, short_one}) {
        if (canvas.ui.width_of(Font::label, remark) <= room) return remark;
    }
    return "";
}

}  // namespace

bool reads_shifted_labels(const Run& run, Size sentence) {
    const IndexTensor &tokens = tokens_read(run, Side::target), &labels = run.activations->labels;
    if (labels.empty()) return false;
    for (Size t = 0; t + 1 < tokens.size(1); ++t) {
        const std::int32_t next = tokens.at({sentence, t + 1});
        if (next != run.model->configuration.pad_tgt && labels.at({sentence, t}) != next) return false;
    }
    return true;
}

void draw_headings(MapCanvas& canvas) {
    Ui& ui = canvas.ui;
    constexpr float above = 18, height = 22, gap = 12;
    if (!canvas.run().is_transformer()) return;  // an attention alone has no halves, and its blocks name themselves
    for (const Side side : {Side::source, Side::target}) {
        const WorldRect& world = side == Side::source ? canvas.layout.encoder : canvas.layout.decoder;
        if (world.width() == 0) continue;
        const Rect half = canvas.on_screen(world);
        const std::string what = side == Side::source ? "encoder" : "decoder", name = side == Side::source ? "Encoder" : "Decoder";
        const float left = half.min.x + canvas.spot({map_metrics::layer_side, 0}).x - canvas.spot({0, 0}).x;
        const float right = half.max.x - (left - half.min.x), width = ui.width_of(Font::heading, name);
        const float middle = half.min.y - above;
        const std::string remark = remark_on(canvas, side, right - left - width - gap);
        const float end = left + width + (remark.empty() ? 0 : gap + ui.width_of(Font::label, remark));
        const Rect area{{left - 4, middle - height / 2}, {end + 4, middle + height / 2}};
        if (!ui.sees(area) || width > right - left) {
            ui.out_of_sight("stack/" + what);
            continue;
        }
        const Interaction does = ui.control("stack/" + what, area);
        if (does.hovered) canvas.pick = {.frame = what};
        if (does.hovered) note_stack(canvas, side);
        if (does.focused && ui.pointer().activate) canvas.commands.push_back(FrameMap{what});
        ui.text({left, middle}, Font::heading, ui.theme.text, name, {.vertical = VerticalAlign::middle});
        ui.text({left + width + gap, middle + 1}, Font::label, ui.theme.dim, remark, {.vertical = VerticalAlign::middle});
    }
}

void draw_feet(MapCanvas& canvas) {
    constexpr float lowest = 22;
    if (!canvas.run().is_transformer()) return;  // the inputs are vectors
    for (const Side side : {Side::source, Side::target}) {
        const WorldRect& half = side == Side::source ? canvas.layout.encoder : canvas.layout.decoder;
        if (half.width() == 0) continue;
        const WorldRect foot{{half.min.x + map_metrics::layer_side, half.max.y - map_metrics::foot},
                             {half.max.x - map_metrics::layer_side, half.max.y}};
        Rect area = canvas.on_screen(foot);
        area.max.y = std::max(area.max.y, area.min.y + lowest);
        if (canvas.ui.sees(area)) draw_words(canvas, area, side);
    }
}

}  // namespace vitrine
