/// The tree of all words that were considered.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/parts.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/word_tree.h"

namespace vitrine {

namespace {

constexpr const char *scroll_down = "generate-tree", *scroll_across = "generate-tree/across";
constexpr float edge = 8, bar_room = 10;

/// Which cards there are: of every step shown the words it considered, in its order.
struct TreeCards {
    std::vector<WordCard> cards;
    std::vector<int> nodes;  ///< in step with the cards
    int columns = 1, rows = 1;
};

struct Paths {
    std::vector<char> shown, best;  ///< by node
};

void mark(const Generation& generation, int node, std::vector<char>& marks) {
    for (const int place : path_to(generation, node)) marks[static_cast<std::size_t>(place)] = 1;
}

/// The sentence in question: the best one that the word is in or, where the search has dropped it, the words up to it.
Paths paths_of(const GenerateScene& scene) {
    const Generation& generation = scene.generation();
    const std::vector<char> none(generation.nodes.size(), 0);
    Paths paths{none, none};
    const Hypothesis* sentence = sentence_through(generation, scene.node);
    mark(generation, sentence ? sentence->node : scene.node, paths.shown);
    if (!generation.hypotheses.empty()) mark(generation, generation.hypotheses.front().node, paths.best);
    return paths;
}

WordRank rank_of(const WordNode& node, std::size_t place, const Paths& paths) {
    if (paths.shown[place]) return WordRank::path;
    if (paths.best[place]) return WordRank::best;
    return node.fate == Fate::pruned ? WordRank::dropped : WordRank::kept;
}

/// A pencil where the model would have chosen otherwise, and at the last word that was chosen by hand.
WordMark mark_of(const WordNode& node, const Generation& generation) {
    const bool last = node.step == static_cast<int>(generation.options.forced.size());
    if (node.reason == Reason::forced && (last || node.rank > 0)) return WordMark::forced;
    return node.fate == Fate::finished ? WordMark::finished : WordMark::none;
}

void add_card(TreeCards& tree, std::vector<int>& card_of, int place, int row, const GenerateScene& scene, const Paths& paths) {
    const WordNode& node = scene.at(place);
    const auto at = static_cast<std::size_t>(place);
    const bool root = place == scene.root;
    card_of[at] = static_cast<int>(tree.cards.size());
    tree.nodes.push_back(place);
    tree.cards.push_back({.name = fmt::format("generate/node/{}", place),
                          .parent = root ? -1 : card_of[static_cast<std::size_t>(node.parent)],
                          .column = static_cast<float>(node.step),
                          .row = static_cast<float>(row),
                          .word = scene.word(node.token),
                          .number = root ? "" : cell_number(node.log_probability, ElementType::scalar, 4),
                          .share = root ? std::nullopt : std::optional(node.probability),
                          .rank = rank_of(node, at, paths),
                          .mark = root ? WordMark::none : mark_of(node, scene.generation()),
                          .selected = place == scene.node});
}

/// Of all steps, so that nothing moves while the sentence grows.
int rows_of(const GenerateScene& scene) {
    std::size_t rows = 1;
    for (const DecodeStep& step : scene.generation().steps) rows = std::max(rows, step.considered.size());
    return static_cast<int>(rows);
}

TreeCards cards_of(const GenerateScene& scene) {
    const Generation& generation = scene.generation();
    const Paths paths = paths_of(scene);
    TreeCards tree;
    std::vector<int> card_of(generation.nodes.size(), -1);
    tree.rows = rows_of(scene);
    tree.columns = 1 + scene.steps;
    add_card(tree, card_of, scene.root, 0, scene, paths);
    constexpr float lowest = 2.5f;  // in sight, however many words there are
    tree.cards.front().row = std::min(lowest, static_cast<float>(tree.rows - 1) / 2);
    for (int step = 0; step < scene.steps; ++step) {
        int row = 0;
        for (const int place : generation.steps[static_cast<std::size_t>(step)].considered)
            add_card(tree, card_of, place, row++, scene, paths);
    }
    return tree;
}

float offset_of(const State& state, const char* name) {
    const auto found = state.scroll.find(name);
    return found == state.scroll.end() ? 0.0f : found->second;
}

const char* why_given(const GenerateScene& scene) {
    return scene.has_source() ? "every sentence begins with it"
                              : "the last token of the prompt: the model predicts what comes after it";
}

/// What hovering a word says.
void note_node(Ui& ui, const GenerateScene& scene, int place, const Rect& beside) {
    const WordNode& node = scene.at(place);
    if (place == scene.root) return ui.note({scene.word(node.token), why_given(scene)}, beside);
    std::vector<std::string> lines{fmt::format("{}  {}", scene.word(node.token), plain_number(node.probability)),
                                   fmt::format("probability after “{}”", words_to(scene.state, node.parent)),
                                   fmt::format("log P {}, score {}", log_text(node.log_probability), log_text(node.score))};
    if (node.parent == scene.root)
        lines[1] = scene.has_source() ? "probability as the first token" : "probability after the prompt";
    lines.push_back(why(scene.generation(), place));
    ui.note(lines, beside);
}

/// How far the tree has moved to the left: while it grows its end is in sight, and so is a card that is to be revealed.
struct Across {
    float offset = 0, most = 0;
};

Across across_of(const GenerateScene& scene, const TreeCards& tree, const WordTreePitch& pitch, float room) {
    const float width = word_tree_size(pitch, tree.columns, tree.rows).x + 2 * edge;
    Across across{offset_of(scene.state, scroll_across), std::max(0.0f, width - room)};
    if (scene.state.of<GenerateView>().grown) across.offset = across.most;
    for (const WordCard& card : tree.cards) {
        if (!scene.state.reveal.contains(card.name)) continue;
        const Rect area = word_card_area({edge - across.offset, 0}, pitch, card.column, card.row);
        if (area.min.x < pitch.across / 2) across.offset += area.min.x - pitch.across / 2;
        if (area.max.x > room - pitch.across / 2) across.offset += area.max.x - room + pitch.across / 2;
    }
    across.offset = std::clamp(across.offset, 0.0f, across.most);
    return across;
}

/// Dragging its ground moves the tree; the wheel does so sideways where there is nothing above or below.
void follow_pointer(Ui& ui, const Rect& area, const GenerateScene& scene, const Across& across, float below) {
    const Interaction ground = ui.control("generate/tree", area);
    const Pointer& pointer = ui.pointer();
    constexpr float notch = 96;
    float wanted = across.offset;
    if (ground.hovered && below <= 0) wanted -= notch * pointer.wheel;
    if (ui.grabbed() == "generate/tree" && pointer.dragging) {
        wanted -= pointer.dragged.x;
        if (pointer.dragged.y != 0 && below > 0) {
            const float down = offset_of(scene.state, scroll_down) - pointer.dragged.y;
            scene.commands.push_back(SetScroll{scroll_down, std::clamp(down, 0.0f, below)});
        }
    }
    wanted = std::clamp(wanted, 0.0f, across.most);
    if (std::abs(wanted - offset_of(scene.state, scroll_across)) > 0.5f) scene.commands.push_back(SetScroll{scroll_across, wanted});
}

void draw_bar_across(Ui& ui, const Rect& area, const Across& across) {
    if (across.most <= 1) return;
    constexpr float height = 4, margin = 2;
    const float room = area.width(), length = std::max(24.0f, room * room / (room + across.most));
    const float left = area.min.x + (room - length) * across.offset / across.most;
    ui.fill(rect_at({left, area.max.y - height - margin}, length, height), ui.theme.line, height / 2);
}

/// Cards stand closer where that shows all of them or more of them, including those of later steps.
WordTreePitch pitch_of(const Rect& area, const TreeCards& tree, const GenerateScene& scene) {
    constexpr float least_across = 126, tight_across = 114, least_down = 44, widest = 190, highest = 60, card = 136;
    const float across =
        (area.width() - 2 * edge - card) / static_cast<float>(std::max<std::size_t>(1, scene.generation().steps.size()));
    const float down = (area.height() - 2 * edge - bar_room - 38) / static_cast<float>(std::max(1, tree.rows - 1));
    const float least = across >= tight_across ? tight_across : least_across;  // tight only where that shows all of them
    return {std::floor(std::clamp(across, least, widest)), std::floor(std::clamp(down, least_down, highest))};
}

}  // namespace

float generate_tree_height(float room, const GenerateScene& scene) {
    constexpr float low = 800, tall = 1100, down_in_low = 44, down = 50, down_in_tall = 60;
    const WordTreePitch comfortable{.down = room < low ? down_in_low : room < tall ? down : down_in_tall};
    return word_tree_size(comfortable, 1, rows_of(scene)).y + 2 * edge + bar_room;
}

void draw_generate_tree(Ui& ui, const Rect& area, const GenerateScene& scene) {
    const TreeCards tree = cards_of(scene);
    const WordTreePitch pitch = pitch_of(area, tree, scene);
    const Across across = across_of(scene, tree, pitch, area.width());
    const float top = begin_scroll(ui, scroll_down, area, scene.state) + edge;
    ui.begin_panning("generate-tree-sideways", area);
    const float bottom = top + word_tree_size(pitch, tree.columns, tree.rows).y + edge + bar_room;
    follow_pointer(ui, area, scene, across, bottom - (top - edge) - area.height());
    const ImVec2 corner{area.min.x + edge - across.offset, top};
    const WordTreeOutput output = word_tree(ui, corner, {tree.cards, pitch, ui.theme.output});
    if (output.hovered) {
        const WordCard& card = tree.cards[*output.hovered];
        note_node(ui, scene, tree.nodes[*output.hovered], word_card_area(corner, pitch, card.column, card.row));
    }
    if (output.clicked) scene.commands.push_back(ChooseWord{tree.nodes[*output.clicked]});
    ui.end_panning();
    draw_bar_across(ui, area, across);
    end_scroll(ui, scroll_down, bottom, scene.commands);
}

}  // namespace vitrine
