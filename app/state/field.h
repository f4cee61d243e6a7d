#pragma once
/// The text field in which a new value for a word of the batch, a cell or a setting is typed. At most one is open.

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
    bool typed = false;    ///< the text was changed: the list below the field then shows completions of it instead of all words
    int choice = -1;       ///< index in that list; −1: none
};

struct TypedCell {
    std::string path;
    Index cell{};
};

/// The effect of a typed text on a setting.
struct ReadSetting {
    std::optional<Command> sets = {};  ///< sets it; nothing: see `problem`
    std::string problem = {};          ///< why the text is refused, in one line
};

/// A setting of a view whose value is a number.
struct TypedSetting {
    View view;
    std::string anchor;    ///< the anchor of its control
    std::string original;  ///< the text when the field opened
    ReadSetting (*read)(const State& state, const std::string& anchor, const std::string& text);
};

struct OpenField {
    std::variant<TypedToken, TypedCell, TypedSetting> what;
    TextEdit text;
    std::string problem = {};  ///< why the text was refused
    std::string before = {};   ///< the anchor that had the focus ring when the field opened; empty: none had it, as after a click
};

/// The anchor of the open field.
inline constexpr const char* field_anchor = "field";

}  // namespace vitrine
