/// The figure of a decoding: every word that was considered, a row for each step, from the first word down.

#include "app/panel/figure.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/view.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_height = 46, word_gap = 8, word_line = 14;

std::string beams_refusal(const State& state) {
    if (!state.run) return "no model is open";
    if (has_lone_attention(state)) return "an attention alone generates nothing";
    if (!why_nothing_generated(state.run.get()).empty()) return "this model generates nothing";
    const GenerateView& view = state.of<GenerateView>();
    if (!view.problem.empty()) return view.problem;
    return decoded_of(state) ? "" : "nothing has been generated yet";
}

/// A word of the tree on paper.
struct PrintedWord {
    int node = 0;
    std::string word{}, number{};
    float width = 0, x = 0, y = 0;  ///< x: its middle, y: its upper edge
};

/// The words of all steps.
class PrintedTree {
public:
    PrintedTree(Ui& ui, const Rect& room, const GenerateScene& scene)
        : ui_(ui), room_(room), scene_(scene), on_path_(scene.generation().nodes.size(), 0), places_(on_path_.size(), -1) {
        if (!scene.generation().hypotheses.empty()) {
            for (const int node : path_to(scene.generation(), scene.generation().hypotheses.front().node))
                on_path_[static_cast<std::size_t>(node)] = 1;
        }
        add_row({scene.root}, 0);
        int row = 1;
        for (const DecodeStep& step : scene.generation().steps) add_row(step.considered, row++);
        bottom_ = room.min.y + static_cast<float>(row) * row_height - row_height / 4;
    }

    /// Returns the lower edge.
    float draw() const {
        for (const PrintedWord& word : words_) draw_branch(word);
        for (const PrintedWord& word : words_) draw_word(word);
        return bottom_;
    }

    int left_out() const { return left_out_; }

private:
    const WordNode& at(const PrintedWord& word) const { return scene_.at(word.node); }
    bool is_best(int node) const { return on_path_[static_cast<std::size_t>(node)] != 0; }
    float x_of(int node) const { return words_[static_cast<std::size_t>(places_[static_cast<std::size_t>(node)])].x; }
    bool is_drawn(int node) const { return places_[static_cast<std::size_t>(node)] >= 0; }

    PrintedWord printed(int node, int row) const {
        PrintedWord word{.node = node, .word = scene_.word_at(node)};
        if (node != scene_.root) word.number = cell_number(scene_.at(node).log_probability, ElementType::scalar, 2);
        word.width = std::max(ui_.width_of(Font::note_strong, word.word), ui_.width_of(Font::mono_tiny, word.number));
        word.y = room_.min.y + static_cast<float>(row) * row_height;
        return word;
    }

    /// The words in the order of those they follow. Where there is no room for all, those that the search has dropped are left out,
    /// the least likely first.
    void add_row(const std::vector<int>& nodes, int row) {
        std::vector<PrintedWord> words;
        for (const int node : nodes) {
            if (node == scene_.root || is_drawn(scene_.at(node).parent)) words.push_back(printed(node, row));
        }
        while (width_of(words) > room_.width() && drop_one(words)) ++left_out_;
        std::ranges::stable_sort(words, {}, [&](const PrintedWord& word) {
            return word.node == scene_.root ? 0.0f : x_of(scene_.at(word.node).parent);
        });
        const float free =
            (room_.width() - width_of(words) + word_gap) / static_cast<float>(std::max<std::size_t>(1, words.size()));
        float x = room_.min.x + free / 2;
        for (PrintedWord& word : words) {
            word.x = x + word.width / 2;
            x += word.width + word_gap + free - word_gap;
            places_[static_cast<std::size_t>(word.node)] = static_cast<int>(words_.size());
            words_.push_back(word);
        }
    }

    static float width_of(const std::vector<PrintedWord>& words) {
        float width = 0;
        for (const PrintedWord& word : words) width += word.width + word_gap;
        return width;
    }

    bool drop_one(std::vector<PrintedWord>& words) const {
        auto worst = words.end();
        for (auto word = words.begin(); word != words.end(); ++word) {
            if (at(*word).fate != Fate::pruned || is_best(word->node)) continue;
            if (worst == words.end() || at(*word).log_probability < at(*worst).log_probability) worst = word;
        }
        if (worst == words.end()) return false;
        words.erase(worst);
        return true;
    }

    void draw_branch(const PrintedWord& word) const {
        const int parent = at(word).parent;
        if (word.node == scene_.root) return;
        const float from = word.y - row_height + 2 * word_line, to = word.y - 1, bend = (to - from) / 2;
        const bool dropped = at(word).fate == Fate::pruned && !is_best(word.node);
        ui_.list.AddBezierCubic({x_of(parent), from}, {x_of(parent), from + bend}, {word.x, to - bend}, {word.x, to},
                                is_best(word.node) ? ui_.theme.output
                                : dropped          ? ui_.theme.line
                                                   : ui_.theme.dim,
                                is_best(word.node) ? 2.0f : 1.0f, 24);
    }

    void draw_word(const PrintedWord& word) const {
        const bool best = is_best(word.node), dropped = at(word).fate == Fate::pruned && !best;
        const Colour colour = dropped ? ui_.theme.faint : ui_.theme.text;
        ui_.text({word.x, word.y}, best ? Font::note_strong : Font::label, colour, word.word, {.align = Align::centre});
        ui_.text({word.x, word.y + word_line}, Font::mono_tiny, dropped ? ui_.theme.faint : ui_.theme.dim, word.number,
                 {.align = Align::centre});
    }

    Ui& ui_;
    const Rect& room_;
    const GenerateScene& scene_;
    std::vector<char> on_path_;  ///< by node: the best sentence
    std::vector<int> places_;    ///< by node: index of its word; −1: it is not drawn
    std::vector<PrintedWord> words_;
    float bottom_ = 0;
    int left_out_ = 0;
};

float draw_beams_figure(Ui& ui, const Rect& room, const State& state) {
    Commands unheard;
    const GenerateScene scene = make_generate_scene(state, unheard);
    const PrintedTree tree(ui, room, scene);
    std::string words = "below each token: log P of the sentence up to it; bold: the best sentence; grey: dropped by the search";
    if (tree.left_out() > 0) words += fmt::format("; {} dropped tokens are not shown", tree.left_out());
    return ui.paragraph({room.min.x, tree.draw()}, Font::label, ui.theme.dim, words, {.width = room.width()}).max.y;
}

}  // namespace

std::span<const FigureKind> generate_figures() {
    static constexpr FigureKind list[] = {{"beams", "The tree", beams_refusal, draw_beams_figure}};
    return list;
}

}  // namespace vitrine
