/// Regular expressions in a browser, which has no library for them.

#include "core/text/regular_expression.h"

#include "core/tensor/error.h"

namespace vitrine {

struct RegularExpression::Compiled {};

RegularExpression::RegularExpression(std::string_view) {
    throw Error("the page cannot read a tokenizer that cuts by a regular expression of its own; the program for the desktop can");
}

std::vector<TextSpan> RegularExpression::matches(std::string_view) const { return {}; }

}  // namespace vitrine
