#pragma once
/// Inspecting a frame's record: texts at a place, cut texts, overlaps.

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// The texts whose middle is visible in an area, in drawing order.
std::vector<TextRecord> texts_in(const FrameRecord& record, const Rect& area);

/// The texts joined, with … for each shortened text, since its visible part is not recorded.
std::string as_read(const std::vector<TextRecord>& texts);

/// Whether `wanted` is part of the readable text, or the whole of a shortened text.
bool says(const std::vector<TextRecord>& texts, const std::string& wanted);

/// A sentence for every text that is cut without being shortened. At the upper and lower edge of a scrolling area text may be cut,
/// as long as it can be scrolled into view.
std::vector<std::string> cut_texts(const FrameRecord& record);

/// A sentence for every two texts, and every two controls neither of which contains the other, that overlap by more than a pixel in
/// both directions. Floating things may cover others: the open drop-down, named `menu`, the message, the note.
std::vector<std::string> overlaps(const FrameRecord& record, const std::string& menu);

}  // namespace vitrine
