#pragma once
/// What the Design view says of a choice: what it does to this model and these sentences, and where to look.

#include <string>

#include "app/views/design/variants.h"
#include "core/model/design_choices.h"

namespace vitrine {

struct Run;

struct ChoiceWords {
    std::string effect, look;  ///< in a sentence or two each; `look` may be empty
};

/// The label of a choice, and the equation of a variant, with the name of the model's norm.
std::string choice_label(const Run& run, const DesignChoice& choice);
std::string variant_equation(const Run& run, std::string_view equation);

/// `run`: the shown run, whose other choices stay as they are. Requires: it is not a difference.
ChoiceWords choice_words(const Run& run, const DesignChoice& choice);
ChoiceWords choice_words(const Run& run, VariantPart part);

}  // namespace vitrine
