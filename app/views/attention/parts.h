#pragma once
/// The parts of the attention view. Each draws itself into the column, one below the other.

#include "app/panel/panel.h"
#include "app/run/attention_readings.h"
#include "app/views/attention/state.h"
#include "app/words/masks.h"

namespace vitrine {

/// The head that is shown, with everything that is said about it.
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
    std::string query_word() const { return asking[pair.tokens.query]; }
    std::string key_word() const { return answering[pair.tokens.key]; }
    bool sees() const { return detail.weights.sees(pair.tokens.query, pair.tokens.key); }
    double weight() const { return detail.weights.at(pair.tokens.query, pair.tokens.key); }

    /// Where a pair's cell lies in the scores and weights.
    Index cell(const TokenPair& pair_of) const { return {head.sentence, head.head, pair_of.query, pair_of.key}; }

    /// Takes a pair apart from now on.
    void choose(const TokenPair& chosen) const;
};

/// There is a run.
AttentionScene make_desk(const State& state, Commands& commands);

/// scores | masked | weights | contribution | side by side, at the right end of a line or, where the title needs that, below it.
void draw_attention_title(Ui& ui, Column& column, const AttentionScene& scene);

/// The stage that is chosen, large, and the lines between words; `height` is what they may take.
void draw_attention_head(Ui& ui, Column& column, float height, const AttentionScene& scene);

/// One stage of the head, with what is true of all of it below. Draws into at most `area`; side_by_side is no single stage.
struct StagePicture {
    Rect grid;
    ImVec2 end{};  ///< the lower right corner of everything
};
StagePicture draw_attention_stage(Ui& ui, const Rect& area, AttentionStage stage, const AttentionScene& scene);

/// The words as two columns with lines between them, from the top to the bottom of `area`, below which it is chosen how many are
/// drawn.
float draw_attention_lines(Ui& ui, const Rect& area, const AttentionScene& scene);

/// The button that silences the head, and what came of it.
void draw_attention_without(Ui& ui, Column& column, const AttentionScene& scene);

/// Query · key of the pair, feature by feature, and what becomes of it.
void draw_attention_products(Ui& ui, Column& column, const AttentionScene& scene);

/// How like the known patterns the head is.
void draw_attention_kind(Ui& ui, Column& column, const AttentionScene& scene);

/// The weight and the contribution of every key for the word that asks.
void draw_attention_contributions(Ui& ui, Column& column, const AttentionScene& scene);

// Of a difference of two runs.

/// The head that is shown in both, in place of the middle of the view.
void draw_compared_heads(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// What kind of head it is in A and in B, in place of what is said of one head.
void draw_compared_reading(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// What is known of one head in A and in B; null where that run has no such head, or no such sentence.
struct ComparedReadings {
    const HeadReading *a = nullptr, *b = nullptr;
};
ComparedReadings compared_readings(const RunDifference& difference, const AttentionPlace& place, const HeadPlace& head);

// Words.

/// "0.52 → 0.61", or where both are the same "0.52"; "–" for a head that has none.
std::string change_words(const std::string& a, const std::string& b);

/// "0.52": how even it is; "–" where no word has a choice, or where there is no such head.
std::string short_evenness(const HeadReading* reading);

/// "alignment", or no_clear_kind: what kind of head it is; "–" likewise.
std::string short_kind(const HeadReading* reading);
inline constexpr const char* no_clear_kind = "no clear kind";

/// "Decoder layer 1, cross-attention, head 4".
std::string attention_title(const AttentionScene& scene);

/// "target words ask, source words answer".
std::string attention_sides(AttentionKind kind);

/// "previous": a pattern in a word, and in a sentence what it measures; in a sentence what a head of that kind does.
std::string pattern_word(AttentionPattern pattern);
std::string pattern_text(AttentionPattern pattern);
std::string kind_text(const HeadReading& reading);

/// "1.53 of at most 1.79", in nats.
std::string entropy_text(const RowEntropy& row);

/// "evenness 0.97", and what that means.
std::string evenness_text(double evenness);
std::string evenness_meaning();

}  // namespace vitrine
