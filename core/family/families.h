#pragma once
/// One function per family, which reads its config.json. Only core/family includes this.

#include "core/family/family_keys.h"
#include "core/family/family_model.h"

namespace vitrine {

FamilyModel gpt2_model(const FamilyKeys& keys);
FamilyModel bert_model(const FamilyKeys& keys);
FamilyModel bart_model(const FamilyKeys& keys);
FamilyModel marian_model(const FamilyKeys& keys);
FamilyModel t5_model(const FamilyKeys& keys);
FamilyModel llama_model(const FamilyKeys& keys);
FamilyModel mistral_model(const FamilyKeys& keys);
FamilyModel qwen2_model(const FamilyKeys& keys);

}  // namespace vitrine
