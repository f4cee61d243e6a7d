#include "app/panel/measures.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr float width_for_all = 940, width_for_two = 600, width_for_broad = 1060;

}  // namespace

Form form_of(ImVec2 window) {
    constexpr float broadest_phone = 640, broadest_tablet = 900;
    if (window.x < broadest_phone) return Form::phone;
    return window.x < broadest_tablet && window.y > window.x ? Form::tablet : Form::wide;
}

float left_width(float width) { return width < width_for_all ? 0 : std::clamp(std::round(width * 0.18f), 216.0f, 272.0f); }

float right_width(float width) {
    if (width < width_for_two) return width;
    if (width < width_for_all) return std::round(width * 0.5f);
    return std::clamp(std::round(width * 0.225f), width < width_for_broad ? 320.0f : 352.0f, 520.0f);
}

WindowMeasures choices_and_reading(const State&, float width, float height) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(width * 0.18f), 244.0f, 288.0f);
    const float right = width < width_for_three ? 0 : std::clamp(std::round(width * 0.24f), 296.0f, 420.0f);
    return {left, width - right, height};
}

WindowMeasures choices_alone(const State&, float width, float height) {
    return {std::clamp(std::round(width * 0.17f), 232.0f, 280.0f), width, height};
}

}  // namespace vitrine
