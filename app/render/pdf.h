#pragma once
/// Pages of SVG as a PDF file: shapes stay shapes, and text stays text, in fonts that the file holds.

#include <span>
#include <string>

#include "app/render/font_files.h"

namespace vitrine {

/// Why no PDF can be made, in a sentence; empty: it can.
std::string pdf_refusal();

/// One page for each SVG, as large as that is. `fonts`: those that its texts name and the system may not have. Throws Error.
std::string pdf(std::span<const std::string> pages, const std::vector<FontFile>& fonts);

}  // namespace vitrine
