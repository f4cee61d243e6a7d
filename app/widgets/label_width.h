#pragma once
/// How much room a column of labels takes.

#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

/// The width of the widest. That of very many labels is remembered: they are the same from frame to frame.
float widest_of(const Ui& ui, Font font, const std::vector<std::string>& labels);

}  // namespace vitrine
