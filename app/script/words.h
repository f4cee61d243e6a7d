#pragma once
/// Parsing one line of a script into words, numbers and a rest.

#include <string>
#include <string_view>

#include "core/tensor/layout.h"

namespace vitrine {

/// A name as it is written in a line: in quotes if it would be read as something else without them.
std::string as_script_word(std::string_view name);

/// Reads a line from left to right. Every function throws Error, without the line number, if the line contains something else.
class ScriptWords {
public:
    explicit ScriptWords(std::string_view line) : rest_(line) { skip_blanks(); }

    /// True at the end of the line or at a comment.
    bool at_end() const { return rest_.empty() || rest_.front() == '#'; }

    /// The next word, or the text in the next quotes. `what`: its name in the message if it is missing.
    std::string word(const char* what);

    /// The next word as a number within limits.
    Size whole_number(const char* what, Size least, Size most);
    double number(const char* what, double least, double most);

    /// Skips the next word and returns true if it is this one.
    bool take(std::string_view word);

    /// The rest of the line, at least one character; if all of it is one quoted text, without the quotes.
    std::string text(const char* what);

    /// Throws Error unless the line has ended.
    void end() const;

private:
    void skip_blanks();
    std::string quoted();

    std::string_view rest_;
};

}  // namespace vitrine
