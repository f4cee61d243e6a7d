#pragma once
/// Gives the parameters of an outline the names that the model's folder has for them. Only core/trace includes this.

#include "core/model/parameter_names.h"
#include "core/trace/outline.h"

namespace vitrine {

/// Renames parameters among steps and operands. Where the folder stores rows of a parameter as tensors of their own, or its axes
/// in another order, the declarations of the tensors computed from it are changed to read the cells there.
void name_parameters(const ParameterNames& names, Outline& outline);

}  // namespace vitrine
