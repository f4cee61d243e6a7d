#include "app/shell/keyboard/touches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/shell/keyboard/below_finger.h"

namespace vitrine {

namespace {

constexpr float slop = 8;  ///< logical pixels that a resting finger may move
constexpr double long_press = 0.45, double_tap = 0.35;
constexpr float double_tap_reach = 28;
constexpr float pixels_of_notch = 48;  ///< as Ui::end_scroll scrolls per notch
constexpr float zoom_of_notch = 1.2f;  ///< as the map zooms per notch
constexpr float least_speed = 60, most_speed = 4000;

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

void Touches::begin(FingerId finger, ImVec2 at, double time) { events_.push_back({Event::Kind::begin, finger, at, time}); }
void Touches::move(FingerId finger, ImVec2 at, double time) { events_.push_back({Event::Kind::move, finger, at, time}); }
void Touches::end(FingerId finger, ImVec2 at, double time) { events_.push_back({Event::Kind::end, finger, at, time}); }

void Touches::cancel() {
    events_.clear();
    fingers_.clear();
    glides_from_.reset();
    if (gesture_ == Gesture::dragging || gesture_ == Gesture::pinching) let_go();
    if (used_) steps_.push_back({});
    gesture_ = Gesture::none;
}

bool Touches::goes_on() const { return !events_.empty() || !steps_.empty() || glides_from_ || gesture_ == Gesture::waiting; }

ImVec2 Touches::middle() const {
    if (fingers_.size() < 2) return last_at_;
    return {(fingers_[0].at.x + fingers_[1].at.x) / 2, (fingers_[0].at.y + fingers_[1].at.y) / 2};
}

float Touches::spread() const {
    constexpr float least = 8;  // fingers closer together than this would zoom without limit
    return fingers_.size() < 2 ? least : std::max(least, distance(fingers_[0].at, fingers_[1].at));
}

void Touches::drag_to(ImVec2 at) {
    pointer_ = at;
    if (!steps_.empty() && steps_.back().down && !steps_.back().pressed && steps_.back().wheel == 0) {
        steps_.back().mouse = at;
    } else {
        steps_.push_back({.mouse = at, .down = true});
    }
}

void Touches::let_go() {
    steps_.push_back({.mouse = pointer_, .released = true});
    steps_.push_back({});
}

/// Several moves within a frame are added up.
void Touches::scroll_by(float pixels) {
    const float notches = pixels / pixels_of_notch;
    if (!steps_.empty() && steps_.back().wheel != 0) {
        steps_.back().wheel += notches;
    } else if (notches != 0) {
        steps_.push_back({.mouse = pointer_, .wheel = notches});
    }
}

void Touches::put_down(const Event& event, const FrameRecord& record) {
    used_ = true;
    glides_from_.reset();
    std::erase_if(fingers_, [&](const Finger& finger) { return finger.id == event.finger; });
    fingers_.push_back({event.finger, event.at});
    if (fingers_.size() == 1) {
        gesture_ = Gesture::waiting;
        began_at_ = last_at_ = event.at;
        began_ = last_time_ = event.time;
        speed_ = 0;
    } else if (fingers_.size() == 2 && gesture_ != Gesture::over) {
        begin_pinching(record);
    }
}

/// If the first finger was already moving the map, both go on to move it.
void Touches::begin_pinching(const FrameRecord& record) {
    const ScrollArea* area = area_at(record, middle(), nullptr);
    const bool pans = area && area->pans && !is_covered(record, middle());
    if (gesture_ == Gesture::dragging) let_go();
    if (!pans) {
        gesture_ = Gesture::over;
        return;
    }
    gesture_ = Gesture::pinching;
    last_spread_ = spread();
    pointer_ = middle();
    steps_.push_back({.mouse = pointer_});
    steps_.push_back({.mouse = pointer_, .down = true, .pressed = true, .clicks = 3});  // a third click does nothing
}

/// Zooms about the middle of the fingers, and then moves the map along with it. Each takes a frame of its own.
void Touches::go_on_pinching() {
    const float notches = std::log(spread() / last_spread_) / std::log(zoom_of_notch);
    last_spread_ = spread();
    Step* zoom = nullptr;
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, steps_.size()); ++back) {
        if (Step& step = steps_[steps_.size() - back]; step.wheel != 0) zoom = &step;
    }
    if (zoom) {
        zoom->wheel += notches;
    } else if (notches != 0) {
        steps_.push_back({.mouse = pointer_, .down = true, .wheel = notches});
    }
    drag_to(middle());
}

/// The finger has moved too far for a tap. What lies below it decides what happens.
void Touches::begin_moving(const FrameRecord& record) {
    const Anchor* control = control_at(record, began_at_);
    const ScrollArea* area = area_at(record, began_at_, control);
    const bool sideways = std::abs(last_at_.x - began_at_.x) > std::abs(last_at_.y - began_at_.y);
    const bool drags = control && is_dragged(control->name, sideways);
    if (drags || (area && area->pans)) {
        gesture_ = Gesture::dragging;
        pointer_ = began_at_;
        steps_.push_back({.mouse = pointer_});
        steps_.push_back({.mouse = pointer_, .down = true, .pressed = true, .clicks = 1});
        drag_to(last_at_);
    } else if (area) {
        gesture_ = Gesture::scrolling;
        // The pointer is put at the edge of the area, where there is no control to react to it.
        pointer_ = {area->view.max.x - 2, std::clamp(began_at_.y, area->view.min.y + 1, area->view.max.y - 1)};
        scroll_by(last_at_.y - began_at_.y);
    } else {
        gesture_ = Gesture::over;
    }
}

