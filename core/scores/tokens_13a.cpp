#include "core/scores/tokens_13a.h"

#include "core/scores/white_space.h"

namespace vitrine {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

// Patterns of two adjacent characters.
bool is_stop_after_no_digit(char first, char second) { return !is_digit(first) && is_stop(second); }
bool is_stop_before_no_digit(char first, char second) { return is_stop(first) && !is_digit(second); }
bool is_dash_after_digit(char first, char second) { return is_digit(first) && second == '-'; }

/// ASCII characters that are always words of their own.
bool is_always_a_word(char c) {
    constexpr std::string_view apart = "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~";
    return apart.find(c) != std::string_view::npos;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t found = text.find(from, start);
        result += text.substr(start, found - start);
        if (found == std::string_view::npos) break;
        result += to;
        start = found + from.size();
    }
    return result;
}

/// Replaces SGML entities one after another, so that "&amp;lt;" becomes "<".
std::string without_markup(std::string_view text) {
    constexpr std::string_view replacements[][2] = {{"<skipped>", ""}, {"-\n", ""},   {"\n", " "},  {"&quot;", "\""},
                                                    {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"}};
    std::string result(text);
    for (const auto& [from, to] : replacements) result = replaced(result, from, to);
    return result;
}

std::string with_symbols_apart(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (is_always_a_word(c)) {
            result += {' ', c, ' '};
        } else {
            result += c;
        }
    }
    return result;
}

/// Rewrites every two adjacent characters that match, as given by `pattern`, where 1 and 2 stand for them. Goes from left to right
/// without overlaps, which matters for a row of full stops.
std::string with_pairs(std::string_view text, bool is_pair(char, char), std::string_view pattern) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i + 1 == text.size() || !is_pair(text[i], text[i + 1])) {
            result += text[i];
            continue;
        }
        for (const char c : pattern) result += c == '1' ? text[i] : c == '2' ? text[i + 1] : c;
        ++i;
    }
    return result;
}

}  // namespace

std::string tokenize_13a(std::string_view text) {
    const auto pieces = split_at_white_space(text);
    const char* end = pieces.empty() ? text.data() : pieces.back().data() + pieces.back().size();
    text = text.substr(0, static_cast<std::size_t>(end - text.data()));

    std::string line = ' ' + with_symbols_apart(without_markup(text)) + ' ';
    line = with_pairs(line, is_stop_after_no_digit, "1 2 ");
    line = with_pairs(line, is_stop_before_no_digit, " 1 2");
    line = with_pairs(line, is_dash_after_digit, "1 2 ");

    std::string words;
    for (const std::string_view word : split_at_white_space(line)) {
        if (!words.empty()) words += ' ';
        words += word;
    }
    return words;
}

}  // namespace vitrine
