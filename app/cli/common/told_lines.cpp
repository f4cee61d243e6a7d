#include "app/cli/common/told_lines.h"

#include <algorithm>

#include "core/text/plain_text.h"

namespace vitrine {

std::string told_lines(std::span<const std::pair<std::string, std::string>> lines) {
    constexpr std::size_t indent = 2;
    std::size_t width = 0;
    for (const auto& line : lines) width = std::max(width, text_width(line.first));
    std::string text;
    const std::string* before = nullptr;
    for (const auto& [about, what] : lines) {
        const std::string begins = std::string(indent, ' ') + left_aligned(before && *before == about ? "" : about, width) + "  ";
        text += wrapped_text(begins + printable(what), reading_width, std::string(text_width(begins), ' '));
        before = &about;
    }
    return text;
}

}  // namespace vitrine
