#include <algorithm>
#include <cmath>

#include "app/views/generate/beams_win.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/view.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::string GenerateScene::word(std::int32_t token) const { return decoded.question.model->target_vocabulary.word(token); }

std::string GenerateScene::source_word(std::size_t position) const {
    const Model& model = *decoded.question.model;
    return (has_source() ? model.source_vocabulary : model.target_vocabulary).word(generation().source[position]);
}

const DecodeStep* GenerateScene::step() const {
    const auto place = static_cast<std::size_t>(at(asking).step);
    return place < generation().steps.size() ? &generation().steps[place] : nullptr;
}

GenerateScene make_generate_scene(const State& state, Commands& commands) {
    const Decoded& decoded = *decoded_of(state);
    const int asking = asking_node(state);
    return {.state = state,
            .commands = commands,
            .decoded = decoded,
            .node = shown_node(state),
            .asking = asking,
            .root = last_given(decoded.generation),
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

std::string log_text(double value) { return plain_number(value); }

std::string sentence_words(const GenerateScene& scene, const Sentence& tokens) {
    const Model& model = *scene.decoded.question.model;
    const auto given = static_cast<std::size_t>(scene.root) + 1;
    const bool ends = tokens.size() > given && ends_sentences(model, tokens.back());
    const Sentence own(tokens.begin() + static_cast<std::ptrdiff_t>(given), tokens.end() - ends);
    const std::string words = joined_words(model, own);
    return words.empty() ? "(no token)" : words;
}

namespace {

/// Draws the next words, the attention and the cache side by side, each with its own scroll position.
void draw_side_by_side(Ui& ui, const Rect& area, const GenerateScene& scene) {
    constexpr float gap = 36, above = 14;
    const float room = area.width() - 2 * gap, height = area.height() - 28;
    const float first = std::round(0.31f * room), second = std::round(0.34f * room);
    const auto part = [&](const char* name, float left, float width, auto draw) {
        const float top = begin_scroll(ui, name, {{left - 6, area.min.y}, {left + width + 8, area.max.y}}, scene.state);
        Column column{ui, left, left + width, top + above};
        draw(column);
        end_column(column, name, scene.commands);
    };
    float left = area.min.x;
    part("generate-candidates", left, first, [&](Column& column) { draw_generate_candidates(ui, column, height, scene); });
    left += first + gap;
    part("generate-attention", left, second, [&](Column& column) { draw_generate_attention(ui, column, height, scene); });
    left += second + gap;
    part("generate-cache", left, area.max.x - left, [&](Column& column) {
        constexpr float work = 204;
        draw_generate_cache(ui, column, height - work, scene);
        draw_generate_work(ui, column, scene);
    });
}

/// Without room for three columns: draws them in pairs, or all below one another.
void draw_stacked(Ui& ui, Column& column, const GenerateScene& scene) {
    constexpr float height = 360, cache_height = 224, between = 16, width_for_two = 600;
    if (column.width() < width_for_two) {
        draw_generate_candidates(ui, column, height, scene);
        column.gap(between);
        column.rule(14);
        draw_generate_attention(ui, column, height, scene);
        column.gap(between);
        column.rule(14);
        draw_generate_cache(ui, column, cache_height, scene);
        return draw_generate_work(ui, column, scene);
    }
    auto [candidates, attention] = column.halves(36);
    draw_generate_candidates(ui, candidates, height, scene);
    draw_generate_attention(ui, attention, height, scene);
    column.go_below(candidates, attention);
    column.gap(between);
    column.rule(14);
    auto [cache, work] = column.halves(36);
    draw_generate_cache(ui, cache, cache_height, scene);
    work.gap(28);
    draw_generate_work(ui, work, scene);
    column.go_below(cache, work);
}

/// Draws the end of the prompt, as far as it fits, beside the tree that grows from it.
void draw_prompt(Ui& ui, const Rect& area, const GenerateScene& scene) {
    const Sentence& prompt = scene.generation().source;
    const Model& model = *scene.decoded.question.model;
    Column column = column_in(ui, area, 0, 8);
    const float top = column.y;
    column.title("PROMPT", counted(static_cast<Size>(prompt.size()), "word"));
    constexpr float below = 44;
    const float room = area.max.y - column.y - below;
    std::string words;
    constexpr std::size_t most = 60, fewer = 4;  // of a long prompt, only words that may have room are tried
    for (std::size_t first = prompt.size() > most ? prompt.size() - most : 0; first < prompt.size(); first += fewer) {
        const Sentence rest(prompt.begin() + static_cast<std::ptrdiff_t>(first), prompt.end());
        words = (first > 0 ? "… " : "") + joined_words(model, rest);
        if (paragraph_height(ui.fonts, Font::body_strong, words, {.width = column.width()}) <= room) break;
    }
    column.paragraph(Font::body_strong, ui.theme.text, words, 4);
    column.paragraph(Font::label, ui.theme.dim, "The continuation is on the right. Change the prompt in the batch.");
    ui.place("generate/prompt", column.since(top));
}

/// Draws the tree. In a decoder alone, the prompt stands to its left.
void draw_tree(Ui& ui, const Rect& tree, float right, const GenerateScene& scene) {
    constexpr float prompt_width = 176, gap = 20;
    const float left = scene.has_source() ? tree.min.x : tree.min.x + prompt_width + gap;
    if (!scene.has_source()) draw_prompt(ui, rect_at(tree.min, prompt_width, tree.height()), scene);
    draw_generate_tree(ui, {{left - 8, tree.min.y}, {right, tree.max.y}}, scene);
}

/// Draws everything in one scrolling area.
void draw_in_one(Ui& ui, const Rect& area, const GenerateScene& scene) {
    Column column = begin_column(ui, "generate", area, scene.state, metrics::wide_margin);
    draw_generate_title(ui, column, scene);
    draw_beams_line(ui, column, scene.state, scene.commands);
    const Rect tree = column.row(generate_tree_height(area.height(), scene), 8);
    draw_tree(ui, tree, area.max.x - 8, scene);
    column.rule(13);
    draw_stacked(ui, column, scene);
    end_column(column, "generate", scene.commands);
}

/// Draws the tree above, at most about half as high as the view, and three columns below.
void draw_in_parts(Ui& ui, const Rect& area, const GenerateScene& scene) {
    Column column = column_in(ui, area, metrics::wide_margin, 16);
    draw_generate_title(ui, column, scene);
    draw_beams_line(ui, column, scene.state, scene.commands);
    const float half = std::round(0.46f * area.height());
    const Rect tree = column.row(std::min(generate_tree_height(area.height(), scene), half), 4);
    draw_tree(ui, tree, area.max.x - 8, scene);
    column.rule(0);
    draw_side_by_side(ui, {column.corner(), {column.right, area.max.y}}, scene);
}

/// Says why there is no tree.
std::string missing_words(const State& state) {
    if (!state.run)
        return "Open a model in the field at the top. This view then shows how it generates a sentence, token by token.";
    if (!state.of<GenerateView>().problem.empty()) return "This cannot be decoded: " + state.of<GenerateView>().problem + ".";
    return lacks_decoding(state) ? "Decoding …" : "A model of this size is decoded only while its training is paused.";
}

}  // namespace

void draw_generate(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.place("generate/all", area);
    if (state.of<GenerateView>().beams_page && has_beams_page(state)) return draw_beams_page(ui, area, state, commands);
    if (!state.run || !decoded_of(state) || !state.of<GenerateView>().problem.empty()) {
        Column column = column_in(ui, area, metrics::wide_margin, 16);
        column.line(32, Font::title, ui.theme.text, "Generate");
        ui.place("generate/missing", column.at_most(560).paragraph(Font::body, ui.theme.dim, missing_words(state)));
        return;
    }
    const GenerateScene scene = make_generate_scene(state, commands);
    constexpr float least_width = 908, least_height = 600;
    const bool in_parts = area.width() >= least_width && area.height() >= least_height;
    in_parts ? draw_in_parts(ui, area, scene) : draw_in_one(ui, area, scene);
}

}  // namespace vitrine
