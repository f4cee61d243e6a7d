#pragma once
/// The small field that opens over a word of the batch or over a cell to type another one into. There is one at most.

#include <optional>
#include <string>
#include <variant>

#include "app/base/text_edit.h"
#include "core/model/token_place.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct TypedToken {
    TokenPlace place;
    bool inserts = false;  ///< a new word before the one that stands there
    bool typed = false;    ///< something has been typed: the list below the field is what completes it, and not all words
    int choice = -1;       ///< in that list; −1: none
};

struct TypedCell {
    std::string path;
    Index cell{};
};

struct OpenField {
    std::variant<TypedToken, TypedCell> what;
    TextEdit text;
    std::string problem = {};  ///< why the text could not be taken
    std::string before = {};   ///< what had the ring when it opened; empty: nothing, as after a click
};

/// The anchor of whichever it is.
inline constexpr const char* field_anchor = "field";

}  // namespace vitrine
