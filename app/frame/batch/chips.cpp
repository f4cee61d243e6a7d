#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/frame/batch/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float line_gap = 6, field_width = 112;
constexpr Size most_padding = 4;  // this many are shown one by one

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

/// Places chips from a corner on, in lines of this width.
void place(const Ui& ui, std::vector<TokenChip>& chips, const Rect& line) {
    ImVec2 at = line.min;
    for (TokenChip& chip : chips) {
        const float width = std::min(width_of(ui, chip), line.width());
        if (at.x + width > line.max.x && at.x > line.min.x) at = {line.min.x, at.y + chip_height + line_gap};
        chip.area = rect_at(at, width, chip_height);
        at.x += width + chip_gap;
    }
}

constexpr Size many_chips = 256;

/// Everything that the positions of a row's chips depend on.
struct RowLook {
    std::uint64_t run;  ///< the run whose words they are
    BatchSide side;
    bool answers, editable;
    Size length;
    std::vector<std::int32_t> tokens;
    Size field;  ///< the position with the open field; −1: none
    bool inserts;
    float width;

    RowLook(float line, const ShownTokens& shown)
        : run(shown.state.run->generation),
          side(shown.row.side),
          answers(shown.row.answers),
          editable(shown.editable),
          length(shown.length),
          field(shown.typed() ? shown.typed()->place.position : -1),
          inserts(shown.typed() && shown.typed()->inserts),
          width(line) {
        const Size count = shown.row.tokens.size(1);
        const std::int32_t* first = shown.row.tokens.data() + shown.sentence * count;
        tokens.assign(first, first + count);
    }
    bool operator==(const RowLook&) const = default;
};

/// A row of very many chips, which is laid out once and used as long as nothing in it changes.
struct LaidRow {
    RowLook look;
    std::vector<TokenChip> chips;       ///< relative to 0, 0
    std::vector<std::size_t> no_words;  ///< indices of the field and the "+", which are always there
};

/// The rows that were laid out last, the newest at the end.
struct LaidRows {
    std::vector<LaidRow> all;
};

const LaidRow& laid_row(const Ui& ui, float width, const ShownTokens& shown) {
    constexpr std::size_t most = 8;
    std::vector<LaidRow>& laid = ui.fonts.remembered<LaidRows>().all;
    RowLook look(width, shown);
    const auto known = std::ranges::find(laid, look, &LaidRow::look);
    if (known != laid.end()) return *known;
    if (laid.size() == most) laid.erase(laid.begin());
    LaidRow row{std::move(look), chips_of(shown), {}};
    place(ui, row.chips, rect_at({0, 0}, width, 0));
    for (std::size_t i = 0; i < row.chips.size(); ++i) {
        const TokenChip::Kind kind = row.chips[i].kind;
        if (kind == TokenChip::Kind::field || kind == TokenChip::Kind::add) row.no_words.push_back(i);
    }
    return laid.emplace_back(std::move(row));
}

/// The words that have an anchor even if they are scrolled out: the first and the last, which Tab reaches first; the focused word
/// and its neighbours, which the focus can move to; a dragged word; and a word that is to be scrolled into view.
std::vector<Size> kept_words(const Ui& ui, const ShownTokens& shown) {
    std::vector<Size> words{0, shown.length - 1};
    const std::string first = chip_anchor(shown.place(0));
    const std::string_view stem = std::string_view(first).substr(0, first.size() - 1);
    const auto keep = [&](std::string_view anchor) {
        Size word = 0;
        if (!anchor.starts_with(stem)) return;
        const auto read = std::from_chars(anchor.data() + stem.size(), anchor.data() + anchor.size(), word);
        if (read.ec == std::errc()) words.insert(words.end(), {word - 1, word, word + 1});
    };
    keep(shown.state.focus);
    keep(ui.grabbed());
    for (const std::string& anchor : shown.state.reveal) keep(anchor);
    return words;
}

/// The chips with these indices in a row, the last one excluded.
struct ChipRange {
    std::size_t first, last;
};

/// The chips in the visible lines and a little around them. Lines follow each other downwards.
ChipRange chips_near(const Ui& ui, float top, const std::vector<TokenChip>& chips) {
    constexpr float reach = 2 * (chip_height + line_gap);  // so that Tab reaches the lines above and below
    const Rect seen = clip_rect(ui.list);
    const auto first =
        std::ranges::partition_point(chips, [&](const TokenChip& chip) { return top + chip.area.max.y + reach <= seen.min.y; });
    const auto last =
        std::partition_point(first, chips.end(), [&](const TokenChip& chip) { return top + chip.area.min.y - reach < seen.max.y; });
    return {static_cast<std::size_t>(first - chips.begin()), static_cast<std::size_t>(last - chips.begin())};
}

PlacedChips reachable_chips(const Ui& ui, const Rect& line, const ShownTokens& shown) {
    const LaidRow& row = laid_row(ui, line.width(), shown);
    const auto [first, last] = chips_near(ui, line.min.y, row.chips);
    std::vector<std::size_t> others = row.no_words;
    for (const Size word : kept_words(ui, shown)) {
        const auto from = std::ranges::lower_bound(row.chips, word, {}, &TokenChip::position);
        for (auto chip = from; chip != row.chips.end() && chip->position == word; ++chip)
            others.push_back(static_cast<std::size_t>(chip - row.chips.begin()));
    }
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    PlacedChips placed{.chips = {}, .bottom = line.min.y + row.chips.back().area.max.y};
    const auto add = [&](std::size_t chip) {
        placed.chips.push_back(row.chips[chip]);
        placed.chips.back().area = row.chips[chip].area.moved(line.min.x, line.min.y);
    };
    const auto near = std::ranges::lower_bound(others, first), beyond = std::ranges::lower_bound(others, last);
    std::for_each(others.begin(), near, add);
    for (std::size_t chip = first; chip < last; ++chip) add(chip);
    std::for_each(std::max(near, beyond), others.end(), add);
    return placed;
}

}  // namespace

PlacedChips placed_chips(const Ui& ui, const Rect& line, const ShownTokens& shown) {
    if (shown.row.tokens.size(1) > many_chips) return reachable_chips(ui, line, shown);
    PlacedChips placed{.chips = chips_of(shown), .bottom = line.min.y + chip_height};
    place(ui, placed.chips, line);
    if (!placed.chips.empty()) placed.bottom = placed.chips.back().area.max.y;
    return placed;
}

float chips_bottom(const Ui& ui, const Rect& line, const ShownTokens& shown) {
    if (shown.row.tokens.size(1) <= many_chips) return placed_chips(ui, line, shown).bottom;
    return line.min.y + laid_row(ui, line.width(), shown).chips.back().area.max.y;
}

}  // namespace vitrine
