#pragma once
/// A pattern to look for in a text: a fixed string or a regular expression.

#include <optional>

#include "core/text/growth.h"
#include "core/text/regular_expression.h"

namespace vitrine {

class Pattern {
public:
    enum class Kind : std::uint8_t { string, regular_expression };

    Pattern() = default;

    /// Throws Error for a malformed regular expression.
    Pattern(Kind kind, std::string text);

    Kind kind() const { return expression_ ? Kind::regular_expression : Kind::string; }
    const std::string& text() const { return text_; }

    /// The matches from left to right, without overlaps. The empty string has none.
    std::vector<TextSpan> matches(std::string_view text) const;

    /// The text with every match replaced. Throws Error if it becomes longer than `growth` allows.
    std::string replaced(std::string_view text, std::string_view by, const TextGrowth& growth) const;

    bool operator==(const Pattern& other) const { return kind() == other.kind() && text_ == other.text_; }

private:
    std::string text_;
    std::optional<RegularExpression> expression_;
};

}  // namespace vitrine
