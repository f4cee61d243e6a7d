#pragma once
/// The pages for models whose positions are not added rows: rotary ones, which turn queries and keys, and relative ones, which
/// are added to scores. Only for app/views/positions.

#include "app/panel/compared.h"
#include "app/panel/panel.h"
#include "app/views/positions/parts.h"
#include "core/ops/relative_positions.h"
#include "core/ops/rotary.h"

namespace vitrine {

/// One self-attention, an asking and an answering word, and a head.
struct PlacedScene {
    const State& state;
    Commands& commands;
    AttentionPlace place;
    std::string path;                        ///< path of the attention, "decoder.layers.0.self_attn"
    Size sentence = 0, head = 0, heads = 1;  ///< heads of the queries
    Size query = 0, key = 0, positions = 1;
    Size pair = 0, pairs = 1;  ///< pairs of features of a head
    Rotation rotation;         ///< of this layer, if its positions are rotary
    RotaryTurn turn;           ///< its angles
    Labels words;

    const Run& run() const { return *state.run; }
    const Configuration& configuration() const { return state.run->model->configuration; }
    bool has(const char* tensor) const { return run().outline().find(path + tensor) != nullptr; }

    /// A number from a tensor of the attention, for the sentence and the head, or for the key head that the head uses.
    double at(const char* tensor, Size row, Size column) const;

    /// The tensor that is rotated, or would be: ".query", or ".query_norm".
    const char* before(bool of_keys) const {
        if (!has(".query_norm")) return of_keys ? ".key" : ".query";
        return of_keys ? ".key_norm" : ".query_norm";
    }

    /// The names of what is rotated and of the result, as the map has them: "Q" and "Q′" or, after a norm of queries, "Q′" and
    /// "Q″".
    std::string before_rotation(const std::string& letter) const { return has(".query_norm") ? letter + "′" : letter; }
    std::string after_rotation(const std::string& letter) const { return letter + (has(".query_norm") ? "″" : "′"); }

    /// "5 “suis”".
    std::string word(Size position) const;
};

/// Requires: a run of a model with rotary or relative positions is shown.
PlacedScene make_placed_scene(const State& state, Commands& commands);

/// The paths of the tensors that positions change, for the comparison of two runs.
std::vector<std::string> placed_tensors(const State& state);

/// Draws the left column of both pages.
void draw_placed_choices(Ui& ui, Column& column, const State& state, Commands& commands);

void draw_turned_positions(Ui& ui, const Rect& area, const State& state, Commands& commands);
void draw_biased_positions(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the chosen pair of features in its plane: query and key, before and after turning.
void draw_turned_pair(Ui& ui, Column& column, const PlacedScene& scene);

/// Draws how many positions each pair of features needs for a full turn.
void draw_turn_wavelengths(Ui& ui, Column& column, const PlacedScene& scene);

/// A tensor of the attention as a picture, for the shown head. `tensor`: its name, ".query".
struct PlacedPicture {
    const char* tensor;
    std::string title;
    std::optional<Index> marked = {};  ///< row and column
};
/// Returns the row and column of a clicked cell.
std::optional<std::array<Size, 2>> draw_placed_picture(Ui& ui, Column& column, const PlacedPicture& picture, float height,
                                                       const PlacedScene& scene);

/// "k is 8–11 places before q" for a bucket: the distances key − query in it, from `least` to `most`.
struct BucketRange {
    Size least = 0, most = 0;
    bool open = false;     ///< it also contains all distances farther away on that side
    bool is_used = false;  ///< false: it contains no distance
};
std::vector<BucketRange> bucket_ranges(const RelativeBuckets& buckets);
std::string range_words(const BucketRange& range);

}  // namespace vitrine
