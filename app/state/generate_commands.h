#pragma once
/// What can be done in the view of decoding.

#include <cstdint>
#include <memory>
#include <string>

#include "app/state/generate_view.h"

namespace vitrine {

struct SetDecoding {
    DecodeOptions options;  ///< clamped to what there may be; forced words stay as they are
    bool held = false;      ///< by a slider of sampling that goes on moving: the words are weighed anew, the sentence stays
};
struct ShowDecoded {
    std::shared_ptr<const Decoded> decoded;
};
struct DecodingRefused {
    DecodingQuestion question;
    std::string why;  ///< it cannot be answered, in one line: the view says so
};
struct ChooseWord {
    int node;  ///< its sentence so far becomes the target of the batch, so that every view shows the run that chose it
};
struct MoveWord {
    TreeMove move;
};
struct ForceWord {
    int node;  ///< after this one
    std::int32_t token;
};
struct StopForcing {};    ///< back to what the model chooses
struct CompareForced {};  ///< the best sentence without what was forced as A, the one with it as B
struct ShowDecoderLayer {
    int layer;
};
struct GrowSentence {
    bool playing;  ///< from bos on, word by word; false: all of it at once
};

}  // namespace vitrine
