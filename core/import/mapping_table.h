#pragma once
/// A mapping as a table for a terminal.

#include <string>

#include "core/import/mapping.h"

namespace vitrine {

/// A line for each parameter with the tensors that it is made of, how certain that is and why; then the answers, and the tensors
/// that are left over.
std::string mapping_table(const Mapping& mapping);

}  // namespace vitrine
