#include "tests/levels/checks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace vitrine::levels {

using std::string;
using std::string_view;

namespace {

constexpr auto npos = string_view::npos;

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

std::size_t skip_blanks(string_view t, std::size_t at) {
    while (at < t.size() && is_blank(t[at])) ++at;
    return at;
}

/// The word that begins here; empty where none does.
string_view word_at(string_view t, std::size_t at) {
    std::size_t end = at;
    while (end < t.size() && is_letter(t[end])) ++end;
    return end > at && !is_digit(t[at]) ? t.substr(at, end - at) : string_view();
}

bool begins_word(string_view t, std::size_t at) { return at == 0 || !is_letter(t[at - 1]); }

/// The bracket that closes the one here; the text's end where there is none.
std::size_t closing(string_view t, std::size_t at) {
    const char open = t[at], close = open == '(' ? ')' : open == '[' ? ']' : '}';
    int depth = 0;
    for (; at < t.size(); ++at) {
        depth += t[at] == open, depth -= t[at] == close;
        if (depth == 0) return at;
    }
    return t.size();
}

/// Whether a ' here stands between the digits of a number.
bool separates_digits(string_view t, std::size_t at) {
    std::size_t begin = at;
    while (begin > 0 && (is_letter(t[begin - 1]) || t[begin - 1] == '\'')) --begin;
    return begin < at && is_digit(t[begin]);
}

/// Where the quoted text or the comment that begins here ends; here where none begins.
std::size_t end_of_quote(string_view t, std::size_t at) {
    const string_view rest = t.substr(at);
    if (rest.starts_with("//")) return std::min(t.find('\n', at), t.size());
    if (rest.starts_with("/*")) return std::min(t.find("*/", at), t.size() - 2) + 2;
    if (rest.starts_with("R\"") && begins_word(t, at)) {
        const std::size_t open = t.find('(', at);
        const string end = ")" + string(t.substr(at + 2, open - at - 2)) + '"';
        return std::min(t.find(end, open), t.size() - end.size()) + end.size();
    }
    if (t[at] != '"' && (t[at] != '\'' || separates_digits(t, at))) return at;
    std::size_t end = at + 1;
    while (end < t.size() && t[end] != t[at]) end += t[end] == '\\' ? 2 : 1;
    return std::min(end + 1, t.size());
}

bool is_check(string_view word) {
    return (word.starts_with("CHECK") || word.starts_with("REQUIRE")) &&
           std::ranges::none_of(word, [](char c) { return std::islower(static_cast<unsigned char>(c)); });
}

/// What a range-for goes through, if its colon is found.
string_view range_of(string_view head) {
    int depth = 0;
    for (std::size_t i = 0; i < head.size(); ++i) {
        depth += head[i] == '(' || head[i] == '[' || head[i] == '{';
        depth -= head[i] == ')' || head[i] == ']' || head[i] == '}';
        const bool alone = head[i] == ':' && (i == 0 || head[i - 1] != ':') && (i + 1 == head.size() || head[i + 1] != ':');
        if (depth == 0 && alone) return head.substr(skip_blanks(head, i + 1));
    }
    return {};
}

/// Whether a brace with something in it is the first one from here on, before any of these signs.
bool lists_something(string_view t, std::size_t from, string_view before) {
    const std::size_t brace = t.find('{', from);
    if (brace == npos || t.find_first_of(before, from) < brace) return false;
    const std::size_t first = skip_blanks(t, brace + 1);
    return first < t.size() && t[first] != '}';
}

/// Whether the text declares this name with a list of values that is not empty: "paths[] = {…", "kinds{…".
bool declares_list(string_view t, string_view name) {
    for (std::size_t at = t.find(name); at != npos; at = t.find(name, at + 1)) {
        if (!begins_word(t, at) || word_at(t, at) != name) continue;
        std::size_t next = skip_blanks(t, at + name.size());
        if (next < t.size() && t[next] == '[') next = skip_blanks(t, closing(t, next) + 1);
        if (next < t.size() && (t[next] == '{' || (t[next] == '=' && t[next + 1] != '=')) && lists_something(t, next, ";)("))
            return true;
    }
    return false;
}

/// Whether a for-loop with this head is sure to be entered: it counts from one number to a larger one, or goes through a list that
/// stands in the text.
bool is_entered(string_view head, string_view text) {
    if (const std::size_t first = head.find(';'); first != npos) {
        const string_view begin = head.substr(0, std::min(first, head.find(','))),
                          test = head.substr(first + 1, head.find(';', first + 1) - first - 1);
        const std::size_t is = begin.rfind('='), less = test.find('<');
        if (is == npos || less == npos) return false;
        const std::size_t from = skip_blanks(begin, is + 1), to = skip_blanks(test, less + (test[less + 1] == '=' ? 2 : 1));
        const auto plain = [](string_view number) {
            return !number.empty() &&
                   std::ranges::all_of(number, [](char c) { return is_digit(c) || c == '\'' || c == '.' || c == 'f'; });
        };
        return plain(begin.substr(from)) && plain(test.substr(std::min(to, test.size())));
    }
    const string_view range = range_of(head);
    if (range.empty()) return false;
    if (range.front() == '{' || range.starts_with("std::")) return lists_something(range, 0, "(");
    return word_at(range, 0).size() == range.size() && declares_list(text, range);
}

/// Reads the body of a function, statement by statement.
class Reading {
public:
    Reading(string_view text, const std::set<string>& checking) : t_(text), checking_(checking) {}

