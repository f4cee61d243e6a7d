#pragma once
/// Parts of panels that are folded away until they are looked for: switches, labels and the like.

#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.h"
#include "app/base/module.h"

namespace vitrine {

/// A part that is folded away at first.
struct FoldedPart {
    std::string_view name;      ///< in files
    std::string_view controls;  ///< what the names of its anchors begin with, "switch/"
};

inline constexpr FoldedPart folded_switches{"switches", "switch/"}, folded_labels{"labels", "batch/label/"},
    folded_kinds{"kinds", "attention/like/"}, folded_step_parts{"step-parts", "train/part/"};

/// state.of<Folds>()
struct Folds {
    std::vector<std::string> open;     ///< the parts that the user has opened: they stay so, also in later sessions
    std::vector<std::string> pointed;  ///< the anchors that a lesson points at now: a part that has one of them is open meanwhile
};

bool is_open(const State& state, const FoldedPart& part);

/// Opens or folds a part by hand.
struct OpenPart {
    FoldedPart part;
    bool open = true;
};
void do_command(State& state, const OpenPart& command);

/// Remembers which parts were opened.
extern const Module folds_module;

}  // namespace vitrine
