#pragma once
/// Translates fingers on a screen into what a mouse would do.
///
/// A tap is a click, and two taps are a double click. A resting finger points at what is below it, like a mouse without a pressed
/// button, and goes on pointing while it moves. A moving finger scrolls what can be scrolled, moves the map, or drags what can be
/// dragged. Two fingers zoom the map and move it. A list goes on scrolling for a moment when the finger lets go.

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// Identifies a finger as long as it is on the screen.
using FingerId = std::int64_t;

/// Positions are in logical pixels. Times are in seconds, on the clock of Input::time.
class Touches {
public:
    void begin(FingerId finger, ImVec2 at, double time);
    void move(FingerId finger, ImVec2 at, double time);
    void end(FingerId finger, ImVec2 at, double time);

    /// Forgets all fingers without any effect, for example when the system takes over the screen.
    void cancel();

    /// Puts what the fingers have done into the input of a frame. What takes several frames, such as a tap, goes on with the next
    /// calls. `record`: the last frame. Does nothing as long as no finger has touched the screen, so that a mouse still works.
    void fill(Input& input, const FrameRecord& record);

    /// Whether more will happen without another touch, so that frames have to be drawn.
    bool goes_on() const;

private:
    struct Event {
        enum class Kind { begin, move, end } kind;
        FingerId finger;
        ImVec2 at;
        double time;
    };
    struct Finger {
        FingerId id;
        ImVec2 at;
    };
    /// The part of a gesture that one frame gets.
    struct Step {
        ImVec2 mouse{-1, -1};  ///< outside: no pointer
        bool down = false, pressed = false, released = false;
        int clicks = 0;
        float wheel = 0;
    };
    enum class Gesture {
        none,
        waiting,   ///< a finger is down and has not moved
        pointing,  ///< a finger has rested, and points now
        scrolling,
        dragging,
        pinching,
        over,  ///< the fingers that are still down do nothing any more
    };

    void take(const Event& event, const FrameRecord& record);
    void put_down(const Event& event, const FrameRecord& record);
    void follow(const Event& event, const FrameRecord& record);
    void lift(const Event& event, const FrameRecord& record);
    void begin_moving(const FrameRecord& record);
    void begin_pinching(const FrameRecord& record);
    void go_on_pinching();
    void scroll_by(float pixels);
    void tap(const Event& event, const FrameRecord& record);
    void let_go();
    void rest(double time);
    void glide(double time);
    void drag_to(ImVec2 at);
    ImVec2 middle() const;
    float spread() const;

    std::vector<Event> events_;
    std::deque<Step> steps_;
    std::vector<Finger> fingers_;
    Gesture gesture_ = Gesture::none;
    bool used_ = false, held_ = false;  ///< used_: a finger has touched the screen; held_: the button is down, as far as frames
                                        ///< were told

    ImVec2 began_at_{}, last_at_{}, pointer_{-1, -1}, told_{-1, -1};  ///< told_: the place that the last frame got
    double began_ = 0, last_time_ = 0;
    ImVec2 tapped_at_{-1, -1};
    std::optional<double> tapped_;  ///< the time of the last tap
    float last_spread_ = 0;
    float speed_ = 0;                    ///< of scrolling, in logical pixels a second
    std::optional<double> glides_from_;  ///< while a list goes on scrolling by itself: the time of its last frame
};

}  // namespace vitrine
