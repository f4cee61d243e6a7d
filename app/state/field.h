#pragma once
/// The text field over a word of the batch, over a cell or beside a setting, for typing a new value. At most one is open.

#include <optional>
#include <string>
#include <variant>

#include "app/base/command.h"
#include "app/base/text_edit.h"
#include "app/base/view.h"
#include "core/model/token_place.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct TypedToken {
    TokenPlace place;
    bool inserts = false;  ///< insert a new word before this place instead of replacing the word
    bool typed = false;    ///< the text was changed: the list below the field shows completions of it rather than all words
    int choice = -1;       ///< index in that list; −1: none
};

struct TypedCell {
    std::string path;
    Index cell{};
};

/// What a typed text does to a setting.
struct ReadSetting {
    std::optional<Command> sets = {};  ///< sets it; nothing: see `problem`
    std::string problem = {};          ///< why the text is refused, in one line
};

/// A setting of a view that has a number.
struct TypedSetting {
    View view;
    std::string anchor;    ///< of its control
    std::string original;  ///< the text when the field opened
    ReadSetting (*read)(const State& state, const std::string& anchor, const std::string& text);
};

struct OpenField {
    std::variant<TypedToken, TypedCell, TypedSetting> what;
    TextEdit text;
    std::string problem = {};  ///< why the text was refused
    std::string before = {};   ///< the anchor that had the focus ring when the field opened; empty: none, as after a click
};

/// The anchor of the open field.
inline constexpr const char* field_anchor = "field";

}  // namespace vitrine
