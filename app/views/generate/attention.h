#pragma once
/// How the pictures of the cross-attention lie in their column, and the words around them. The view of decoding alone includes
/// this.

#include "app/views/generate/parts.h"

namespace vitrine {

/// The weights of all heads of one layer after each word that was read, the first word's first.
struct ReadWeights {
    const GenerateScene& scene;
    std::vector<const Tensor*> rows = {};  ///< each [head, key]
    std::vector<std::string> read = {};    ///< in step with the rows,
    std::vector<std::string> next = {};    ///< and what came after each; empty after the last where bos is looked at
    std::vector<std::string> source = {};
    float highest = 1;  ///< the weight that has the full colour

    Size heads() const { return rows.front()->size(0); }
    int count() const { return static_cast<int>(rows.size()); }
    int keys() const { return static_cast<int>(rows.front()->size(1)); }
};

/// How the heads' pictures stand beside each other.
struct AttentionPlan {
    int across = 1;
    bool says_next = false;   ///< beside the last word that was read stands the one that it found
    float row_labels = 0;     ///< the room for the words that were read,
    float column_labels = 0;  ///< and for those of the source: one line of them, or two by turns
    float pitch_x = 0, pitch_y = 0;
    float width = 0, height = 0;  ///< of a head's cells
    float head_height() const;    ///< with its title, its labels and the gap below
};

constexpr float attention_gap = 20, attention_title = 20, attention_label_gap = 8;

/// As many heads side by side as makes cells largest. Where a word has little room they are wider than high.
AttentionPlan arrange_attention(const Ui& ui, const Column& column, float height, const ReadWeights& weights);

/// The words that were read, to the left of a head's cells; the newest is the one that asks.
void draw_attention_rows(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights);

/// The words of the source, above a head's cells.
void draw_attention_columns(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights);

}  // namespace vitrine
