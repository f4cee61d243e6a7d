#include "app/script/words.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::string_view blanks = " \t\r";

template <class Number>
Number parsed(const std::string& word, const char* what, Number least, Number most) {
    Number value{};
    const char* end = word.data() + word.size();
    const auto [stopped, error] = std::from_chars(word.data(), end, value);
    if (error == std::errc() && stopped == end && value >= least && value <= most) return value;
    throw Error(fmt::format("{} is not {} from {} to {}", in_quotes(word), what, least, most));
}

}  // namespace

std::string as_script_word(std::string_view name) {
    if (!name.empty() && name.front() != '#' && name.front() != '"' && name.find_first_of(blanks) == std::string_view::npos)
        return std::string(name);
    std::string word = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\') word += '\\';
        word += c;
    }
    return word + '"';
}

void ScriptWords::skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    rest_.remove_suffix(rest_.size() - (rest_.find_last_not_of(blanks) + 1));
}

std::string ScriptWords::quoted() {
    std::string word;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
        if (rest_[i] == '"') {
            rest_.remove_prefix(i + 1);
            return word;
        }
        if (rest_[i] == '\\' && i + 1 < rest_.size()) ++i;
        word += rest_[i];
    }
    throw Error("the quotes are not closed");
}

std::string ScriptWords::word(const char* what) {
    if (at_end()) throw Error(fmt::format("{} is missing", what));
    std::string word;
    if (rest_.front() == '"') {
        word = quoted();
        if (!rest_.empty() && blanks.find(rest_.front()) == std::string_view::npos)
            throw Error("a blank is missing after the closing quotes");
    } else {
        word = rest_.substr(0, rest_.find_first_of(blanks));
        rest_.remove_prefix(word.size());
    }
    skip_blanks();
    return word;
}

Size ScriptWords::whole_number(const char* what, Size least, Size most) { return parsed<Size>(word(what), what, least, most); }

double ScriptWords::number(const char* what, double least, double most) { return parsed<double>(word(what), what, least, most); }

bool ScriptWords::take(std::string_view wanted) {
    if (rest_.substr(0, rest_.find_first_of(blanks)) != wanted) return false;
    rest_.remove_prefix(wanted.size());
    skip_blanks();
    return true;
}

std::string ScriptWords::text(const char* what) {
    if (rest_.empty()) throw Error(fmt::format("{} is missing", what));
    if (rest_.front() == '"') {
        ScriptWords whole(rest_);
        std::string text = whole.quoted();
        if (whole.rest_.empty()) return text;
    }
    return std::string(rest_);
}

void ScriptWords::end() const {
    if (!at_end()) throw Error(fmt::format("{} is too much", in_quotes(rest_)));
}

}  // namespace vitrine
