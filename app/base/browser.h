#pragma once
/// Differences for a program that runs in a page of a browser.

#include <algorithm>
#include <array>
#include <string_view>

namespace vitrine {

#if defined(__EMSCRIPTEN__)
constexpr bool in_browser = true;
#else
constexpr bool in_browser = false;
#endif

/// Chords that browsers keep for themselves: opening and closing tabs and windows, reloading the page, developer tools, and
/// zooming. app/shell/page/site/input.js leaves them to the browser.
inline constexpr std::array browser_chords{"ctrl+t", "ctrl+n", "ctrl+w",       "ctrl+q", "ctrl+r",
                                           "ctrl+0", "f5",     "ctrl+shift+c", "f11",    "f12"};

constexpr bool browser_keeps(std::string_view chord) {
    return std::any_of(browser_chords.begin(), browser_chords.end(), [=](std::string_view kept) { return kept == chord; });
}

}  // namespace vitrine
