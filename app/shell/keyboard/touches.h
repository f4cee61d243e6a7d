#pragma once
/// Fingers on a screen, as what a mouse would do:
///
/// a tap is a click, and two of them a double click; a finger that rests points at what is below it, as a mouse does that is not
/// pressed, and points on while it moves; a finger that moves scrolls what scrolls, moves the map, or drags what can be dragged;
/// two fingers zoom the map and move it. A list goes on a little when the finger that scrolled it lets go.

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// Names a finger as long as it is on the screen.
using FingerId = std::int64_t;

/// Positions are in logical pixels, times in seconds: the clock of Input::time.
class Touches {
public:
    void begin(FingerId finger, ImVec2 at, double time);
    void move(FingerId finger, ImVec2 at, double time);
    void end(FingerId finger, ImVec2 at, double time);

    /// All fingers are gone without having meant anything, as when the system takes the screen.
    void cancel();

    /// Puts what the fingers have done into the input of a frame; what takes several frames, as a tap does, goes on with the next
    /// calls. `record`: the last frame. Leaves the input alone as long as no finger has touched the screen, so that a mouse still
    /// works.
    void fill(Input& input, const FrameRecord& record);

    /// Whether there is more to come without another touch: frames have to be drawn.
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
    /// What one frame is told.
    struct Step {
        ImVec2 mouse{-1, -1};  ///< outside: no pointer
        bool down = false, pressed = false, released = false;
        int clicks = 0;
        float wheel = 0;
    };
    enum class Gesture {
        none,
        waiting,   ///< a finger is down and has not moved
        pointing,  ///< it has rested, and points
        scrolling,
        dragging,
        pinching,
        over,  ///< what the fingers still do means nothing
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
    bool used_ = false, held_ = false;  ///< a finger has touched the screen; the button is held, as far as frames were told

    ImVec2 began_at_{}, last_at_{}, pointer_{-1, -1}, told_{-1, -1};  ///< told_: to the last frame
    double began_ = 0, last_time_ = 0;
    ImVec2 tapped_at_{-1, -1};
    std::optional<double> tapped_;  ///< when
    float last_spread_ = 0;
    float speed_ = 0;                    ///< of scrolling, in logical pixels a second
    std::optional<double> glides_from_;  ///< the time of the last frame of a list that goes on by itself
};

}  // namespace vitrine
