#include "app/formula/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Kind = Expression::Kind;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 128;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The binary operations of one level; levels go from the loosest to the tightest.
using Level = std::span<const std::string_view>;
constexpr std::array<std::string_view, 1> either{"or"}, together{"and"};
constexpr std::array<std::string_view, 6> comparing{"==", "!=", "<=", ">=", "<", ">"};
constexpr std::array<std::string_view, 2> adding{"+", "-"}, multiplying{"*", "/"};
constexpr std::array<Level, 5> levels{Level(either), Level(together), Level(comparing), Level(adding), Level(multiplying)};

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Expression all() {
        Expression expression = operation(0);
        skip();
        if (at_ < text_.size()) fail("an operation or the end");
        return expression;
    }

private:
    [[noreturn]] void fail(const char* wanted) const {
        const std::string_view rest = text_.substr(std::min(at_, text_.size()));
        const std::string where = rest.empty() ? "at its end" : fmt::format("at {}", in_quotes(rest.substr(0, 24)));
        throw Error(fmt::format("in the formula {} {} is expected {}", in_quotes(text_), wanted, where));
    }

    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }

    bool take(std::string_view sign) {
        skip();
        if (!text_.substr(at_).starts_with(sign)) return false;
        const std::size_t end = at_ + sign.size();
        if (is_letter(sign.front()) && end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) return false;
        at_ = end;
        return true;
    }

    void require(std::string_view sign, const char* wanted) {
        if (!take(sign)) fail(wanted);
    }

    Expression operation(std::size_t level) {
        if (level == levels.size()) return signed_power();
        const Nested nested(*this);
        constexpr std::size_t above_comparisons = 2;
        if (level == above_comparisons && take("not")) return {Kind::operation, 0, "not", {operation(level)}};
        Expression left = operation(level + 1);
        for (bool more = true; more;) {
            more = false;
            for (const std::string_view sign : levels[level]) {
                if (!take(sign)) continue;
                left = {Kind::operation, 0, std::string(sign), {std::move(left), operation(level + 1)}};
                more = true;
                break;
            }
        }
        return left;
    }

    Expression signed_power() {
        const Nested nested(*this);
        if (take("-")) return {Kind::operation, 0, "-", {signed_power()}};
        Expression base = indexed();
        if (take("^")) return {Kind::operation, 0, "^", {std::move(base), signed_power()}};
        return base;
    }

    Expression indexed() {
        Expression whole = primary();
        while (take("[")) {
            Expression part{Kind::index, 0, "", {std::move(whole)}};
            do {
                part.parts.push_back(take(":") ? Expression{Kind::all, 0, ":"} : operation(0));
            } while (take(","));
            require("]", "']'");
            whole = std::move(part);
        }
        return whole;
    }

    Expression primary() {
        skip();
        if (at_ == text_.size()) fail("a value");
        if (take("(")) {
            Expression inner = operation(0);
            require(")", "')'");
            return inner;
        }
        if (take("[")) return {Kind::list, 0, "", listed("]", "']'")};
        if (text_[at_] == '"') return quoted();
        if (is_digit(text_[at_])) return written_number();
        if (is_letter(text_[at_])) return named();
        fail("a value");
    }

    std::vector<Expression> listed(std::string_view end, const char* wanted) {
        std::vector<Expression> parts;
        if (take(end)) return parts;
        do {
            parts.push_back(operation(0));
        } while (take(","));
        require(end, wanted);
        return parts;
    }

    Expression quoted() {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) fail("the closing quote");
        Expression text{Kind::text, 0, std::string(text_.substr(at_ + 1, end - at_ - 1))};
        at_ = end + 1;
        return text;
    }

    Expression written_number() {
        Expression expression{Kind::number, 0, ""};
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), expression.number);
        if (error != std::errc()) fail("a number");
        at_ = static_cast<std::size_t>(end - text_.data());
        return expression;
    }

    /// A name may contain dots, as paths do, but does not end with one.
    Expression named() {
        const std::size_t start = at_;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
        while (text_[at_ - 1] == '.') --at_;
        const std::string word(text_.substr(start, at_ - start));
        if (word == "true" || word == "false") return {Kind::truth, word == "true" ? 1.0 : 0.0, ""};
        if (take("(")) return {Kind::call, 0, word, listed(")", "')'")};
        return {Kind::name, 0, word};
    }

    /// Counts nesting: brackets within brackets and signs before signs are read by recursive functions, which must not exhaust
    /// the stack.
    struct Nested {
        explicit Nested(Parser& parser) : of(parser) {
            constexpr int most = 600;  // a pair of brackets takes six levels
            if (++of.depth_ > most) throw Error("a formula has too many brackets in one another");
        }
        ~Nested() { --of.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;
        Parser& of;
    };

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

bool Expression::is_constant() const {
    if (kind == Kind::name || kind == Kind::call) return false;
    return std::ranges::all_of(parts, &Expression::is_constant);
}

Expression parse_expression(std::string_view text) { return Parser(text).all(); }

}  // namespace vitrine
