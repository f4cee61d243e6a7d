#pragma once
/// Plays a script on a stage: generates mouse and keyboard input, and inspects the screen.

#include <ostream>
#include <stdexcept>

#include "app/script/script.h"
#include "app/shell/keyboard/touches.h"
#include "app/shell/script/stage.h"

namespace vitrine {

/// An expectation of a script that was not met: "visit.drive:12: …".
struct VisitFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A visible place to point at.
struct Target {
    std::string name;
    Rect area, visible;
};

class Visitor {
public:
    /// `out`: receives the output of `anchors` and `state -`.
    Visitor(Stage& stage, std::ostream& out);

    /// Plays the script line by line. Throws VisitFailed at the first line that fails, and Error if a file cannot be written.
    /// After every line except `wait`, draws frames until nothing moves.
    void play(const Script& script);

    /// The same for a single command; messages do not name a line.
    void play(const script::ScriptAction& action);

private:
    void act(const script::Point& point);
    void act(const script::Drag& drag);
    void act(const script::Touch& touch);
    void act(const script::Swipe& swipe);
    void act(const script::Pinch& pinch);
    void act(const script::Scroll& scroll);
    void act(const script::Key& key);
    void act(const script::Type& type);
    void act(const script::Resize& resize);
    void act(const script::Theme& theme);
    void act(const script::Scale& scale);
    void act(const script::Drop& drop);
    void act(const script::Clipboard& clipboard);
    void act(const script::Wait& wait);
    void act(const script::Train& train);
    void act(const script::WaitSteps& wait);
    void act(const script::Screenshot& screenshot);
    void act(const script::Expect& expect);
    void act(const script::ExpectState& expect);
    void act(const script::ExpectNoCutText&);
    void act(const script::ExpectNoOverlap&);
    void act(const script::ListAnchors&);
    void act(const script::SaveState& save);

    void frame() { stage_.frame(input_); }
    void settle() { stage_.settle(input_); }

    /// Finds an anchor, or the whole of a scrolling area, and scrolls it into view.
    Target place(const std::string& name);
    /// The same for a cell of a tensor; selects its sentence and head if others are shown.
    Target cell(const std::string& name, const std::vector<Size>& index);
    Target target(const auto& point) { return point.index.empty() ? place(point.anchor) : cell(point.anchor, point.index); }

    /// Opens the list that has a view or an aspect or, on a phone, the sheet that has an anchor, as a person looking for it would.
    void open_for(const std::string& name);

    /// The target's middle. For a block on the map, a place in its title, since the contents of a block respond to clicks
    /// themselves.
    static ImVec2 aim(const Target& target);

    const Anchor& anchor(const std::string& name) const;
    Target in_sight(const std::string& name) const;
    void scroll_to(const Anchor& anchor);
    /// Moves the map to a named thing.
    void frame(const std::string& what);
    void show_cells_of(const std::string& name);
    void show_slice_of(const std::string& name, const Index& index);
    Rect cell_area(const Anchor& anchor, const Index& index) const;

    void point_at(ImVec2 position);
    void press(MouseButton button, int clicks);
    void release(MouseButton button);
    void click(MouseButton button, int clicks);

    /// Draws a frame with what the fingers have done, and the frames that this needs.
    void touch_frame();
    void tap(ImVec2 at);
    void finish_touches();

    Stage& stage_;
    std::ostream& out_;
    Input input_;
    Touches touches_;
};

}  // namespace vitrine
