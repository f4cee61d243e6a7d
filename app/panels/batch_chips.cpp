#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/panels/batch_parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float line_gap = 6, field_width = 112;
constexpr Size most_padding = 4;  // shown one by one

std::vector<TokenChip> padding_of(const ShownTokens& shown) {
    const Size count = shown.row.tokens.size(1) - shown.length;
    std::vector<TokenChip> chips;
    if (count > most_padding)
        return {{TokenChip::Kind::padding, shown.length, fmt::format("{} × {}", shown.word(shown.length), count)}};
    for (Size i = shown.length; i < shown.row.tokens.size(1); ++i) chips.push_back({TokenChip::Kind::padding, i, shown.word(i)});
    return chips;
}

std::vector<TokenChip> chips_of(const ShownTokens& shown) {
    std::vector<TokenChip> chips;
    const TypedToken* typed = shown.typed();
    for (Size i = 0; i < shown.length; ++i) {
        const bool here = typed && typed->place.position == i;
        if (here) chips.push_back({TokenChip::Kind::field, i});
        if (!here || typed->inserts) {
            const bool faint = shown.row.answers && shown.is_padding(i);
            chips.push_back({faint ? TokenChip::Kind::padding : TokenChip::Kind::word, i, shown.word(i)});
        }
    }
    const bool behind = typed && typed->place.position == shown.length;
    if (shown.editable) chips.push_back({behind ? TokenChip::Kind::field : TokenChip::Kind::add, shown.length});
    for (TokenChip& chip : padding_of(shown)) chips.push_back(std::move(chip));
    return chips;
}

float width_of(const Ui& ui, const TokenChip& chip) {
    switch (chip.kind) {
        case TokenChip::Kind::field:
            return field_width;
        case TokenChip::Kind::add:
            return chip_height;
        default:
            return chip_width(ui, chip.word);
    }
}

}  // namespace

std::vector<TokenChip> placed_chips(const Ui& ui, const Rect& line, const ShownTokens& shown) {
    std::vector<TokenChip> chips = chips_of(shown);
    ImVec2 at = line.min;
    for (TokenChip& chip : chips) {
        const float width = std::min(width_of(ui, chip), line.width());
        if (at.x + width > line.max.x && at.x > line.min.x) at = {line.min.x, at.y + chip_height + line_gap};
        chip.area = rect_at(at, width, chip_height);
        at.x += width + chip_gap;
    }
    return chips;
}

}  // namespace vitrine
