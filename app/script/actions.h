#pragma once
/// The commands of scripts as plain data; app/script/script.h describes their words.

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "app/state/state.h"
#include "core/model/token_place.h"

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
struct Touch {
    enum class Gesture { tap, double_tap, long_press };
    Gesture gesture;
    std::string anchor;
    std::vector<Size> index;  ///< of a cell; empty: the middle of the anchor
};
struct Swipe {
    std::string anchor;
    float x = 0, y = 0;  ///< how far the finger moves
};
struct Pinch {
    std::string anchor;
    float factor = 1;  ///< the distance of the two fingers at the end, relative to the beginning
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
    std::vector<std::filesystem::path> files;  ///< files that are dropped together
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

struct OpenSample {
    std::string name;
};
struct OpenFolder {
    std::filesystem::path folder;
};
struct ShowView {
    std::string name;
};
struct ShowAspect {
    Aspect aspect;
};
struct Select {
    std::string path;
    std::vector<Size> index;  ///< of a cell; empty: only the tensor
};
struct Choose {
    enum class What { sentence, head };
    What what;
    Size place;  ///< from 0
};
struct Go {
    std::string path;
};
struct Frame {
    std::string what;
};
struct TakeBack {
    std::string choice;
};
struct Restore {};
struct Silence {
    std::string attention;
    Size head;  ///< from 0
};
struct SetCell {
    std::string path;
    std::vector<Size> index;
    double value;
};
struct SetWord {
    BatchSide side;
    Size place;  ///< from 0
    std::string word;
};
struct Keep {
    std::string module, fields;  ///< a JSON object
};
struct Perform {
    std::string action;
};

using ScriptAction =
    std::variant<Point, Drag, Touch, Swipe, Pinch, Scroll, Key, Type, Resize, Theme, Scale, Drop, Clipboard, Wait, Train, WaitSteps,
                 Screenshot, Expect, ExpectState, ExpectNoCutText, ExpectNoOverlap, ListAnchors, SaveState, OpenSample, OpenFolder,
                 ShowView, ShowAspect, Select, Choose, Go, Frame, TakeBack, Restore, Silence, SetCell, SetWord, Keep, Perform>;

}  // namespace script

}  // namespace vitrine
