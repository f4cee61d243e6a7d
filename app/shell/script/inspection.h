#pragma once
/// Inspects a frame's record: the texts at a place, cut texts, overlaps.

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// The texts whose middle is visible in an area, in drawing order.
std::vector<TextRecord> texts_in(const FrameRecord& record, const Rect& area);

/// The texts joined. A shortened text becomes …, since its visible part is not recorded.
std::string as_read(const std::vector<TextRecord>& texts);

/// Whether `wanted` is part of the readable text, or equals a shortened text.
bool says(const std::vector<TextRecord>& texts, const std::string& wanted);

/// A sentence for every text that is cut without being shortened. The upper and lower edges of a scrolling area may cut a text,
/// as long as it can be scrolled into view.
std::vector<std::string> cut_texts(const FrameRecord& record);

/// A sentence for every two texts that overlap by more than a pixel in both directions, and for every two such controls if
/// neither contains the other. Floating things may cover others: the open drop-down, named `menu`, the message, the note.
std::vector<std::string> overlaps(const FrameRecord& record, const std::string& menu);

}  // namespace vitrine
