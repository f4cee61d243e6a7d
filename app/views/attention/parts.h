#pragma once
/// The parts of the attention view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/run/attention_readings.h"
#include "app/views/attention/state.h"
#include "app/words/masks.h"

namespace vitrine {

/// The shown head and its data.
struct AttentionScene {
    const State& state;
    Commands& commands;
    AttentionPlace place;
    HeadPlace head;
    const AttentionActivations& numbers;
    const HeadDetail& detail;
    const HeadReading& reading;
    AttentionPair pair;
    Labels asking, answering;  ///< the words of both axes

    const Run& run() const { return *state.run; }
    const TokenPair& tokens() const { return pair.tokens; }
    /// Both tokens as sentences name them, see brief_token_name().
    std::string query_name() const { return brief_token_name(asking, pair.tokens.query); }
    std::string key_name() const { return brief_token_name(answering, pair.tokens.key); }

    /// " (next: “un”)": what comes after the token that asks, if it is one of the decoder's input; and a token that asks with it.
    std::string next_behind(Size query) const;
    std::string with_next(const std::string& name, Size query) const { return name_with(name, next_behind(query)); }
    bool sees() const { return detail.weights.sees(pair.tokens.query, pair.tokens.key); }
    double weight() const { return detail.weights.at(pair.tokens.query, pair.tokens.key); }

    /// The index of a pair in the scores and weights.
    Index cell(const TokenPair& pair_of) const { return {head.sentence, head.head, pair_of.query, pair_of.key}; }

    /// Selects the cell of a pair.
    void choose(const TokenPair& chosen) const;
};

/// Requires: a run is shown.
AttentionScene make_attention_scene(const State& state, Commands& commands);

/// The buttons scores | masked | weights | contribution | side by side, on the right of the title's line or, if they do not fit,
/// below it.
void draw_attention_title(Ui& ui, Column& column, const AttentionScene& scene);

/// Draws the chosen stage, large, and the lines between words. `height`: the most that both may take.
void draw_attention_head(Ui& ui, Column& column, float height, const AttentionScene& scene);

/// One stage of the head in the chosen aspect, with its statistics below. Uses at most `area`, and the same amount below it if
/// both values and gradients are shown. Requires: `stage` is not side_by_side.
struct StagePicture {
    Rect grid;
    ImVec2 end{};  ///< the lower right corner of everything
};
StagePicture draw_attention_stage(Ui& ui, const Rect& area, AttentionStage stage, const AttentionScene& scene);

/// The colours of contributions, from 0 to the highest.
HeatmapStyle contribution_style(const Theme& theme, Scalar highest);

/// Draws the words as two columns with lines between them, as high as `area`, and below it the choice of how many lines are
/// drawn.
float draw_attention_lines(Ui& ui, const Rect& area, const AttentionScene& scene);

/// Draws the button that silences the head, and the effect of silencing.
void draw_attention_without(Ui& ui, Column& column, const AttentionScene& scene);

/// Draws query · key of the pair, feature by feature, and the score and weight that follow from it.
void draw_attention_products(Ui& ui, Column& column, const AttentionScene& scene);

/// Draws how similar the head is to the known patterns.
void draw_attention_kind(Ui& ui, Column& column, const AttentionScene& scene);

/// Draws the weight and the contribution of every key for the query's word.
void draw_attention_contributions(Ui& ui, Column& column, const AttentionScene& scene);

// The following are used for a difference of two runs.

/// Draws the shown head in both runs; replaces draw_attention().
void draw_compared_heads(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the kind of the head in A and in B; replaces draw_attention_reading().
void draw_compared_reading(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The readings of one head in A and in B; null if a run lacks the head or the sentence.
struct ComparedReadings {
    const HeadReading *a = nullptr, *b = nullptr;
};
ComparedReadings compared_readings(const RunDifference& difference, const AttentionPlace& place, const HeadPlace& head);

// Texts.

/// "0.52 → 0.61", or "0.52" if both are equal; "–" for a missing head.
std::string change_words(const std::string& a, const std::string& b);

/// The evenness, "0.52"; "–" if no word has a choice or the head is missing.
std::string short_evenness(const HeadReading* reading);

/// The kind of head, "alignment" or no_clear_kind; "–" as above.
std::string short_kind(const HeadReading* reading);
inline constexpr const char* no_clear_kind = "no clear kind";

/// "Decoder layer 1, cross-attention, head 4".
std::string attention_title(const AttentionScene& scene);

/// By which rule a pair is proposed: "an example: the largest weight of a word on another", or "one of 3 equal, largest weights".
std::string proposal_text(const ProposedPair& proposed, AttentionKind kind);

/// A statement about the whole picture of a stage, "every row sums to 1", and how many of its numbers were set by hand.
std::string stage_remark(AttentionStage stage, const AttentionScene& scene);

/// What a silenced head contributes to the loss and to one sentence: the run against the same run with this head, whatever else is
/// altered in both. For a head that is not silenced, what silencing would show.
std::string silencing_words(const std::shared_ptr<const Run>& run, const SilencedHead& head, Size sentence);

/// Why a run has no such head or sentence; empty if it has both.
std::string missing_head_words(const Run& run, const AttentionPlace& place, const HeadPlace& head);

/// What asks: a word or, in an attention alone, a query.
std::string asker(AttentionKind kind);

/// What a key's weight is multiplied by: "value · W_O" or, without W_O, "value".
std::string weighed_value(AttentionKind kind);

/// "target words ask, source words answer".
std::string attention_sides(const Run& run, AttentionKind kind);

/// The name of a pattern, "previous", and a sentence about what it measures.
std::string pattern_word(AttentionPattern pattern);
std::string pattern_text(AttentionPattern pattern);

/// The similarity to a pattern as shown beside the bars, "0.51".
std::string likeness_number(double likeness);

/// "n = 12": over how many queries a likeness is a mean.
std::string counted_queries(const Likeness& like);

/// "0.51 (12)": the likeness and its number of queries, as the bars show them, in columns that have room for `most`; and the
/// meaning of the number in brackets.
std::string counted_likeness(const Likeness& like, Size most);
std::string counted_meaning(AttentionKind of);

/// The pattern with the highest value among those for which too few queries count; nothing unless its value is above
/// clear_pattern and above the value of `highest`.
std::optional<AttentionPattern> higher_of_few(const HeadReading& reading, AttentionKind of);

/// The kind of a head with the likeness that makes it so, or the reason why it has none.
std::string kind_text(const HeadReading& reading, AttentionKind of = AttentionKind::cross);

/// What a model's card says of the head that looks at the right token most often; `share`: how often, 0 … 1.
std::string measured_text(double share);

/// What a head of the cross-attention looks like in the shown sentence, below measured_text(). It names no kind, since the head has
/// one already.
std::string kind_here_text(const HeadReading& reading);

/// "1.53 of at most 1.79", in nats.
std::string entropy_text(const RowEntropy& row);

/// "evenness 0.97", and the meaning of evenness.
std::string evenness_text(double evenness);
std::string evenness_meaning(AttentionKind of = AttentionKind::cross);

}  // namespace vitrine
