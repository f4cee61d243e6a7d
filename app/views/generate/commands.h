#pragma once
/// What can be done in the view of decoding.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/views/generate/state.h"

namespace vitrine {

struct SetDecoding {
    DecodeOptions options;  ///< clamped to what there may be; forced words stay as they are
    bool held = false;      ///< by a slider of sampling that goes on moving: the words are weighed anew, the sentence stays
};
void do_command(State& state, const SetDecoding& command);

struct ShowDecoded {
    std::shared_ptr<const Decoded> decoded;
};
void do_command(State& state, const ShowDecoded& command);

struct DecodingRefused {
    DecodingQuestion question;
    std::string why;  ///< it cannot be answered, in one line: the view says so
};
void do_command(State& state, const DecodingRefused& command);

struct ChooseWord {
    static constexpr CommandTraits traits{.edits_run = true};
    int node;  ///< its sentence so far becomes the target of the batch, so that every view shows the run that chose it
};
void do_command(State& state, const ChooseWord& command);

struct MoveWord {
    static constexpr CommandTraits traits{.edits_run = true};
    TreeMove move;
};
void do_command(State& state, const MoveWord& command);

struct ForceWord {
    int node;  ///< after this one
    std::int32_t token;
};
void do_command(State& state, const ForceWord& command);

struct StopForcing {};  ///< back to what the model chooses
void do_command(State& state, const StopForcing& command);

/// The best sentence without what was forced as A, the one with it as B
struct CompareForced {
    static constexpr CommandTraits traits{.edits_run = true};
};
void do_command(State& state, const CompareForced& command);

struct ShowDecoderLayer {
    int layer;
};
void do_command(State& state, const ShowDecoderLayer& command);

struct GrowSentence {
    bool playing;  ///< from bos on, word by word; false: all of it at once
};
void do_command(State& state, const GrowSentence& command);

/// What was chosen and forced goes with the model and the source that it was chosen for.
void follow_decoding(State& state, const Change& change);

/// The word that is looked at comes into view.
void reveal_word(State& state);

/// While the sentence grows, a step comes after another.
void grow(State& state, double seconds);

}  // namespace vitrine
