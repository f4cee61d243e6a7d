#pragma once
/// Reads the lines of a lesson's file.

#include <string>
#include <string_view>

namespace vitrine {

/// The text without spaces at both ends.
std::string_view trimmed(std::string_view text);

/// The text before the first space; `rest` keeps what comes after it.
std::string_view take_first_word(std::string_view& rest);

/// A name that a lesson gives to a value, without the spaces around it. Throws Error if it has other characters than small letters,
/// digits and _, or begins with a digit.
std::string name_in(std::string_view text);

/// Reads a text line by line. A line that begins with a keyword, "@let", includes the following lines that are indented by two
/// spaces.
class LessonLines {
public:
    /// Requires: the text outlives this object.
    explicit LessonLines(std::string_view text) : rest_(text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
    }

    /// Whether there is another line.
    bool more() const { return !rest_.empty(); }

    std::string next();

    /// The number of the line that next() returned last, from 1.
    int number() const { return number_; }

private:
    std::string_view take();

    std::string_view rest_;
    int number_ = 1, following_ = 1;
};

}  // namespace vitrine
