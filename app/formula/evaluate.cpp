#include "app/formula/evaluate.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/formula/functions.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Kind = Expression::Kind;

/// One entry of an index: a number, or the whole axis.
using Place = std::optional<Size>;

std::vector<Place> places_of(const Expression& index, const Scope& scope) {
    std::vector<Place> places;
    for (std::size_t i = 1; i < index.parts.size(); ++i) {
        const Expression& part = index.parts[i];
        places.push_back(part.kind == Kind::all ? Place() : Place(whole_number_in(evaluate(part, scope), "an index")));
    }
    return places;
}

void check_places(std::vector<Place>& places, const std::vector<Size>& shape) {
    if (places.size() > shape.size())
        throw Error(fmt::format("an index of {} numbers is too long for {} axes", places.size(), shape.size()));
    places.resize(shape.size());
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (places[axis] && (*places[axis] < 0 || *places[axis] >= shape[axis]))
            throw Error(fmt::format("index {} is out of range: the axis has {} positions, from 0", *places[axis], shape[axis]));
    }
}

/// Calls use(index) for every cell of the part that `places` selects, the last axis moving fastest; returns the part's shape.
template <class Use>
std::vector<Size> for_every_cell(const std::vector<Place>& places, const std::vector<Size>& shape, Use&& use) {
    std::vector<Size> left, index(shape.size());
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (!places[axis]) left.push_back(shape[axis]);
        index[axis] = places[axis].value_or(0);
    }
    Size count = 1;
    for (const Size size : left) count *= size;
    for (Size cell = 0; cell < count; ++cell) {
        Size rest = cell;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            if (places[axis]) continue;
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        use(index);
    }
    return left;
}

Value part_of(const TensorView& tensor, std::vector<Place> places) {
    const std::vector<Size> shape(tensor.layout.shape.begin(), tensor.layout.shape.begin() + tensor.layout.rank);
    check_places(places, shape);
    Numbers part{{}, {}};
    part.shape = for_every_cell(places, shape, [&](const std::vector<Size>& at) {
        Index index{};
        std::ranges::copy(at, index.begin());
        part.values.push_back(tensor.at(index));
    });
    return part;
}

Value part_of(const Numbers& table, std::vector<Place> places) {
    check_places(places, table.shape);
    Numbers part{{}, {}};
    part.shape = for_every_cell(places, table.shape, [&](const std::vector<Size>& at) {
        Size offset = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis) offset = offset * table.shape[axis] + at[axis];
        part.values.push_back(table.values[static_cast<std::size_t>(offset)]);
    });
    return part;
}

Value part_of(const Texts& texts, std::vector<Place> places) {
    check_places(places, {static_cast<Size>(texts.size())});
    return places.front() ? Value(texts[static_cast<std::size_t>(*places.front())]) : Value(texts);
}

Value indexed(const Expression& expression, const Scope& scope) {
    const Value whole = evaluate(expression.parts.front(), scope);
    const std::vector<Place> places = places_of(expression, scope);
    if (const auto* tensor = std::get_if<TensorView>(&whole)) return part_of(*tensor, places);
    if (const auto* texts = std::get_if<Texts>(&whole)) return part_of(*texts, places);
    return part_of(numbers_in(whole, "what is indexed"), places);
}

Value listed(const Expression& expression, const Scope& scope) {
    std::vector<double> numbers;
    Texts texts;
    for (const Expression& part : expression.parts) {
        const Value value = evaluate(part, scope);
        if (const auto* text = std::get_if<std::string>(&value)) {
            texts.push_back(*text);
        } else {
            numbers.push_back(number_in(value, "an item of a list"));
        }
    }
    if (!texts.empty() && !numbers.empty()) throw Error("a list has numbers or texts, not both");
    return texts.empty() ? list(std::move(numbers)) : Value(std::move(texts));
}

bool equal(const Value& left, const Value& right) {
    if (left.index() == right.index() && !std::holds_alternative<TensorView>(left)) {
        if (const auto* text = std::get_if<std::string>(&left)) return *text == std::get<std::string>(right);
        if (const auto* texts = std::get_if<Texts>(&left)) return *texts == std::get<Texts>(right);
        if (const bool* truth = std::get_if<bool>(&left)) return *truth == std::get<bool>(right);
    }
    const Numbers a = numbers_in(left, "the left side"), b = numbers_in(right, "the right side");
    return a.shape == b.shape && a.values == b.values;
}

