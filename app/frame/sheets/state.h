#pragma once
/// The sheets of a narrow window: what is in columns elsewhere is in a sheet over its lower part.

#include <cstdint>
#include <string>

#include "app/base/command.h"
#include "app/base/view.h"

namespace vitrine {

struct Module;

enum class Sheet : std::uint8_t {
    none,
    left,   ///< the content of a wide window's left column: the sentences, and lists
    right,  ///< the content of its right column: the inspector and other explanations
};

/// state.of<Sheets>()
struct Sheets {
    Sheet open = Sheet::none;  ///< on a phone; a tablet has room for both
    View view = View::map;     ///< the view in which it was opened: other views begin without a sheet
    bool peeks = false;        ///< it has opened by itself, and is lower
    bool folded = false;       ///< on a tablet: only the upper edge is left
    float height = 0;          ///< the height to which it was dragged, in logical pixels; 0: a default that depends on the window

    double peeks_in = 0;  ///< seconds until it opens by itself, unless there is a second tap; 0: it will not

    float lesson_height = 0;     ///< the same for the sheet of a lesson
    bool lesson_folded = false;  ///< only its heading and its buttons are visible

    // While a step of a lesson searches for the sheet that contains what it points at:
    std::string sought_for;           ///< the step
    bool found = false;               ///< the sheet has been found,
    bool ended = false;               ///< and what the step points at has come into view
    std::size_t most = 0, alone = 0;  ///< the largest number of places seen so far, and the number seen without any sheet
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

/// Opens the right sheet after a moment, since a second tap may be meant for what is below it. `soon` = false: cancels that.
struct PeekSoon {
    bool soon = true;
};
void do_command(State& state, const PeekSoon& command);

struct FoldSheets {
    bool folded;
};
void do_command(State& state, const FoldSheets& command);

struct SetSheetHeight {
    float height;  ///< in logical pixels; 0: a default that depends on the window
    bool of_lesson = false;
};
void do_command(State& state, const SetSheetHeight& command);

struct FoldLesson {
    bool folded;
};
void do_command(State& state, const FoldLesson& command);

/// A step of a lesson sees this many of the places that it points at: tries the next sheet, and stays with the best.
struct SeekSheet {
    std::string step;
    std::size_t seen, wanted;
};
void do_command(State& state, const SeekSheet& command);

struct EndSeeking {};
void do_command(State& state, const EndSeeking& command);

/// Scrolls an anchor into view as soon as it is drawn.
struct RevealAnchor {
    std::string anchor;
};
void do_command(State& state, const RevealAnchor& command);

/// Remembers how the sheets were left.
extern const Module sheets_module;

}  // namespace vitrine
