#pragma once
/// Turns pages of SVG into a PDF file. Shapes stay shapes, and text stays text, in fonts embedded in the file.

#include <span>
#include <string>

#include "app/render/font_files.h"

namespace vitrine {

/// Why no PDF can be made, in a sentence; empty: it can be made.
std::string pdf_refusal();

/// One page for each SVG, of the same size. `fonts`: fonts in its texts that the system may not have. Throws Error.
std::string pdf(std::span<const std::string> pages, const std::vector<FontFile>& fonts);

}  // namespace vitrine