Value compared(const std::string& sign, const Value& left, const Value& right) {
    if (sign == "==") return equal(left, right);
    if (sign == "!=") return !equal(left, right);
    const double a = number_in(left, "the left side of " + sign), b = number_in(right, "the right side of " + sign);
    if (sign == "<") return a < b;
    if (sign == "<=") return a <= b;
    return sign == ">" ? a > b : a >= b;
}

bool is_text(const Value& value) { return std::holds_alternative<std::string>(value); }

Value operated(const Expression& expression, const Scope& scope) {
    const std::string& sign = expression.word;
    const auto truth = [&](std::size_t part) {
        return truth_in(evaluate(expression.parts[part], scope), "a side of " + in_quotes(sign));
    };
    if (sign == "not") return !truth(0);
    if (sign == "and") return truth(0) && truth(1);
    if (sign == "or") return truth(0) || truth(1);
    const Value left = evaluate(expression.parts[0], scope);
    if (expression.parts.size() == 1) return cell_by_cell(number(0), left, [](double a, double b) { return a - b; });
    const Value right = evaluate(expression.parts[1], scope);
    if (sign == "+" && (is_text(left) || is_text(right))) return written(left) + written(right);
    if (sign == "+") return cell_by_cell(left, right, [](double a, double b) { return a + b; });
    if (sign == "-") return cell_by_cell(left, right, [](double a, double b) { return a - b; });
    if (sign == "*") return cell_by_cell(left, right, [](double a, double b) { return a * b; });
    if (sign == "/") return cell_by_cell(left, right, [](double a, double b) { return a / b; });
    if (sign == "^") return cell_by_cell(left, right, [](double a, double b) { return std::pow(a, b); });
    return compared(sign, left, right);
}

Value called(const Expression& expression, const Scope& scope) {
    if (expression.word == "if") {
        if (expression.parts.size() != 3) throw Error("if takes a condition and two values");
        const bool holds = truth_in(evaluate(expression.parts[0], scope), "the condition of 'if'");
        return evaluate(expression.parts[holds ? 1 : 2], scope);
    }
    const Function& function = function_named(expression.word, expression.parts.size());
    Arguments arguments;
    for (const Expression& part : expression.parts) arguments.push_back(evaluate(part, scope));
    return function.call(arguments, scope);
}

/// Splits a sentence at its braces: calls plain(text) and formula(text) in turn.
template <class Plain, class Formula>
void split(std::string_view sentence, Plain&& plain, Formula&& formula) {
    while (!sentence.empty()) {
        const std::size_t open = sentence.find('{');
        plain(sentence.substr(0, open));
        if (open == std::string_view::npos) return;
        const std::size_t close = sentence.find('}', open);
        if (close == std::string_view::npos)
            throw Error(fmt::format("{} has no closing brace", in_quotes(sentence.substr(open, 24))));
        formula(sentence.substr(open + 1, close - open - 1));
        sentence.remove_prefix(close + 1);
    }
}

}  // namespace

Value evaluate(const Expression& expression, const Scope& scope) {
    switch (expression.kind) {
        case Kind::number:
            return number(expression.number);
        case Kind::text:
            return expression.word;
        case Kind::truth:
            return expression.number == 1;
        case Kind::list:
            return listed(expression, scope);
        case Kind::index:
            return indexed(expression, scope);
        case Kind::call:
            return called(expression, scope);
        case Kind::operation:
            return operated(expression, scope);
        default:
            if (const auto known = scope.given.find(expression.word); known != scope.given.end()) return known->second;
            return run_name(expression.word, scope);
    }
}

Value evaluate(std::string_view formula, const Scope& scope) { return evaluate(parse_expression(formula), scope); }

std::string filled_in(std::string_view sentence, const Scope& scope, std::string (*write)(const Value&)) {
    std::string text;
    split(
        sentence, [&](std::string_view plain) { text += plain; },
        [&](std::string_view formula) { text += write(evaluate(formula, scope)); });
    return text;
}

std::vector<std::string> formulas_of(std::string_view sentence) {
    std::vector<std::string> formulas;
    split(
        sentence, [](std::string_view) {}, [&](std::string_view formula) { formulas.emplace_back(formula); });
    return formulas;
}

}  // namespace vitrine
