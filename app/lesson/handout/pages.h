#pragma once
/// A handout as pages of paper: A4, upright.

#include "app/lesson/handout/handout.h"
#include "app/render/fonts.h"

namespace vitrine {

/// Each page as SVG. A step is on a single page, if it fits on one.
std::vector<std::string> handout_pages(const Lesson& lesson, const std::vector<HandoutStep>& steps, const Fonts& fonts);

}  // namespace vitrine