void Touches::follow(const Event& event, const FrameRecord& record) {
    const auto finger = std::ranges::find(fingers_, event.finger, &Finger::id);
    if (finger == fingers_.end()) return;
    finger->at = event.at;
    if (gesture_ == Gesture::pinching) return go_on_pinching();
    if (finger != fingers_.begin()) return;
    const ImVec2 before = std::exchange(last_at_, event.at);
    const double seconds = event.time - std::exchange(last_time_, event.time);
    if (gesture_ == Gesture::waiting) {
        if (distance(began_at_, event.at) > slop) begin_moving(record);
    } else if (gesture_ == Gesture::pointing) {
        pointer_ = event.at;
        steps_.push_back({.mouse = pointer_});
    } else if (gesture_ == Gesture::dragging) {
        drag_to(event.at);
    } else if (gesture_ == Gesture::scrolling) {
        scroll_by(event.at.y - before.y);
    }
    if (gesture_ == Gesture::scrolling && seconds > 0) {
        constexpr float newest = 0.5f;  // how much of the speed is taken from the newest move
        speed_ += newest * (static_cast<float>((event.at.y - before.y) / seconds) - speed_);
    }
}

void Touches::tap(const Event& event, const FrameRecord& record) {
    const bool again = tapped_ && event.time - *tapped_ < double_tap && distance(tapped_at_, event.at) < double_tap_reach;
    const ImVec2 at = again ? tapped_at_ : meant_by_tap(record, event.at);
    tapped_ = again ? std::nullopt : std::optional(event.time);
    tapped_at_ = at;
    pointer_ = at;
    steps_.push_back({.mouse = at});
    steps_.push_back({.mouse = at, .down = true, .pressed = true, .clicks = again ? 2 : 1});
    steps_.push_back({.mouse = at, .released = true});
    steps_.push_back({});
}

void Touches::lift(const Event& event, const FrameRecord& record) {
    const auto finger = std::ranges::find(fingers_, event.finger, &Finger::id);
    if (finger == fingers_.end()) return;
    const bool first = finger == fingers_.begin();
    if (gesture_ == Gesture::pinching) {
        let_go();
        gesture_ = Gesture::over;
    } else if (gesture_ == Gesture::dragging && first) {
        let_go();
        gesture_ = Gesture::over;
    } else if (gesture_ == Gesture::waiting) {
        tap(event, record);
    } else if (gesture_ == Gesture::scrolling && first) {
        constexpr double stale = 0.08;  // seconds without a move after which the finger had stopped before it was lifted
        speed_ = std::clamp(speed_, -most_speed, most_speed);
        if (event.time - last_time_ < stale && std::abs(speed_) > least_speed) glides_from_ = event.time;
        if (!glides_from_) steps_.push_back({});
        gesture_ = Gesture::over;
    }
    fingers_.erase(finger);
    if (fingers_.empty()) gesture_ = Gesture::none;
}

void Touches::take(const Event& event, const FrameRecord& record) {
    if (event.kind == Event::Kind::begin) put_down(event, record);
    if (event.kind == Event::Kind::move) follow(event, record);
    if (event.kind == Event::Kind::end) {
        const auto finger = std::ranges::find(fingers_, event.finger, &Finger::id);
        // A finger lifted where it was has not moved just now, so its speed stays as it is.
        if (finger != fingers_.end() && distance(finger->at, event.at) > 0) follow(event, record);
        lift(event, record);
    }
}

/// After a while, the finger points at what it rests on.
void Touches::rest(double time) {
    if (gesture_ != Gesture::waiting || time - began_ < long_press) return;
    gesture_ = Gesture::pointing;
    pointer_ = last_at_;
    steps_.push_back({.mouse = pointer_});
}

void Touches::glide(double time) {
    if (!glides_from_) return;
    const auto seconds = static_cast<float>(std::clamp(time - *glides_from_, 0.0, 0.1));
    glides_from_ = time;
    scroll_by(speed_ * seconds);
    constexpr float slowing = 4.5f;  // per second
    speed_ *= std::exp(-slowing * seconds);
    if (std::abs(speed_) >= least_speed) return;
    glides_from_.reset();
    steps_.push_back({});
}

void Touches::fill(Input& input, const FrameRecord& record) {
    // A finger may have been lifted long before this frame, so whether it rested depends on the time of the event, not of the
    // frame.
    for (const Event& event : std::exchange(events_, {})) {
        rest(event.time);
        take(event, record);
    }
    rest(input.time);
    glide(input.time);
    if (!used_) return;
    const Step step = steps_.empty() ? Step{.mouse = told_, .down = held_} : steps_.front();
    if (!steps_.empty()) steps_.pop_front();
    input.mouse = step.mouse;
    input.mouse_inside = step.mouse.x >= 0;
    input.button(MouseButton::left) = {
        .down = step.down, .pressed = step.pressed, .released = step.released, .clicks = step.clicks};
    input.wheel = {0, step.wheel};
    held_ = step.down;
    told_ = step.mouse;
    if (steps_.empty() && fingers_.empty() && step.mouse.x < 0 && !held_ && !glides_from_) used_ = false;  // the mouse may have it
}

}  // namespace vitrine
