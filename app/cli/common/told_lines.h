#pragma once
/// Lines that are told of something, as a table for a terminal.

#include <span>
#include <string>
#include <utility>

namespace vitrine {

/// The longest line of a text that is read rather than parsed, in columns.
constexpr std::size_t reading_width = 100;

/// Each line behind what it is about, indented and wrapped. Of several about the same thing, only the first names it.
std::string told_lines(std::span<const std::pair<std::string, std::string>> lines);

}  // namespace vitrine
