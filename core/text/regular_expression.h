#pragma once
/// Regular expressions over Unicode, as Hugging Face's `tokenizers` writes them: in the notation of Oniguruma, found with PCRE2.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_span.h"

namespace vitrine {

class RegularExpression {
public:
    /// Throws Error, saying where and why, for an expression that is malformed, too large, or has another meaning in PCRE2.
    explicit RegularExpression(std::string_view expression);

    /// The matches from left to right; they do not overlap. Bytes that are not UTF-8 match nothing. Throws Error where a match
    /// takes too many steps, as that of (a+)+b on a long row of a.
    std::vector<TextSpan> matches(std::string_view text) const;

private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace vitrine
