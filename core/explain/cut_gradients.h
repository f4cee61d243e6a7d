#pragma once
/// Where interventions stop the backward pass: numbers set by hand, and those of silenced heads, are constants.

#include <map>
#include <string>
#include <vector>

#include "core/pass/interventions.h"

namespace vitrine {

class CutGradients {
public:
    explicit CutGradients(const Interventions& interventions);

    /// Whether the cell was set by hand: then its gradient is not passed on.
    bool is_constant(const std::string& path, const Index& cell) const;

    /// Whether any cell of the tensor is a constant.
    bool has_constants(const std::string& path) const { return constants_.contains(path) || silenced_.contains(path); }

private:
    std::map<std::string, std::vector<Index>> constants_;
    std::map<std::string, std::vector<Size>> silenced_;  ///< heads, by the path of their context
};

}  // namespace vitrine
