#pragma once
/// Commands of the tensors view.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/views/tensors/state.h"

namespace vitrine {

struct SetAxisUse {
    Axis axis;  ///< of the selected tensor; the axis that had this use so far may get the former use of `axis`
    AxisUse use;
};
void do_command(State& state, const SetAxisUse& command);

struct SetAxisPlace {
    Axis axis;
    Size place;  ///< clamped
};
void do_command(State& state, const SetAxisPlace& command);

struct SetRange {
    RangeOf range;
};
void do_command(State& state, const SetRange& command);

struct SetZoom {
    Zoom zoom;
};
void do_command(State& state, const SetZoom& command);

struct SetCorner {
    Size row, column;  ///< clamped
};
void do_command(State& state, const SetCorner& command);

struct MoveCell {
    int down, right;  ///< in the shown rows and columns; if no cell is selected, selects the first one
};
void do_command(State& state, const MoveCell& command);

struct SetSearch {
    TextEdit search;
};
void do_command(State& state, const SetSearch& command);

struct CompleteSearch {};
void do_command(State& state, const CompleteSearch& command);

struct MoveMatch {
    int by;
};
void do_command(State& state, const MoveMatch& command);

struct OpenMatch {
    static constexpr CommandTraits traits{.chooses_tensor = true, .leads_there = true};
};
void do_command(State& state, const OpenMatch& command);

struct PinTensor {
    std::string path;
};
void do_command(State& state, const PinTensor& command);

struct UnpinTensor {
    std::string path;
};
void do_command(State& state, const UnpinTensor& command);

struct CopySelection {};  ///< copies the text of the shown view, if it has one, otherwise copied_text()
void do_command(State& state, const CopySelection& command);

struct SetCopyForm {
    CopyForm form;
};
void do_command(State& state, const SetCopyForm& command);

struct CopyPart {
    CopyWhat what;  ///< of the selected tensor; copied in the chosen form
};
void do_command(State& state, const CopyPart& command);

/// Chooses what a figure of a tensor shows. Requires: the run has the tensor.
struct PrintSlice {
    TensorSlice slice;
};
void do_command(State& state, const PrintSlice& command);

/// Shows the places of the selected cell along all axes, so that the cell is visible. A newly selected tensor is shown from its
/// upper left corner.
void follow_selection(State& state, const Change& change);

}  // namespace vitrine
