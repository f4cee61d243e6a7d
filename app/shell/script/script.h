#pragma once
/// Scripts of `vitrine drive` as plain data, one command per line.
///
/// A line that starts with # is a comment, and # after the last word starts one, too. Names with spaces are in quotes. If a line
/// ends with a text (type, expect, expect-not, expect-state), the text is taken literally, without quotes around the whole of it.
/// ANCHOR is the name of a place on the screen; the command anchors prints them all.
///
///     click|double-click|right-click|hover ANCHOR [INDEX…]    a cell by its tensor's full index
///     drag ANCHOR DX DY        drag ANCHOR to ANCHOR           in logical pixels
///     scroll ANCHOR N [ctrl]   key ctrl+p   type TEXT          notches, away from the user is positive
///     resize W H   theme dark|light   scale F                  W and H in pixels of the picture
///     drop FILE…   wait FRAMES   screenshot FILE   state FILE  FILE - is the standard output for state
///     clipboard TEXT                                           what another program has copied, for key ctrl+v
///     train STEPS   wait-steps STEPS                           takes so many training steps; waits for a training that runs
///     anchors                                                  prints every anchor: name, x y w h, visible or hidden
///     expect ANCHOR TEXT   expect-not ANCHOR TEXT              TEXT is, or is not, part of what can be read there;
///                                                          of what is shown shortened, TEXT has to be the whole
///     expect-state POINTER VALUE                               a JSON pointer into the state, a JSON value or a bare text
///     expect-no-cut-text   expect-no-overlap                   of everything that can be seen
///
/// Lines from one of these up to the line `end` are a block, which is repeated. Blocks may be nested.
///
///     at-every-size 1280x800 1600x1000@1,1.5,2                 at scale 1, or at each of the scales after @
///     in-both-themes                                           dark, then light
///     for-every NAME in VALUE…                                 {NAME} in a line is the value
///
/// {size} and {theme} in a line are those of the pass, "1600x1000@2" and "dark". After a block everything stays as its last pass
/// has left it.
///
/// File paths are relative to the working directory, those of dropped files to the script's folder.

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

namespace script {

struct Point {
    enum class Gesture { hover, click, double_click, right_click };
    Gesture gesture;
    std::string anchor;
    std::vector<Size> index;  ///< of a cell; empty: the middle of the anchor
};
struct Drag {
    std::string anchor;
    std::string to;      ///< an anchor; empty: see x and y
    float x = 0, y = 0;  ///< the movement, if `to` is empty
};
struct Scroll {
    std::string anchor;
    float notches;
    bool ctrl;
};
struct Key {
    std::string chord;
};
struct Type {
    std::string text;
};
struct Resize {
    int width, height;
};
struct Theme {
    Appearance appearance;
};
struct Scale {
    double scale;
};
struct Drop {
    std::vector<std::filesystem::path> files;  ///< dropped together
};
struct Clipboard {
    std::string text;
};
struct Wait {
    int frames;
};
struct Train {
    int steps;  ///< number of steps to take
};
struct WaitSteps {
    std::int64_t steps;  ///< waits until at least this many steps are done since the start
};
struct Screenshot {
    std::filesystem::path file;
};
struct Expect {
    std::string anchor, text;
    bool shown;  ///< false: must not be shown
};
struct ExpectState {
    std::string pointer, value;
};
struct ExpectNoCutText {};
struct ExpectNoOverlap {};
struct ListAnchors {};
struct SaveState {
    std::filesystem::path file;
};

using ScriptAction = std::variant<Point, Drag, Scroll, Key, Type, Resize, Theme, Scale, Drop, Clipboard, Wait, Train, WaitSteps,
                                  Screenshot, Expect, ExpectState, ExpectNoCutText, ExpectNoOverlap, ListAnchors, SaveState>;

}  // namespace script

struct ScriptLine {
    std::string where;  ///< "visit.drive:12"; in a block with the pass: "visit.drive:12 (theme dark, size 1280x800@2)"
    script::ScriptAction action;
};

using Script = std::vector<ScriptLine>;

/// Reads a script and repeats the lines of every block. `name`: its path, for messages and dropped files. Throws Error,
/// "visit.drive:12: …", at the first invalid line.
Script parse_script(std::string_view text, const std::string& name);

}  // namespace vitrine
