#pragma once
/// The layout of the attention pictures, and of the words around them. Only for app/views/generate.

#include "app/views/generate/parts.h"

namespace vitrine {

/// The weights of all heads of one layer, for each word read so far, in reading order.
struct ReadWeights {
    const GenerateScene& scene;
    std::vector<const Tensor*> rows = {};  ///< each [head, key]
    std::vector<std::string> read = {};    ///< one word per row
    std::vector<Size> positions = {};      ///< where these stand
    std::vector<std::string> next = {};    ///< the word after each; empty after the last word if bos is shown
    std::vector<std::string> source = {};  ///< what they look at: in a decoder alone the words read so far
    float highest = 1;                     ///< the weight shown in full colour

    Size heads() const { return rows.front()->size(0); }
    int count() const { return static_cast<int>(rows.size()); }
    int keys() const { return static_cast<int>(rows.back()->size(1)); }  ///< in a decoder alone, earlier rows have fewer
};

/// The layout of the heads' pictures.
struct AttentionPlan {
    int across = 1;
    bool says_next = false;   ///< the word after the last word read is written beside it
    float row_labels = 0;     ///< room for the words read
    float column_labels = 0;  ///< room for the source words: one line, or two alternating lines
    float pitch_x = 0, pitch_y = 0;
    float width = 0, height = 0;  ///< of a head's cells
    float head_height() const;    ///< with title, labels, and the gap below
};

constexpr float attention_gap = 20, attention_title = 20, attention_label_gap = 8;

/// "un (then: étudiant)": the asking word, and the word that it found.
std::string asking_label(const ReadWeights& weights);

/// Whether a column of this width has room for that label beside the word's row.
bool says_next_beside(const Ui& ui, float width, const ReadWeights& weights);

/// Chooses the number of heads side by side that makes cells largest. If words have little room, cells are wider than high.
AttentionPlan arrange_attention(const Ui& ui, const Column& column, float height, const ReadWeights& weights);

/// Draws the words read to the left of a head's cells. The newest is the asking word.
void draw_attention_rows(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights);

/// Draws the source words above a head's cells.
void draw_attention_columns(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights);

}  // namespace vitrine
