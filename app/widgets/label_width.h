#pragma once
/// How much room a column of labels takes.

#include "app/widgets/ui.h"
#include "core/tensor/labels.h"

namespace vitrine {

/// The width of the widest. Of labels with an identity it is measured once, and remembered for as long as the fonts are the same.
float widest_of(const Ui& ui, Font font, const Labels& labels);

}  // namespace vitrine
