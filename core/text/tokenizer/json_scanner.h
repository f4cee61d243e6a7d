#pragma once
/// Goes through a JSON text value by value, without keeping any. Each step returns false if the text is not as expected; then
/// nothing that follows can be used.

#include <charconv>
#include <string>
#include <string_view>

namespace vitrine {

class JsonScanner {
public:
    explicit JsonScanner(std::string_view text) : text_(text) {}

    std::size_t place() const { return at_; }

    /// The next character that is not white space; 0 at the end.
    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    /// Skips a character, after white space. Returns whether it was there.
    bool take(char sign) {
        if (peek() != sign) return false;
        ++at_;
        return true;
    }

    /// Reads a string; it is UTF-8.
    bool string(std::string& result);

    template <class Number>
    bool number(Number& result) {
        peek();
        const char *first = text_.data() + at_, *last = text_.data() + text_.size();
        const bool has_zero = last - first > 1 && *first == '0' && first[1] >= '0' && first[1] <= '9';
        const auto [end, error] = std::from_chars(first, last, result);
        if (has_zero || error != std::errc()) return false;
        at_ += static_cast<std::size_t>(end - first);
        return true;
    }

    /// Skips any value.
    bool skip(int deepest = 64);

    /// Calls item() for each item of a list or an object, which begins with `open` and ends with `close`.
    template <class Item>
    bool items(char open, char close, const Item& item) {
        if (!take(open)) return false;
        if (take(close)) return true;
        do {
            if (!item()) return false;
        } while (take(','));
        return take(close);
    }

private:
    bool escape(std::string& result);
    bool code_unit(char32_t& unit);

    std::string_view text_;
    std::size_t at_ = 0;
    std::string skipped_;
};

}  // namespace vitrine