    void function(std::size_t from, std::size_t to) {
        scopes_.push_back({.is_loop = false});
        block(from, to, conditional_at_all());
        scopes_.pop_back();
    }
    bool checks() const { return checks_; }
    bool always_checks() const { return always_; }

private:
    /// A loop or a function; `left`: from here on it may have been left already, or this turn of it.
    struct Scope {
        bool is_loop, left = false;
    };

    bool conditional_at_all() const { return std::ranges::any_of(scopes_, &Scope::left); }

    void block(std::size_t from, std::size_t to, bool conditional) {
        while ((from = skip_blanks(t_, from)) < to) from = statement(from, to, conditional);
    }

    std::size_t loop(std::size_t body, std::size_t to, bool conditional) {
        scopes_.push_back({.is_loop = true});
        const std::size_t end = statement(body, to, conditional);
        scopes_.pop_back();
        return end;
    }

    void leave(bool the_function) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            scope->left = true;
            if (scope->is_loop != the_function) return;
        }
    }

    /// Reads one statement and returns where the next one begins.
    std::size_t statement(std::size_t at, std::size_t to, bool conditional) {
        at = skip_blanks(t_, at);
        if (at >= to) return to;
        if (t_[at] == '{') {
            const std::size_t end = closing(t_, at);
            block(at + 1, end, conditional);
            return end + 1;
        }
        const string_view word = word_at(t_, at);
        const std::size_t behind = at + word.size();
        if (word == "else") return statement(behind, to, true);
        if (word == "do") return loop(behind, to, conditional);
        if (word == "try") return statement(behind, to, conditional);
        if (word == "if" || word == "for" || word == "while" || word == "switch" || word == "catch" || word == "SUBCASE") {
            const std::size_t open = t_.find('(', behind), close = closing(t_, open);
            if (word == "SUBCASE") return statement(close + 1, to, conditional);
            expression(open + 1, close, conditional, false);
            if (word == "for") return loop(close + 1, to, conditional || !is_entered(t_.substr(open + 1, close - open - 1), t_));
            return word == "while" ? loop(close + 1, to, true) : statement(close + 1, to, true);
        }
        if (word == "continue" || word == "break") leave(false);
        if (word == "return" || word == "throw") {
            const std::size_t end = expression(behind, to, conditional, true);
            leave(true);
            return end;
        }
        return expression(at, to, conditional, true);
    }

    /// Reads up to the semicolon that ends the statement; lambdas without a name are read as functions that are called.
    std::size_t expression(std::size_t at, std::size_t to, bool conditional, bool ends_statement) {
        int depth = 0;
        for (; at < to; ++at) {
            if (ends_statement && depth == 0 && t_[at] == ';') return at + 1;
            if (const auto body = lambda_at(at)) {
                if (!has_name(at)) function_within(body, conditional);
                at = closing(t_, body);
                continue;
            }
            depth += t_[at] == '(' || t_[at] == '[' || t_[at] == '{';
            depth -= t_[at] == ')' || t_[at] == ']' || t_[at] == '}';
            const string_view word = begins_word(t_, at) ? word_at(t_, at) : string_view();
            if (word.empty()) continue;
            if ((is_check(word) && calls(at + word.size())) ||
                (checking_.contains(string(word)) && (calls_here(at, word) || hands_on(at, word)))) {
                checks_ = true;
                always_ |= !conditional && !conditional_at_all();
            }
            at += word.size() - 1;
        }
        return at;
    }

    void function_within(std::size_t body, bool conditional) {
        scopes_.push_back({.is_loop = false});
        block(body + 1, closing(t_, body), conditional);
        scopes_.pop_back();
    }

    /// Whether a parenthesis follows, perhaps behind template arguments.
    bool calls(std::size_t at) const {
        at = skip_blanks(t_, at);
        if (at < t_.size() && t_[at] == '<') {
            const std::size_t end = t_.find_first_of(">;{", at);
            if (end == npos || t_[end] != '>') return false;
            at = skip_blanks(t_, end + 1);
        }
        return at < t_.size() && t_[at] == '(';
    }

    /// Whether a function is called, not a variable of its name declared.
    bool calls_here(std::size_t at, string_view word) const {
        std::size_t before = at;
        while (before > 0 && is_blank(t_[before - 1])) --before;
        std::size_t begin = before;
        while (begin > 0 && is_letter(t_[begin - 1])) --begin;
        const string_view last = t_.substr(begin, before - begin);
        const bool type = (!last.empty() && last != "return" && last != "else" && last != "do") ||
                          (before > 0 && string_view(">&*").find(t_[before - 1]) != npos);
        return !type && calls(at + word.size());
    }

    /// Whether it is an argument, as of visit_tensors(compare, a, b).
    bool hands_on(std::size_t at, string_view word) const {
        const std::size_t next = skip_blanks(t_, at + word.size());
        while (at > 0 && is_blank(t_[at - 1])) --at;
        const bool opens = at > 0 && (t_[at - 1] == '(' || t_[at - 1] == ','),
                   closes = next < t_.size() && (t_[next] == ',' || t_[next] == ')');
        return opens && closes;
    }

    bool has_name(std::size_t lambda) const {
        while (lambda > 0 && is_blank(t_[lambda - 1])) --lambda;
        return lambda > 0 && t_[lambda - 1] == '=';
    }

