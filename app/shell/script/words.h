#pragma once
/// One line of a script taken apart into words, numbers and a rest.

#include <string>
#include <string_view>

#include "core/tensor/layout.h"

namespace vitrine {

/// Reads a line from left to right. Every function throws Error, without saying which line, where the line has something else.
class ScriptWords {
public:
    explicit ScriptWords(std::string_view line) : rest_(line) { skip_blanks(); }

    /// True at the end of the line or at a comment.
    bool at_end() const { return rest_.empty() || rest_.front() == '#'; }

    /// The next word, or what stands in the next quotes. `what` names it in the message where there is none.
    std::string word(const char* what);

    /// The next word as a number within limits.
    Size whole_number(const char* what, Size least, Size most);
    double number(const char* what, double least, double most);

    /// The next word if it is this one.
    bool take(std::string_view word);

    /// All that is left, at least a character; without the quotes where all of it is one quoted text.
    std::string text(const char* what);

    /// There must be nothing more.
    void end() const;

private:
    void skip_blanks();
    std::string quoted();

    std::string_view rest_;
};

}  // namespace vitrine
