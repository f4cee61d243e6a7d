#pragma once
/// The lines of a language file, sorted into its sections.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/error.h"

namespace vitrine::language {

struct Line {
    std::string text;  ///< without comment, and without spaces around it
    int number;        ///< counted from 1
};

/// "[words Noun number gender | english-noun | french-noun]" and the lines below it.
struct Section {
    std::string kind;                ///< "words"
    std::vector<std::string> parts;  ///< what follows, split at "|": "Noun number gender", …
    int number;                      ///< of the heading's line
    std::vector<Line> lines;
};

/// Throws Error for a line outside of a section, or a heading that does not end.
std::vector<Section> sections_of(std::string_view text);

std::vector<std::string> words_of(std::string_view text);
/// The parts of a text between separators, without spaces around them.
std::vector<std::string> parts_of(std::string_view text, char separator);

/// "3", from 1 to 999. Throws Error for anything else.
std::uint32_t weight_of(const std::string& digits);

/// Runs body; an Error that it throws begins with "line 7: ", or with a line within that it already names.
void at_line(int number, const std::function<void()>& body);

}  // namespace vitrine::language
