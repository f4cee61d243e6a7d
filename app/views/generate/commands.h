#pragma once
/// Commands of the decoding view.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/views/generate/state.h"

namespace vitrine {

struct SetDecoding {
    DecodeOptions options;  ///< clamped to the limits; the forced words do not change
    bool held = false;      ///< a sampling slider is being dragged: words are weighed again, but the sentence stays
};
void do_command(State& state, const SetDecoding& command);

struct ShowDecoded {
    std::shared_ptr<const Decoded> decoded;
};
void do_command(State& state, const ShowDecoded& command);

/// The answer of this number has been measured.
struct ShowTimes {
    std::uint64_t number;
    std::shared_ptr<const MeasuredTimes> times;
};
void do_command(State& state, const ShowTimes& command);

struct DecodingRefused {
    DecodingQuestion question;
    std::string why;  ///< why there is no answer, in one line
};
void do_command(State& state, const DecodingRefused& command);

struct ChooseWord {
    static constexpr CommandTraits traits{.edits_run = true};
    int node;  ///< the words before it become the target of the batch, so that every view shows the run that chose this word
};
void do_command(State& state, const ChooseWord& command);

struct MoveWord {
    static constexpr CommandTraits traits{.edits_run = true};
    TreeMove move;
};
void do_command(State& state, const MoveWord& command);

struct ForceWord {
    int node;  ///< the word is forced after this node
    std::int32_t token;
};
void do_command(State& state, const ForceWord& command);

struct StopForcing {};  ///< returns to the model's own choices
void do_command(State& state, const StopForcing& command);

/// Compares the best sentence without forced words, as A, with the best sentence with them, as B.
struct CompareForced {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const CompareForced& command);

struct ShowDecoderLayer {
    int layer;
};
void do_command(State& state, const ShowDecoderLayer& command);

/// Shows what beams win instead of the search, or the search again.
struct ShowBeamsPage {
    bool shown;
};
void do_command(State& state, const ShowBeamsPage& command);

/// Puts a held-out pair of the model's card into the batch, in place of the selected sentence, and searches as its card says. If
/// the pair cannot be read, there is an error message.
struct SearchHeldOut {
    static constexpr CommandTraits traits{.edits_run = true};
    std::size_t translation;  ///< its place in the card
};
void do_command(State& state, const SearchHeldOut& command);

struct GrowSentence {
    bool playing;  ///< grows the sentence word by word from bos; false: shows all of it
};
void do_command(State& state, const GrowSentence& command);

/// Drops chosen and forced words when the model or the source changes.
void follow_decoding(State& state, const Change& change);

/// Scrolls the shown word into view.
void reveal_word(State& state);

/// While the sentence grows, shows the next step when its time has come.
void grow(State& state, double seconds);

}  // namespace vitrine
