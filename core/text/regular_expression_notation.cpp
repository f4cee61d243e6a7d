#include "core/text/regular_expression_notation.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr std::string_view space = "\\t-\\r\\x{85}\\p{Z}", word = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}", hexadecimal = "0-9a-fA-F";

/// Outside of sets, Oniguruma's \w also matches the superscripts and fractions of Latin-1, since it looks these up in a table of
/// its own.
constexpr std::string_view word_outside = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\xb2\\xb3\\xb9\\xbc-\\xbe";

/// Names such as [:alpha:], which mean other characters in PCRE2.
struct NamedKind {
    std::string_view name, members;
};
constexpr NamedKind named_kinds[] = {{"alpha", "\\p{Alphabetic}"},
                                     {"alnum", "\\p{Alphabetic}\\p{Nd}"},
                                     {"word", word},
                                     {"upper", "\\p{Uppercase}"},
                                     {"lower", "\\p{Lowercase}"},
                                     {"punct", "\\p{P}\\p{S}"},
                                     {"space", space},
                                     {"blank", "\\t\\p{Zs}"},
                                     {"graph", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}"},
                                     {"print", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Zs}"}};

/// Scripts. PCRE2 alone would also match characters that several scripts share.
constexpr std::string_view scripts[] = {"Arabic",   "Armenian", "Bengali", "Common",  "Cyrillic", "Devanagari", "Ethiopic",
                                        "Georgian", "Greek",    "Han",     "Hangul",  "Hebrew",   "Hiragana",   "Katakana",
                                        "Khmer",    "Lao",      "Latin",   "Myanmar", "Tamil",    "Thai",       "Tibetan"};

/// A set, [...], while it is read. Kinds that are negated, such as \S, are kept apart: PCRE2 only has its own.
struct Set {
    bool negated = false;
    std::string members;
    std::vector<std::string_view> all_but;

    std::string text() const {
        const std::string own = members.empty() ? "" : "[" + members + "]";
        if (all_but.empty()) return (negated ? "[^" : "[") + members + "]";
        std::string text = "(?:";
        if (negated) {
            if (!own.empty()) text += "(?!" + own + ")";
            for (const std::string_view kind : all_but) text.append("(?=[").append(kind).append("])");
            return text + "(?s:.))";
        }
        text += own;
        for (const std::string_view kind : all_but) {
            text.append(text == "(?:" ? "[^" : "|[^").append(kind).append("]");
        }
        return text + ")";
    }
};

class Rewriting {
public:
    explicit Rewriting(std::string_view expression) : rest_(expression) {}

    std::string rewritten() {
        while (!rest_.empty()) {
            if (rest_.front() == '\\') {
                escape();
            } else {
                sign();
            }
        }
        if (set_) throw Error("a set has no end: ] is missing");
        return std::move(result_);
    }

private:
    std::string& out() { return set_ ? set_->members : result_; }

    void take(std::size_t count) {
        count = std::min(count, rest_.size());
        out() += rest_.substr(0, count);
        rest_.remove_prefix(count);
    }

    void put(std::string_view text, std::size_t instead_of) {
        out() += text;
        rest_.remove_prefix(std::min(instead_of, rest_.size()));
    }

    /// Characters of a kind, such as \s or, with `others`, all other characters, such as \S.
    void kind(std::string_view members, bool others) {
        if (set_ && others) {
            set_->all_but.push_back(members);
            return put("", 2);
        }
        const std::string text(members);
        put(set_ ? text : (others ? "[^" : "[") + text + "]", 2);
    }

    void escape() {
        const char letter = rest_.size() > 1 ? rest_[1] : '\0';
        switch (letter) {
            case 's':
            case 'S':
                return kind(space, letter == 'S');
            case 'w':
            case 'W':
                return kind(set_ ? word : word_outside, letter == 'W');
            case 'h':
            case 'H':
                return kind(hexadecimal, letter == 'H');
            case 'b':
            case 'B':
                return set_ ? take(2) : boundary(letter == 'b');
            case 'v':
                return put("\\x0b", 2);
            case 'u':
                return code_point();
            case 'p':
            case 'P':
                return property();
            default:
                return take(2);
        }
    }

    /// Matches where a word begins or ends or, if not begins_or_ends, everywhere else.
    void boundary(bool begins_or_ends) {
        const std::string is_word = "[" + std::string(word_outside) + "])";
        const std::string before = "(?<=" + is_word, not_before = "(?<!" + is_word, behind = "(?=" + is_word,
                          not_behind = "(?!" + is_word;
        put(begins_or_ends ? "(?:" + before + not_behind + "|" + not_before + behind + ")"
                           : "(?:" + before + behind + "|" + not_before + not_behind + ")",
            2);
    }

    /// \u0e01, which PCRE2 writes \x{0e01}.
    void code_point() {
        const std::string_view digits = rest_.substr(2, 4);
        const auto is_digit = [](unsigned char sign) { return std::isxdigit(sign) != 0; };
        if (digits.size() < 4 || !std::all_of(digits.begin(), digits.end(), is_digit)) throw Error("\\u wants four digits");
        put("\\x{" + std::string(digits) + "}", 6);
    }

    /// \p{Han}, or \p{^Han} for all others.
    void property() {
        const auto end = rest_.find('}');
        if (rest_.size() < 3 || rest_[2] != '{' || end == std::string_view::npos) return take(2);
        const std::string_view name = rest_.substr(3, end - 3);
        const std::string_view sign = name.starts_with('^') ? "^" : "", bare = name.substr(sign.size());
        if (std::find(std::begin(scripts), std::end(scripts), bare) == std::end(scripts)) return take(end + 1);
        put(std::string(rest_.substr(0, 3)).append(sign).append("sc:").append(bare).append("}"), end + 1);
    }

    void sign() {
        if (set_) return sign_in_set();
        if (rest_.starts_with("(?")) return group();
        if (rest_.front() != '[') return take(1);
        const bool negated = rest_.starts_with("[^");
        rest_.remove_prefix(negated ? 2 : 1);
        set_ = Set{.negated = negated, .members = {}, .all_but = {}};
        if (rest_.starts_with(']')) put("\\]", 1);
    }

    void sign_in_set() {
        if (rest_.starts_with("&&")) throw Error("an intersection of sets, &&, is not supported");
        if (rest_.starts_with("[:")) {
            const auto end = rest_.find(":]");
            if (end != std::string_view::npos) return named_kind(end);
        }
        if (rest_.front() == '[') throw Error("a set inside a set is not supported; a bracket is written \\[");
        if (rest_.front() != ']') return take(1);
        rest_.remove_prefix(1);
        result_ += std::exchange(set_, std::nullopt)->text();
    }

    /// [:alpha:], or [:^alpha:] for all others.
    void named_kind(std::size_t end) {
        const bool others = rest_[2] == '^';
        const std::string_view name = rest_.substr(others ? 3 : 2, end - (others ? 3 : 2));
        const auto* const known =
            std::find_if(std::begin(named_kinds), std::end(named_kinds), [&](const NamedKind& one) { return one.name == name; });
        if (known == std::end(named_kinds)) return take(end + 2);
        if (others) set_->all_but.push_back(known->members);
        put(others ? "" : known->members, end + 2);
    }

    /// In Oniguruma, (?m) lets a dot match the end of a line; PCRE2 writes that (?s).
    void group() {
        take(2);
        while (!rest_.empty() && (std::isalpha(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == '-')) {
            if (std::string_view("imx-").find(rest_.front()) == std::string_view::npos) return;
            rest_.front() == 'm' ? put("s", 1) : take(1);
        }
    }

    std::string_view rest_;
    std::string result_;
    std::optional<Set> set_;  // the set that is being read
};

}  // namespace

std::string pcre2_notation(std::string_view expression) { return Rewriting(expression).rewritten(); }

}  // namespace vitrine
