#include <algorithm>
#include <charconv>
#include <string_view>
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

/// Lays chips out from a corner on, in lines of a width.
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

/// All that the places of a row's chips follow from.
struct RowLook {
    std::uint64_t run;  ///< whose words they are
    BatchSide side;
    bool answers, editable;
    Size length;
    std::vector<std::int32_t> tokens;
    Size field;  ///< the position that is typed at; −1: none
    bool inserts;
    float width, scale;
    const Fonts* fonts;

    RowLook(const Ui& ui, float line, const ShownTokens& shown)
        : run(shown.state.run->generation),
          side(shown.row.side),
          answers(shown.row.answers),
          editable(shown.editable),
          length(shown.length),
          field(shown.typed() ? shown.typed()->place.position : -1),
          inserts(shown.typed() && shown.typed()->inserts),
          width(line),
          scale(ui.fonts.scale()),
          fonts(&ui.fonts) {
        const Size count = shown.row.tokens.size(1);
        tokens.reserve(static_cast<std::size_t>(count));
        for (Size i = 0; i < count; ++i) tokens.push_back(shown.row.tokens.at({shown.sentence, i}));
    }
    bool operator==(const RowLook&) const = default;
};

/// A row of very many chips, laid out once for as long as nothing of it changes.
struct LaidRow {
    RowLook look;
    std::vector<TokenChip> chips;  ///< from 0, 0 on
};

const std::vector<TokenChip>& laid_chips(const Ui& ui, float width, const ShownTokens& shown) {
    constexpr std::size_t most = 8;
    static thread_local std::vector<LaidRow> laid;  // the last one made at the end
    RowLook look(ui, width, shown);
    const auto known = std::ranges::find(laid, look, &LaidRow::look);
    if (known != laid.end()) return known->chips;
    if (laid.size() == most) laid.erase(laid.begin());
    std::vector<TokenChip> chips = chips_of(shown);
    place(ui, chips, rect_at({0, 0}, width, 0));
    return laid.emplace_back(LaidRow{std::move(look), std::move(chips)}).chips;
}

/// The words that are there whether they can be seen or not: the first and the last, at which Tab comes in; what has the ring and
/// its neighbours, to which it goes on; what is dragged; and what is to be brought into view.
class KeptWords {
public:
    explicit KeptWords(const Ui& ui, const ShownTokens& shown) : words_{0, shown.length - 1} {
        const std::string first = chip_anchor(shown.place(0));
        const std::string_view stem = std::string_view(first).substr(0, first.size() - 1);
        const auto keep = [&](std::string_view anchor) {
            Size word = 0;
            if (!anchor.starts_with(stem)) return;
            const auto read = std::from_chars(anchor.data() + stem.size(), anchor.data() + anchor.size(), word);
            if (read.ec == std::errc()) words_.insert(words_.end(), {word - 1, word, word + 1});
        };
        keep(shown.state.focus);
        keep(ui.grabbed());
        for (const std::string& anchor : shown.state.reveal) keep(anchor);
    }
    bool has(Size word) const { return std::ranges::find(words_, word) != words_.end(); }

private:
    std::vector<Size> words_;
};

PlacedChips reachable_chips(const Ui& ui, const Rect& line, const ShownTokens& shown) {
    constexpr float reach = 2 * (chip_height + line_gap);  // so that Tab goes on to the lines above and below
    const std::vector<TokenChip>& all = laid_chips(ui, line.width(), shown);
    const KeptWords kept(ui, shown);
    PlacedChips placed{.chips = {}, .bottom = line.min.y + all.back().area.max.y};
    for (const TokenChip& chip : all) {
        const Rect area = chip.area.moved(line.min.x, line.min.y);
        const bool word = chip.kind == TokenChip::Kind::word || chip.kind == TokenChip::Kind::padding;
        if (word && !ui.sees({{area.min.x, area.min.y - reach}, {area.max.x, area.max.y + reach}}) && !kept.has(chip.position))
            continue;
        placed.chips.push_back(chip);
        placed.chips.back().area = area;
    }
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

}  // namespace vitrine