public:
    /// The brace of the body of a lambda that begins here; 0: none does.
    std::size_t lambda_at(std::size_t at) const {
        if (t_[at] != '[') return 0;
        std::size_t before = at;
        while (before > 0 && is_blank(t_[before - 1])) --before;
        if (before > 0 && (is_letter(t_[before - 1]) || t_[before - 1] == ']' || t_[before - 1] == ')')) return 0;
        std::size_t next = skip_blanks(t_, closing(t_, at) + 1);
        if (next < t_.size() && t_[next] == '(') next = closing(t_, next) + 1;
        return body_behind(next);
    }

    /// The brace of a function's body behind its parameters, with "const" or "-> type" between; 0: there is none.
    std::size_t body_behind(std::size_t at) const {
        at = skip_blanks(t_, at);
        for (const string_view word : {"mutable", "const", "noexcept", "override"}) {
            if (word_at(t_, at) == word) at = skip_blanks(t_, at + word.size());
        }
        if (t_.substr(std::min(at, t_.size()), 2) == "->") at = t_.find_first_of("{;)", at);
        return at < t_.size() && t_[at] == '{' ? at : 0;
    }

private:
    string_view t_;
    const std::set<string>& checking_;
    std::vector<Scope> scopes_;
    bool checks_ = false, always_ = false;
};

/// A function or a named lambda.
struct Named {
    string name;
    std::size_t body;  ///< its brace
};

bool is_keyword(string_view word) {
    static constexpr std::array words{"if", "for", "while", "switch", "catch", "return", "sizeof", "TEST_CASE", "SUBCASE"};
    return std::ranges::find(words, word) != words.end();
}

std::vector<Named> functions_of(const string& text) {
    static const std::set<string> none;
    const Reading reading(text, none);
    std::vector<Named> found;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const string_view word = begins_word(text, at) ? word_at(text, at) : string_view();
        if (word.empty()) continue;
        std::size_t next = skip_blanks(text, at + word.size());
        const bool equals = next < text.size() && text[next] == '=';
        if (equals) next = skip_blanks(text, next + 1);
        if (next >= text.size() || is_keyword(word)) continue;
        const std::size_t body = equals              ? reading.lambda_at(next)
                                 : text[next] == '(' ? reading.body_behind(closing(text, next) + 1)
                                                     : 0;
        if (body > 0) found.push_back({string(word), body});
        at += word.size() - 1;
    }
    return found;
}

/// Calls with the first parenthesis and the brace of every test case.
template <class Use>
void for_each_test(const string& text, Use&& use) {
    const string_view macro = "TEST_CASE";
    for (std::size_t at = text.find(macro); at != npos; at = text.find(macro, at + 1)) {
        if (!begins_word(text, at) || word_at(text, at) != macro) continue;
        const std::size_t open = text.find('(', at), brace = text.find('{', closing(text, open));
        if (brace != npos) use(open, brace);
    }
}

}  // namespace

string without_quotes(string_view text) {
    string blanked(text);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_quote(text, at);
        const bool quotes = text[at] == '"' || text[at] == '\'';
        for (std::size_t i = at + quotes; i + quotes < end; ++i) {
            if (text[i] != '\n') blanked[i] = ' ';
        }
        at = std::max(end, at + 1);
    }
    return blanked;
}

std::set<string> checking_functions(const string& text, std::set<string> known) {
    const std::vector<Named> functions = functions_of(text);
    for (std::size_t before = known.size() + 1; before != known.size();) {
        before = known.size();
        for (const Named& function : functions) {
            Reading reading(text, known);
            reading.function(function.body + 1, closing(text, function.body));
            if (reading.checks()) known.insert(function.name);
        }
    }
    return known;
}

std::vector<string> tests_that_may_check_nothing(const string& file, const string& text, const std::set<string>& known) {
    const string code = without_quotes(text);
    const std::set<string> checking = checking_functions(code, known);
    std::vector<string> found;
    for_each_test(code, [&](std::size_t open, std::size_t brace) {
        Reading reading(code, checking);
        const std::size_t end = closing(code, brace);
        reading.function(brace + 1, end);
        if (reading.always_checks() || code.substr(brace, end - brace).find("Counted ") != string::npos) return;
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open), '\n');
        found.push_back(file + ":" + std::to_string(line) + ": " + text.substr(open + 1, closing(code, open) - open - 1));
    });
    return found;
}

int test_count(const string& text) {
    int count = 0;
    for_each_test(without_quotes(text), [&](std::size_t, std::size_t) { ++count; });
    return count;
}

}  // namespace vitrine::levels
