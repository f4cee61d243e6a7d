#include "core/listing/cell_text.h"

#include <charconv>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
    throw Error(
        fmt::format("{} is no cell: {}; write PATH[i,j,…] with an index for each axis, counted from 0", in_quotes(text), why));
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

}  // namespace

CellName parse_cell(std::string_view text) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || open == 0) refuse(text, "it has no [ behind a path");
    if (text.empty() || text.back() != ']') refuse(text, "it does not end in ]");
    CellName cell{.path = std::string(trimmed(text.substr(0, open)))};
    std::string_view rest = text.substr(open + 1, text.size() - open - 2);
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        const std::string_view number = trimmed(rest.substr(0, comma));
        if (cell.rank == max_rank) refuse(text, fmt::format("no tensor has more than {} axes", max_rank));
        Size& place = cell.index[static_cast<std::size_t>(cell.rank++)];
        const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), place);
        if (problem != std::errc() || end != number.data() + number.size() || place < 0) {
            refuse(text, fmt::format("{} is no index", in_quotes(number)));
        }
        more = comma != std::string_view::npos;
        if (more) rest.remove_prefix(comma + 1);
    }
    return cell;
}

std::string index_text(const Layout& layout, const Index& index) {
    std::string text = "[";
    for (int axis = 0; axis < layout.rank; ++axis)
        text += (axis ? ", " : "") + std::to_string(index[static_cast<std::size_t>(axis)]);
    return text + "]";
}

std::string cell_text(const std::string& path, const Layout& layout, const Index& index) {
    return path + index_text(layout, index);
}

}  // namespace vitrine
