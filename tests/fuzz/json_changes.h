#pragma once
/// Damages JSON in places that mean something.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/tensor/random.h"

namespace vitrine::fuzz {

/// Changes one to three values or keys of a document: other values and types, keys that are missing, unknown, renamed or there
/// twice, lists that are longer, shorter or in another order, values in other places, deep nesting. `text` is what a file holds
/// then; it need not be JSON any more. In one of six texts bytes are changed as well.
std::string changed_text(nlohmann::ordered_json document, Random& random);

/// Takes some values of the keys that both objects have from `other`.
void mix(nlohmann::ordered_json& object, const nlohmann::ordered_json& other, Random& random);

}  // namespace vitrine::fuzz
