#pragma once
/// The families, each with the function that reads its config.json. Only core/family includes this.

#include <array>

#include "core/family/family_keys.h"
#include "core/family/family_model.h"

namespace vitrine {

FamilyModel gpt2_model(const FamilyKeys& keys);
FamilyModel gptj_model(const FamilyKeys& keys);
FamilyModel gpt_neox_model(const FamilyKeys& keys);
FamilyModel bert_model(const FamilyKeys& keys);
FamilyModel roberta_model(const FamilyKeys& keys);
FamilyModel distilbert_model(const FamilyKeys& keys);
FamilyModel marian_model(const FamilyKeys& keys);
FamilyModel bart_model(const FamilyKeys& keys);
FamilyModel mbart_model(const FamilyKeys& keys);
FamilyModel t5_model(const FamilyKeys& keys);
FamilyModel opt_model(const FamilyKeys& keys);
FamilyModel llama_model(const FamilyKeys& keys);
FamilyModel mistral_model(const FamilyKeys& keys);
FamilyModel qwen2_model(const FamilyKeys& keys);
FamilyModel qwen3_model(const FamilyKeys& keys);
FamilyModel olmo2_model(const FamilyKeys& keys);
FamilyModel gemma2_model(const FamilyKeys& keys);
FamilyModel gemma3_text_model(const FamilyKeys& keys);
FamilyModel phi_model(const FamilyKeys& keys);
FamilyModel phi3_model(const FamilyKeys& keys);

struct Family {
    const char* name;  ///< the `model_type` of its config.json
    FamilyModel (*read)(const FamilyKeys& keys);
};

inline constexpr std::array families{
    Family{"gpt2", gpt2_model},       Family{"gptj", gptj_model},       Family{"gpt_neox", gpt_neox_model},
    Family{"bert", bert_model},       Family{"roberta", roberta_model}, Family{"distilbert", distilbert_model},
    Family{"marian", marian_model},   Family{"bart", bart_model},       Family{"mbart", mbart_model},
    Family{"t5", t5_model},           Family{"opt", opt_model},         Family{"llama", llama_model},
    Family{"mistral", mistral_model}, Family{"qwen2", qwen2_model},     Family{"qwen3", qwen3_model},
    Family{"olmo2", olmo2_model},     Family{"gemma2", gemma2_model},   Family{"gemma3_text", gemma3_text_model},
    Family{"phi", phi_model},         Family{"phi3", phi3_model}};

}  // namespace vitrine
