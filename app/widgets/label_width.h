#pragma once
/// The width of a column of labels.

#include "app/widgets/ui.h"
#include "core/tensor/labels.h"

namespace vitrine {

/// The width of the widest label. For labels with an identity, it is cached until the fonts are rebuilt.
float widest_of(const Ui& ui, Font font, const Labels& labels);

}  // namespace vitrine
