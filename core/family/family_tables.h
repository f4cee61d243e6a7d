#pragma once
/// Which of a folder's tables of embeddings and logits are one. Only core/family includes this.

#include <functional>
#include <string>

#include "core/family/family.h"
#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// The tensor that a folder stores under a name, in whatever spelling; null if there is none.
using StoredUnder = std::function<const ForeignTensor*(const std::string& name)>;

/// Sets how the model's tables are tied, and adds the tensors that hold them. As `transformers` does: a table that config.json
/// calls tied is tied, wherever its numbers are stored, unless the folder has other numbers for it; one that is not tied is the
/// folder's.
void settle_tables(FamilyModel& model, const StoredUnder& stored);

}  // namespace vitrine
