#pragma once
/// A run as numbered pictures, one for every step.

#include <string>

#include "app/export/exporting.h"
#include "app/shell/loop/application_pictures.h"

namespace vitrine {

/// The names of numbered files: "frames/frame-%03d.png".
struct NumberedNames {
    std::string before, after;
    int digits = 0;  ///< at least; zeros stand in front

    std::string name(int number) const;
};

/// Throws Error where a text has not got exactly one %d, %3d or %03d.
NumberedNames numbered_names(const std::string& pattern);

/// Writes every picture whole, the first with the number 1, and makes their folder where there is none. Tells on standard error how
/// far it is. Throws Ended where it is interrupted; the pictures that are finished stay.
void render_walk(Application& application, const NumberedNames& names, PictureFormat format, double pixels);

}  // namespace vitrine
