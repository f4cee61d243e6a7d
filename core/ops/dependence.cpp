#include "core/ops/dependence.h"

#include <utility>

namespace vitrine {

std::string_view name(DependenceKind kind) {
    switch (kind) {
        case DependenceKind::sum:
            return "sum";
        case DependenceKind::copy:
            return "copy";
        case DependenceKind::select:
            return "select";
        case DependenceKind::softmax:
            return "softmax";
        default:
            return "norm";
    }
}

Dependence copy_dependence(const std::string& cell, std::string formula, std::string label) {
    return {.kind = DependenceKind::copy,
            .output = cell,
            .formula = std::move(formula),
            .terms = {{.label = std::move(label), .factors = {{0, cell}}}}};
}

}  // namespace vitrine
