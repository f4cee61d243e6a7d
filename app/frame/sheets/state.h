#pragma once
/// The sheets of a narrow window: what stands in columns elsewhere is in a sheet over its lower part.

#include <cstdint>
#include <string>

#include "app/base/command.h"
#include "app/base/view.h"

namespace vitrine {

struct Module;

enum class Sheet : std::uint8_t {
    none,
    left,   ///< what stands in the left column of a wide window: the sentences, and lists
    right,  ///< what stands in its right column: the inspector and other explanations
};

/// state.of<Sheets>()
struct Sheets {
    Sheet open = Sheet::none;  ///< on a phone; a tablet has room for both
    View view = View::map;     ///< in which it was opened: another view begins without
    bool peeks = false;        ///< it has opened by itself, and is lower
    bool folded = false;       ///< on a tablet: only the upper edge is left
    float height = 0;          ///< in logical pixels, as it was dragged; 0: as the window has room

    double peeks_in = 0;  ///< seconds until it opens by itself, unless a second tap comes; 0: it does not

    float lesson_height = 0;     ///< the same of a lesson's
    bool lesson_folded = false;  ///< only its heading and its buttons are left

    // While a step of a lesson looks for the sheet that has what it points at.
    std::string sought_for;           ///< the step
    bool found = false;               ///< the sheet is found,
    bool ended = false;               ///< and what is pointed at has come into view
    std::size_t most = 0, alone = 0;  ///< how many places were seen at most, and without any sheet
    Sheet best = Sheet::none;
};

/// The sheet that is open in the shown view of a phone.
Sheet open_sheet(const State& state);

/// Opens a sheet of the shown view, or closes the open one.
struct ShowSheet {
    Sheet sheet;
    bool peeks = false;
};
void do_command(State& state, const ShowSheet& command);

/// Opens the right sheet in a moment: a second tap may be meant for what is below it. `soon` = false: no longer.
struct PeekSoon {
    bool soon = true;
};
void do_command(State& state, const PeekSoon& command);

struct FoldSheets {
    bool folded;
};
void do_command(State& state, const FoldSheets& command);

struct SetSheetHeight {
    float height;  ///< in logical pixels; 0: as the window has room
    bool of_lesson = false;
};
void do_command(State& state, const SetSheetHeight& command);

struct FoldLesson {
    bool folded;
};
void do_command(State& state, const FoldLesson& command);

/// A step of a lesson sees some of the places that it points at: tries the next sheet, and stays with the best.
struct SeekSheet {
    std::string step;
    std::size_t seen, wanted;
};
void do_command(State& state, const SeekSheet& command);

struct EndSeeking {};
void do_command(State& state, const EndSeeking& command);

/// Scrolls a place into view once it is drawn.
struct RevealAnchor {
    std::string anchor;
};
void do_command(State& state, const RevealAnchor& command);

/// Keeps how the sheets were left.
extern const Module sheets_module;

}  // namespace vitrine
