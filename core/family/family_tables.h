#pragma once
/// Which of a folder's tables of embeddings and logits are the same. Only core/family includes this.

#include <functional>
#include <string>

#include "core/family/family.h"
#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// The tensor that a folder stores under a name, in any spelling; null if there is none.
using StoredUnder = std::function<const ForeignTensor*(const std::string& name)>;

/// Sets how the model's tables are tied, and adds the tensors that hold them. As in `transformers`: a table that config.json
/// calls tied is tied, no matter where its numbers are stored, unless the folder has other numbers for it; a table that is not
/// tied is read from the folder.
void settle_tables(FamilyModel& model, const StoredUnder& stored);

}  // namespace vitrine
