#include "app/link/notation.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view marks = "(),:\"";

/// The meaning of a text without quotation marks: a number or a word of JSON; nothing: the text itself.
std::optional<OrderedJson> plain_value(std::string_view text) {
    const bool may_be = !text.empty() && (text == "true" || text == "false" || text == "null" || text[0] == '-' ||
                                          (text[0] >= '0' && text[0] <= '9'));
    if (!may_be) return std::nullopt;
    OrderedJson value = OrderedJson::parse(text, nullptr, false);
    if (value.is_discarded() || value.is_structured() || value.is_string()) return std::nullopt;
    return value;
}

std::string quoted(const std::string& text) {
    return OrderedJson(text).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string written_text(const std::string& text) {
    const bool has_marks = text.find_first_of(marks) != std::string::npos;
    return text.empty() || has_marks || plain_value(text) ? quoted(text) : with_replacements(text);
}

/// Reads by recursive descent.
class ValueReader {
public:
    ValueReader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

    OrderedJson whole() {
        OrderedJson value = next(0);
        if (at_ < text_.size()) refuse();
        return value;
    }

private:
    [[noreturn]] void refuse() const {
        const std::string after =
            at_ < text_.size() ? in_quotes(with_replacements(text_.substr(at_, 1))) + " cannot stand there" : "it ends too early";
        fail_field(where_, "cannot be read: after " + std::to_string(at_) + " bytes " + after);
    }

    bool comes(char mark) const { return at_ < text_.size() && text_[at_] == mark; }
    bool take(char mark) {
        if (!comes(mark)) return false;
        ++at_;
        return true;
    }
    void need(char mark) {
        if (!take(mark)) refuse();
    }

    OrderedJson next(int depth) {
        constexpr int deepest = 16;
        if (depth > deepest) fail_field(where_, "is nested more than 16 levels deep");
        if (take('(')) return group(depth);
        if (comes('"')) return quotation();
        const std::string_view plain = word();
        if (plain.empty()) refuse();
        if (auto value = plain_value(plain)) return *std::move(value);
        return std::string(plain);
    }

    std::string_view word() {
        const std::size_t end = std::min(text_.find_first_of(marks, at_), text_.size());
        const std::string_view found = text_.substr(at_, end - at_);
        at_ = end;
        return found;
    }

    std::string quotation() {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
        if (end >= text_.size()) fail_field(where_, "has an unmatched quotation mark");
        const OrderedJson value = OrderedJson::parse(text_.substr(at_, end + 1 - at_), nullptr, false);
        if (!value.is_string()) refuse();
        at_ = end + 1;
        return value.get<std::string>();
    }

    /// The content of parentheses, after the first one has been read.
    OrderedJson group(int depth) {
        if (take(')')) return OrderedJson::array();
        if (take(':')) {
            need(')');
            return OrderedJson::object();
        }
        OrderedJson first = next(depth + 1);
        return comes(':') ? object(std::move(first), depth) : list(std::move(first), depth);
    }

    OrderedJson list(OrderedJson first, int depth) {
        OrderedJson values = OrderedJson::array();
        values.push_back(std::move(first));
        while (take(',')) values.push_back(next(depth + 1));
        need(')');
        return values;
    }

    OrderedJson object(OrderedJson key, int depth) {
        OrderedJson members = OrderedJson::object();
        for (;;) {
            need(':');
            // Even a key that looks like a number is a text.
            const std::string name = key.is_string() ? key.get<std::string>() : key.dump();
            if (members.contains(name)) fail_field(where_, "has " + in_quotes(name) + " twice");
            members[name] = next(depth + 1);
            if (!take(',')) break;
            key = next(depth + 1);
        }
        need(')');
        return members;
    }

    std::string_view text_;
    const std::string& where_;
    std::size_t at_ = 0;
};

bool may_stand_in_address(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || std::string_view("-._~/:@,()$*;!'").find(c) != std::string_view::npos;
}

std::optional<int> digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

}  // namespace

std::string written(const OrderedJson& value) {
    if (value.is_string()) return written_text(value.get_ref<const std::string&>());
    if (!value.is_structured()) return value.dump();
    if (value.is_object() && value.empty()) return "(:)";
    std::string inside;
    for (const auto& item : value.items()) {
        if (!inside.empty()) inside += ',';
        if (value.is_object()) inside += written_text(item.key()) + ':';
        inside += written(item.value());
    }
    return '(' + inside + ')';
}

OrderedJson read_value(std::string_view text, const std::string& where) { return ValueReader(text, where).whole(); }

std::string in_address(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string address;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (may_stand_in_address(c)) {
            address += c;
        } else if (c == ' ') {
            address += '+';
        } else {
            address += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return address;
}

std::string from_address(std::string_view text, const std::string& where) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        const auto high = i + 1 < text.size() ? digit_of(text[i + 1]) : std::nullopt,
                   low = i + 2 < text.size() ? digit_of(text[i + 2]) : std::nullopt;
        if (!high || !low) fail_field(where, "has a % that no two digits follow");
        plain += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    if (with_replacements(plain) != plain) fail_field(where, "is no valid UTF-8");
    return plain;
}

}  // namespace vitrine
