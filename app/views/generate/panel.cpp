#include "app/views/generate/panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/state.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

std::string GenerateDesk::word(std::int32_t token) const { return decoded.question.model->target_vocabulary.word(token); }

std::string GenerateDesk::source_word(std::size_t position) const {
    return decoded.question.model->source_vocabulary.word(generation().source[position]);
}

const DecodeStep* GenerateDesk::step() const {
    const auto place = static_cast<std::size_t>(at(asking).step);
    return place < generation().steps.size() ? &generation().steps[place] : nullptr;
}

GenerateDesk make_generate_desk(const State& state, Commands& commands) {
    const Decoded& decoded = *decoded_of(state);
    const int asking = asking_node(state);
    return {.state = state,
            .commands = commands,
            .decoded = decoded,
            .node = shown_node(state),
            .asking = asking,
            .steps = shown_steps(state),
            .layer = shown_layer(state),
            .path = path_to(decoded.generation, asking)};
}

const Hypothesis* sentence_through(const Generation& generation, int node) {
    for (const Hypothesis& sentence : generation.hypotheses) {
        const std::vector<int> path = path_to(generation, sentence.node);
        if (std::find(path.begin(), path.end(), node) != path.end()) return &sentence;
    }
    return nullptr;
}

std::string log_text(double value) { return cell_number(value, ElementType::scalar, 3); }

std::string sentence_words(const GenerateDesk& desk, const Sentence& tokens) {
    const Model& model = *desk.decoded.question.model;
    const bool ends = tokens.size() > 1 && tokens.back() == model.configuration.eos;
    const std::string words = joined_words(model, Sentence(tokens.begin() + 1, tokens.end() - ends));
    return words.empty() ? "(no word)" : words;
}

float draw_generate_heading(Ui& ui, const GenerateColumn& column, float y, std::string_view title, std::string_view remark) {
    const Rect written = ui.text({column.left, y}, Font::heading, ui.theme.text, title, {.max_width = column.width()});
    const float left = written.max.x + 10;
    constexpr float least = 60;
    if (column.right - left < least) return y + 28;
    ui.text({left, y + 3}, Font::note, ui.theme.dim, remark, {.max_width = column.right - left});
    return y + 28;
}

