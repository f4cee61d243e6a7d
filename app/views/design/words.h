#pragma once
/// What the Design view says of a choice: what it does to this model and these sentences, and where to look.

#include <string>

#include "app/views/design/variants.h"
#include "core/model/design.h"

namespace vitrine {

struct Run;

struct ChoiceWords {
    std::string effect, look;  ///< in a sentence or two each; `look` may be empty
};

/// The label of a choice and the equation of a variant, with the name of the norm that the model has.
std::string choice_label(const Run& run, const DesignChoice& choice);
std::string variant_equation(const Run& run, std::string_view equation);

/// `run`: the shown run, of whose design all other choices stay as they are. Requires: it is no difference.
ChoiceWords choice_words(const Run& run, const DesignChoice& choice);
ChoiceWords choice_words(const Run& run, VariantPart part);

}  // namespace vitrine
