#pragma once
/// Scripts as plain data, one command per line: those of `vitrine drive`, and the lines of a lesson that act on the program.
///
/// A line that starts with # is a comment, and # after the last word starts one, too. Names with spaces are in quotes. If a line
/// ends with a text (type, expect, expect-not, expect-state), the text is taken literally, without quotes around the whole of it.
/// ANCHOR is the name of a place on the screen; the command anchors prints them all.
///
///     click|double-click|right-click|hover ANCHOR [INDEX…]    a cell by its tensor's full index
///     drag ANCHOR DX DY        drag ANCHOR to ANCHOR           in logical pixels
///     tap|double-tap|long-press ANCHOR [INDEX…]               what a finger does; a long press points, without pressing
///     swipe ANCHOR DX DY       pinch ANCHOR FACTOR             a finger moves; two move apart, or with FACTOR below 1 together
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
/// Settings bring the program into a state, wherever the mouse is. Sentences, heads, layers and words count from 1:
///
///     sample NAME   model FOLDER                               opens it, unless it is open
///     view NAME     aspect value|gradient|both|product
///     select PATH [INDEX…]   sentence N   head N               a tensor, or a cell of it
///     go PATH                frame NAME                        to the step that makes a tensor; the map to a block or a tensor
///     without CHOICE   restore                                 takes a choice of the design back; undoes all that was altered
///     silence ATTENTION HEAD   write PATH INDEX… VALUE         the path of an attention; a cell by hand
///     word source|target PLACE WORD                            of the chosen sentence
///     keep MODULE JSON                                         fields of a module, as a session has them
///     perform ACTION                                           an entry of a menu, by its anchor after "menu/"
///
/// Lines from one of these up to the line `end` are a block, which is repeated. Blocks may be nested.
///
///     at-every-size 1280x800 1600x1000@1,1.5,2                 at scale 1, or at each of the scales after @,
///                                                              the largest scale first
///     in-both-themes                                           dark, then light
///     for-every NAME in VALUE…                                 {NAME} in a line is the value
///
/// {size} and {theme} in a line are those of the pass, "1600x1000@2" and "dark". After a block everything stays as its last pass
/// has left it.
///
/// File paths are relative to the working directory, those of dropped files to the script's folder;
/// a dropped text that begins with a scheme, "vitrine:", is no path.

#include <string>
#include <string_view>
#include <vector>

#include "app/script/actions.h"

namespace vitrine {

struct ScriptLine {
    std::string where;  ///< "visit.drive:12"; in a block also the pass: "visit.drive:12 (theme dark, size 1280x800@2)"
    script::ScriptAction action;
};

using Script = std::vector<ScriptLine>;

/// Reads one command; blocks are not commands. Throws Error, without the line number.
script::ScriptAction parse_command(std::string_view line);

/// The words that begin a command.
std::vector<std::string> command_words();

/// The words that the file of a lesson may contain: they look and press.
std::vector<std::string> lesson_command_words();

/// parse_command() for the line of a lesson. Also throws Error for a word that only scripts may use.
script::ScriptAction parse_lesson_command(std::string_view line);

/// Throws Error for a word that only scripts may use. All other words pass, even unknown ones.
void require_lesson_command(const std::string& word);

/// Reads a script and repeats the lines of every block. `name`: its path, for messages and dropped files. Throws Error,
/// "visit.drive:12: …", at the first invalid line.
Script parse_script(std::string_view text, const std::string& name);

}  // namespace vitrine
