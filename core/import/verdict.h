#pragma once
/// What is said of a reference.

#include <string>
#include <vector>

#include "core/import/verify.h"

namespace vitrine {

/// "verified: all 330 numbers agree, …", which is said of a folder that was written and opened again alone; or how far it is off,
/// or how far the nearest choice is.
std::string verdict_text(const Verification& verification);

/// The values of a question as texts: "1e-6", "none or any id that the batch does not have".
std::vector<std::string> value_texts(const UntoldQuestion& untold);

/// "what the reference could not tell: --eps (1e-6 as well as 1e-12)"; empty: there is nothing of that kind.
std::string untold_text(const std::vector<UntoldQuestion>& untold);

/// Asked where no choice reproduces a reference: numbers of another run are the likeliest reason.
inline constexpr const char* question_of_numbers =
    "were its numbers taken after model.eval(), from this checkpoint and for this batch?";

}  // namespace vitrine
