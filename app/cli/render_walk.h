#pragma once
/// Draws a run as numbered pictures, one per step.

#include <string>

#include "app/export/exporting.h"
#include "app/shell/loop/application_pictures.h"

namespace vitrine {

/// The names of numbered files: "frames/frame-%03d.png".
struct NumberedNames {
    std::string before, after;
    int digits = 0;  ///< the least number of digits; leading zeros are added

    std::string name(int number) const;
};

/// Throws Error unless the text has exactly one %d, %3d or %03d.
NumberedNames numbered_names(const std::string& pattern);

/// Writes pictures of the first `count` places of the film, numbered from 1, and makes their folder if needed. Reports progress
/// on standard error. Throws Ended if interrupted; finished pictures stay.
void render_walk(Application& application, const NumberedNames& names, int count, PictureFormat format, double pixels);

}  // namespace vitrine
