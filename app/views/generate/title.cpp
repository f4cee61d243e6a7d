/// Draws the title of the view: how the sentence is decoded, and the buttons beside that.

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// Describes how a word is drawn with these options.
std::string drawing_words(const SamplingOptions& sampling) {
    if (sampling.temperature == 0) return "the likeliest token is taken, because temperature 0 leaves no other.";
    const std::string cooled = sampling.temperature == 1 ? "" : fmt::format(" at temperature {:g}", sampling.temperature);
    const bool narrowed = sampling.top_k > 0 || sampling.top_p < 1;
    return fmt::format("a token is drawn by its probability{}{}; the others are dropped.", cooled,
                       narrowed ? " among those that are left" : "");
}

/// Describes a step to which no word is forced.
std::string step_words(const DecodeOptions& options) {
    switch (options.strategy) {
        case Strategy::greedy:
            return "the likeliest token is taken; the others are dropped.";
        case Strategy::sample:
            return drawing_words(options.sampling);
        default:
            if (options.beams == 1) return "the best continuation is kept; a sentence that ends with the best token is finished.";
            return fmt::format(
                "the {0} best continuations are kept; a sentence that ends among the {0} best is finished, and the next best takes "
                "its place.",
                options.beams);
    }
}

const char* method_title(Strategy strategy) {
    return strategy == Strategy::greedy ? "Greedy" : strategy == Strategy::sample ? "Sampling" : "Beam search";
}

/// Tells what the user might not expect: words are still being decoded, or the shown run is not the decoded one.
std::string standing_words(const State& state, const GenerateScene& scene) {
    if (lacks_decoding(state)) return "Decoding …";
    if (state.of<Learning>().playing && !(scene.decoded.question == *decoding_question(state)))
        return "of an earlier training step";
    // Before the first word has come the first step is listed.
    if (state.of<GenerateView>().grown)
        return fmt::format("step {} of {}", std::max(1, scene.steps), scene.generation().steps.size());
    if (!scene.generation().complete) return "stopped before the end";
    if (shows_a(state)) return "run B is decoded, not A";
    return state.run->difference ? "run B is decoded" : "";
}

std::string numbers_left_out(const State& state) {
    const std::shared_ptr<const Run>& run = working_run(state);
    if (!run || !leaves_numbers_out(*run)) return "";
    return " Numbers set by hand belong to the batch; the decoding ignores them.";
}

/// Draws the buttons at the right end of the title's line: growing the sentence word by word or showing all of it, and the way to
/// the map. Returns their left edge.
float draw_buttons(Ui& ui, const Rect& line, const GenerateScene& scene) {
    constexpr float padding = 24, icon = 20, gap = 8;
    const bool grows = scene.state.of<GenerateView>().grown.has_value();
    const auto area_of = [&](float right, std::string_view widest, float more) {
        const float width = ui.width_of(Font::body_strong, widest) + padding + more;
        return rect_at({right - width, line.min.y}, width, line.height());
    };
    const Rect grow = area_of(line.max.x, "Show all", icon);
    if (button(ui, "generate/grow", grow,
               {.label = grows ? "Show all" : "Grow",
                .icon = grows ? Icon::last : Icon::play,
                .tip = grows ? "all steps at once (Space)" : "the sentence token by token, from the beginning (Space)"}))
        scene.commands.push_back(GrowSentence{!grows});
    constexpr float room_for_sentence = 380;
    const char* label = line.width() < room_for_sentence ? "Map  ›" : "Show in the Map  ›";
    const Rect map = area_of(grow.min.x - gap, label, 0);
    const bool can = can_edit(scene.state);
    const std::string refusal = can ? "" : edit_refusal(scene.state);
    if (button(ui, "generate/map", map,
               {.label = label,
                .tip = can ? "the run that chose the selected token, with all its numbers" : std::string_view(refusal),
                .enabled = can})) {
        scene.commands.push_back(ChooseWord{scene.node});
        scene.commands.push_back(SetView{View::map});
    }
    return map.min.x;
}

}  // namespace

std::string method_words(const DecodeOptions& options) {
    std::string text = "Each column is a step: " + step_words(options);
    if (const std::size_t words = options.forced.size(); words > 0)
        text += words == 1 ? " The first token was chosen by hand."
                           : fmt::format(" The first {} tokens are fixed; the last of them was chosen by hand.", words);
    return text;
}

void draw_generate_title(Ui& ui, Column& column, const GenerateScene& scene) {
    const Rect line = column.row(metrics::control);
    const float right = draw_buttons(ui, line, scene) - 16, middle = line.centre().y;
    const Rect title = ui.text({line.min.x, middle}, Font::title, ui.theme.text, method_title(scene.generation().options.strategy),
                               {.max_width = right - line.min.x, .vertical = VerticalAlign::middle});
    const std::string standing = standing_words(scene.state, scene),
                      words = method_words(scene.generation().options) + numbers_left_out(scene.state);
    const float left = title.max.x + 14, wide = ui.width_of(Font::note_strong, standing);
    const bool has_room = left + wide <= right;
    if (has_room && !standing.empty()) {
        const Rect said = ui.text({right, middle}, Font::note_strong, ui.theme.text, standing,
                                  {.align = Align::right, .vertical = VerticalAlign::middle});
        ui.place("generate/standing", said);
    }
    if (left + ui.width_of(Font::note, words) + 16 + wide <= right) {
        ui.text({left, middle + 1}, Font::note, ui.theme.dim, words, {.vertical = VerticalAlign::middle});
        column.gap(10);
        return;
    }
    column.gap(4);
    const std::string both = has_room || standing.empty() ? words : standing + ". " + words;
    const Rect said = column.paragraph(Font::note, ui.theme.dim, both, 8);
    if (!has_room) ui.place("generate/standing", said);
}

}  // namespace vitrine