namespace {

constexpr float margin = 24;

/// "each column is a step; …": what is seen.
std::string method_words(const DecodeOptions& options) {
    switch (options.strategy) {
        case Strategy::greedy:
            return "Each column is a step: the likeliest word is taken, the others are left behind.";
        case Strategy::sample:
            return "Each column is a step: a word is drawn by its probability, the others are left behind.";
        default:
            return options.beams == 1
                       ? "Each column is a step: the best sentence goes on, the others are pruned."
                       : fmt::format("Each column is a step: the {} best go on; one that ends is set aside.", options.beams);
    }
}

const char* method_title(Strategy strategy) {
    return strategy == Strategy::greedy ? "Greedy" : strategy == Strategy::sample ? "Sampling" : "Beam search";
}

/// What is not as one would think: words that are still being decoded, or a run that is not decoded.
std::string standing_words(const State& state, const GenerateDesk& desk) {
    if (lacks_decoding(state)) return "Decoding …";
    if (state.of<Learning>().playing && !(desk.decoded.question == *decoding_question(state))) return "of an earlier step";
    // Before the first word has come the first step is listed.
    if (state.of<GenerateView>().grown)
        return fmt::format("step {} of {}", std::max(1, desk.steps), desk.generation().steps.size());
    if (!desk.generation().complete) return "stopped before its end";
    if (shows_a(state)) return "run B is decoded, not A";
    return state.run->difference ? "run B is decoded" : "";
}

/// The buttons at the right end of the title's line: word by word, or all of it again, and the way to the map. Returns their left
/// end.
float draw_buttons(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    constexpr float padding = 24, icon = 20, gap = 8;
    const bool grows = desk.state.of<GenerateView>().grown.has_value();
    const auto area_of = [&](float right, std::string_view widest, float more) {
        const float width = ui.width_of(Font::body_strong, widest) + padding + more;
        return rect_at({right - width, y}, width, metrics::control);
    };
    const Rect grow = area_of(column.right, "Show all", icon);
    if (button(ui, "generate/grow", grow,
               {.label = grows ? "Show all" : "Grow",
                .icon = grows ? Icon::last : Icon::play,
                .tip = grows ? "all steps at once (Space)" : "the sentence word by word, from its beginning on (Space)"}))
        desk.commands.push_back(GrowSentence{!grows});
    constexpr const char* label = "See it in the Map  ›";
    const Rect map = area_of(grow.min.x - gap, label, 0);
    const bool can = can_edit(desk.state);
    const std::string refusal = can ? "" : edit_refusal(desk.state);
    if (button(ui, "generate/map", map,
               {.label = label,
                .tip = can ? "the run that chose the word that is looked at, with every number of it" : std::string_view(refusal),
                .enabled = can})) {
        desk.commands.push_back(ChooseWord{desk.node});
        desk.commands.push_back(SetView{View::map});
    }
    return map.min.x;
}

/// The method and, beside it or below, what is seen of it.
float draw_title(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const float right = draw_buttons(ui, column, y, desk) - 16, middle = y + metrics::control / 2;
    const Rect title = ui.text({column.left, middle}, Font::title, ui.theme.text, method_title(desk.generation().options.strategy),
                               {.max_width = right - column.left, .vertical = VerticalAlign::middle});
    const std::string standing = standing_words(desk.state, desk), words = method_words(desk.generation().options);
    const float left = title.max.x + 14, wide = ui.width_of(Font::note_strong, standing);
    const bool has_room = left + wide <= right;
    if (has_room && !standing.empty()) {
        const Rect said = ui.text({right, middle}, Font::note_strong, ui.theme.text, standing,
                                  {.align = Align::right, .vertical = VerticalAlign::middle});
        ui.place("generate/standing", said);
    }
    if (left + ui.width_of(Font::note, words) + 16 + wide <= right) {
        ui.text({left, middle + 1}, Font::note, ui.theme.dim, words, {.vertical = VerticalAlign::middle});
        return y + metrics::control + 10;
    }
    const std::string both = has_room || standing.empty() ? words : standing + ". " + words;
    const Rect said =
        ui.paragraph({column.left, y + metrics::control + 4}, Font::note, ui.theme.dim, both, {.width = column.width()});
    if (!has_room) ui.place("generate/standing", said);
    return said.max.y + 8;
}

void draw_rule(Ui& ui, const GenerateColumn& column, float y) { ui.fill({{column.left, y}, {column.right, y + 1}}, ui.theme.line); }

/// What may follow, where the words looked, and what is kept: side by side, each scrolling by itself.
void draw_side_by_side(Ui& ui, const Rect& area, const GenerateDesk& desk) {
    constexpr float gap = 36, above = 14, below = 8;
    const float room = area.width() - 2 * gap, height = area.height() - above - below - 6;
    const float first = std::round(0.31f * room), second = std::round(0.34f * room);
    const auto part = [&](const char* name, float left, float width, auto draw) {
        const float top = begin_scroll(ui, name, {{left - 6, area.min.y}, {left + width + 8, area.max.y}}, desk.state);
        const float bottom = draw(GenerateColumn{left, left + width}, top + above);
        end_scroll(ui, name, bottom + below, desk.commands);
    };
    float left = area.min.x;
    part("generate-candidates", left, first,
         [&](const GenerateColumn& column, float y) { return draw_generate_candidates(ui, column, y, height, desk); });
    left += first + gap;
    part("generate-attention", left, second,
         [&](const GenerateColumn& column, float y) { return draw_generate_attention(ui, column, y, height, desk); });
    left += second + gap;
    part("generate-cache", left, area.max.x - left, [&](const GenerateColumn& column, float y) {
        constexpr float work = 204;
        return draw_generate_work(ui, column, draw_generate_cache(ui, column, y, height - work, desk), desk);
    });
}

/// Where there is no room for three columns: two by two, or all of it one below the other.
float draw_stacked(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    constexpr float height = 360, cache_height = 224, between = 16, width_for_two = 600, gap = 36;
    const bool beside = column.width() >= width_for_two;
    const float middle = (column.left + column.right) / 2;
    const GenerateColumn left{column.left, beside ? middle - gap / 2 : column.right};
    const GenerateColumn right{beside ? middle + gap / 2 : column.left, column.right};
    const auto below = [&](float bottom) {
        draw_rule(ui, column, bottom + between);
        return bottom + between + 15;
    };
    const float candidates = draw_generate_candidates(ui, left, y, height, desk);
    const float attention = draw_generate_attention(ui, right, beside ? y : below(candidates), height, desk);
    y = below(std::max(candidates, attention));
    const float cache = draw_generate_cache(ui, left, y, cache_height, desk);
    return std::max(cache, draw_generate_work(ui, right, beside ? y + 28 : cache, desk));
}

/// Everything in one area that scrolls.
void draw_in_one(Ui& ui, const Rect& area, const GenerateColumn& column, const GenerateDesk& desk) {
    float y = begin_scroll(ui, "generate", area, desk.state) + 16;
    y = draw_title(ui, column, y, desk);
    const float height = generate_tree_height(area.height(), desk);
    draw_generate_tree(ui, {{column.left - 8, y}, {area.max.x - 8, y + height}}, desk);
    y += height + 8;
    draw_rule(ui, column, y);
    y = draw_stacked(ui, column, y + 14, desk);
    end_scroll(ui, "generate", y + 8, desk.commands);
}

/// The tree above, as high as it needs or a half, and three columns below.
void draw_in_parts(Ui& ui, const Rect& area, const GenerateColumn& column, const GenerateDesk& desk) {
    const float y = draw_title(ui, column, area.min.y + 16, desk);
    const float height = std::min(generate_tree_height(area.height(), desk), std::round(0.46f * area.height()));
    draw_generate_tree(ui, {{column.left - 8, y}, {area.max.x - 8, y + height}}, desk);
    draw_rule(ui, column, y + height + 4);
    draw_side_by_side(ui, {{column.left, y + height + 5}, {column.right, area.max.y}}, desk);
}

/// Why there is no tree.
std::string missing_words(const State& state) {
    if (!state.run) return "Open a model, in the field at the top: here it will say, word by word, what it makes of a sentence.";
    if (!state.of<GenerateView>().problem.empty()) return "This cannot be decoded: " + state.of<GenerateView>().problem + ".";
    return lacks_decoding(state) ? "Decoding …" : "A model of this size is decoded when its training is paused.";
}

}  // namespace

void draw_generate(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const GenerateColumn column{area.min.x + margin, area.max.x - margin};
    ui.place("generate/all", area);
    if (!state.run || !decoded_of(state) || !state.of<GenerateView>().problem.empty()) {
        ui.text({column.left, area.min.y + 16}, Font::title, ui.theme.text, "Generate", {.max_width = column.width()});
        const Rect said = ui.paragraph({column.left, area.min.y + 48}, Font::body, ui.theme.dim, missing_words(state),
                                       {.width = std::min(column.width(), 560.0f)});
        ui.place("generate/missing", said);
        return;
    }
    const GenerateDesk desk = make_generate_desk(state, commands);
    constexpr float least_width = 860, least_height = 600;
    const bool in_parts = column.width() >= least_width && area.height() >= least_height;
    in_parts ? draw_in_parts(ui, area, column, desk) : draw_in_one(ui, area, column, desk);
}

}  // namespace vitrine
