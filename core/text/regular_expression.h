#pragma once
/// Regular expressions over Unicode as in Hugging Face's `tokenizers`, which matches them with Oniguruma, as we do.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_span.h"

namespace vitrine {

class RegularExpression {
public:
    /// Throws Error, saying where and why, if an expression is malformed or too large.
    explicit RegularExpression(std::string_view expression);

    /// The matches from left to right, without overlaps. Bytes that are not UTF-8 match nothing. Throws Error if a match takes
    /// too many steps, like that of (a+)+b in a long row of a.
    std::vector<TextSpan> matches(std::string_view text) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace vitrine
