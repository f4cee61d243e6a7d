#include "core/text/pretokenizer/pieces.h"

#include <algorithm>

namespace vitrine {

Pieces Pieces::of(std::string_view text, bool at_start) {
    Pieces pieces{.text = std::string(text), .spans = {}, .at_start = at_start};
    if (!text.empty()) pieces.spans.push_back({0, text.size()});
    return pieces;
}

Stretches stretches_of(std::string_view piece, const std::vector<TextSpan>& matches) {
    Stretches stretches;
    std::size_t done = 0;
    for (const TextSpan& match : matches) {
        if (match.start != done) stretches.push_back({{done, match.start}, false});
        stretches.push_back({match, true});
        done = match.end;
    }
    if (done != piece.size()) stretches.push_back({{done, piece.size()}, false});
    return stretches;
}

namespace {

/// Joins stretches to parts: joins(is a match, the stretch before was a match) says whether a stretch belongs to the part before
/// it.
std::vector<TextSpan> joined(const Stretches& stretches, const auto& joins) {
    std::vector<TextSpan> parts;
    bool after_match = false;
    for (const Stretch& stretch : stretches) {
        if (!parts.empty() && joins(stretch.is_match, after_match)) {
            parts.back() = {std::min(parts.back().start, stretch.span.start), std::max(parts.back().end, stretch.span.end)};
        } else {
            parts.push_back(stretch.span);
        }
        after_match = stretch.is_match;
    }
    return parts;
}

bool joins_match(bool is_match, bool after_match) { return is_match && !after_match; }

}  // namespace

std::vector<TextSpan> parts_of(const Stretches& stretches, SplitBehaviour behaviour) {
    switch (behaviour) {
        case SplitBehaviour::removed: {
            std::vector<TextSpan> parts;
            for (const Stretch& stretch : stretches) {
                if (!stretch.is_match) parts.push_back(stretch.span);
            }
            return parts;
        }
        case SplitBehaviour::merged_with_previous:
            return joined(stretches, joins_match);
        case SplitBehaviour::merged_with_next: {
            std::vector<TextSpan> parts = joined(Stretches(stretches.rbegin(), stretches.rend()), joins_match);
            std::reverse(parts.begin(), parts.end());
            return parts;
        }
        case SplitBehaviour::contiguous:
            return joined(stretches, [](bool is_match, bool after_match) { return is_match == after_match; });
        default:
            return joined(stretches, [](bool, bool) { return false; });
    }
}

}  // namespace vitrine
