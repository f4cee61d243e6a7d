#include "app/cli/common/slice.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::optional<Size> parse_place(std::string_view word, const std::string& all) {
    word = trimmed(word);
    if (word == ":") return std::nullopt;
    Size place = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), place);
    if (read.ec != std::errc() || read.ptr != word.data() + word.size() || place < 0)
        throw Error(in_quotes(all) + ": between the brackets stand numbers from 0 on, or : for a whole axis");
    return place;
}

}  // namespace

SliceText parse_slice(const std::string& text) {
    const std::size_t open = text.find('[');
    SliceText slice{.path = text.substr(0, open), .places = {}};
    if (open == std::string::npos) return slice;
    if (!text.ends_with(']')) throw Error(in_quotes(text) + ": the bracket is not closed");
    slice.given = true;
    const std::string_view inside = trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2));
    for (std::size_t begin = 0; !inside.empty() && begin <= inside.size();) {
        const std::size_t comma = std::min(inside.find(',', begin), inside.size());
        slice.places.push_back(parse_place(inside.substr(begin, comma - begin), text));
        begin = comma + 1;
    }
    return slice;
}

bool names_cell(const SliceText& slice, const Layout& layout) {
    return layout.rank > 0 && slice.places.size() == static_cast<std::size_t>(layout.rank) &&
           std::ranges::all_of(slice.places, [](const auto& place) { return place.has_value(); });
}

namespace {

/// The axes along which no place is named. Sets the places along all other axes in `fixed`.
std::vector<int> free_axes(const SliceText& slice, const Layout& layout, Size sentence, Index& fixed) {
    std::vector<int> axes;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const bool named = at < slice.places.size() && slice.places[at];
        const bool sentences = !slice.given && layout.rank > 2 && layout.axes[at] == Axis::batch;
        if (!named && !sentences) {
            axes.push_back(axis);
            continue;
        }
        fixed[at] = named ? *slice.places[at] : sentence;
        if (fixed[at] < layout.shape[at]) continue;
        throw Error(fmt::format("{}: {} along its axis {} is beyond the last, {}", in_quotes(slice.path), fixed[at],
                                in_quotes(axis_word(layout.axes[at])), layout.shape[at] - 1));
    }
    return axes;
}

}  // namespace

TensorSlice slice_of(const SliceText& slice, const Layout& layout, Size sentence) {
    if (slice.places.size() > static_cast<std::size_t>(layout.rank)) {
        throw Error(fmt::format("{}: {} indices for {} axes, {}", in_quotes(slice.path), slice.places.size(), layout.rank,
                                axes_words(layout)));
    }
    TensorSlice part{.path = slice.path, .axes = {}};
    const std::vector<int> axes = free_axes(slice, layout, sentence, part.axes.plane.fixed);
    if (axes.empty() || axes.size() > 3) {
        throw Error(fmt::format("{}: a figure has one to three of its axes ({}): put a place along others into brackets",
                                in_quotes(slice.path), axes_words(layout)));
    }
    part.axes.plane.column_axis = axes.back();
    part.axes.plane.row_axis = axes.size() < 2 ? -1 : axes[axes.size() - 2];
    part.axes.facets = axes.size() < 3 ? -1 : axes.front();
    return part;
}

}  // namespace vitrine
