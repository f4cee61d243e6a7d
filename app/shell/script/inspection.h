#pragma once
/// What a frame's record says about the picture: which text stands where, what is cut, what overlaps.

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// The texts whose middle can be seen in an area, in the order in which they were drawn.
std::vector<TextRecord> texts_in(const FrameRecord& record, const Rect& area);

/// The texts one after the other, with … for each that is shortened: which part of it can be read is not recorded.
std::string as_read(const std::vector<TextRecord>& texts);

/// Whether a text is part of what can be read, or the whole of what is shown shortened.
bool says(const std::vector<TextRecord>& texts, const std::string& wanted);

/// A sentence for every text that is cut though nobody asked for it. At the upper and lower edge of a scrolling area text may be
/// cut, as long as it can be scrolled into view.
std::vector<std::string> cut_texts(const FrameRecord& record);

/// A sentence for every two texts, and every two controls neither of which contains the other, that lie over each other by more
/// than a pixel in both directions. What floats may lie over the rest: the open drop-down, whose name is `menu`, the message, the
/// note.
std::vector<std::string> overlaps(const FrameRecord& record, const std::string& menu);

}  // namespace vitrine
