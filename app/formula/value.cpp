#include "app/formula/value.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/widgets/number.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

[[noreturn]] void refuse(const Value& value, const std::string& what, const char* wanted) {
    throw Error(fmt::format("{} is {}, not {}", what, kind_of(value), wanted));
}

std::vector<Size> shape_of(const TensorView& tensor) {
    const auto& shape = tensor.layout.shape;
    return {shape.begin(), shape.begin() + tensor.layout.rank};
}

std::string table_words(const std::vector<Size>& shape) {
    return shape.empty() ? "a number" : fmt::format("a table of {} numbers", fmt::join(shape, " × "));
}

constexpr const char* no_break = "\u00a0";  ///< a space at which no line breaks

/// "44 626".
std::string grouped(double whole) {
    std::string digits = fmt::format("{:.0f}", std::abs(whole));
    for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, no_break);
    return (whole < 0 ? "−" : "") + digits;
}

bool is_whole(double value) {
    constexpr double most = 1e15;
    return std::abs(value) < most && value == std::round(value);
}

std::string written_number(double value) { return is_whole(value) ? grouped(value) : plain_number(value); }

}  // namespace

Value number(double value) { return Numbers{{}, {value}}; }

Value list(std::vector<double> values) {
    const auto count = static_cast<Size>(values.size());
    return Numbers{{count}, std::move(values)};
}

std::string kind_of(const Value& value) {
    if (const auto* numbers = std::get_if<Numbers>(&value)) return table_words(numbers->shape);
    if (const auto* tensor = std::get_if<TensorView>(&value)) return table_words(shape_of(*tensor));
    if (std::holds_alternative<bool>(value)) return "true or false";
    return std::holds_alternative<std::string>(value) ? "a text" : "a list of texts";
}

double number_in(const Value& value, const std::string& what) {
    if (const auto* numbers = std::get_if<Numbers>(&value); numbers && numbers->shape.empty()) return numbers->values.front();
    refuse(value, what, "a number");
}

Size whole_number_in(const Value& value, const std::string& what) {
    const double given = number_in(value, what);
    constexpr double most = 1e15;
    if (std::abs(given) < most && given == std::round(given)) return static_cast<Size>(given);
    throw Error(fmt::format("{} is {}, not a whole number", what, given));
}

bool truth_in(const Value& value, const std::string& what) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    refuse(value, what, "true or false");
}

std::string text_in(const Value& value, const std::string& what) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    refuse(value, what, "a text");
}

Texts texts_in(const Value& value, const std::string& what) {
    if (const Texts* texts = std::get_if<Texts>(&value)) return *texts;
    refuse(value, what, "a list of texts");
}

Numbers numbers_in(const Value& value, const std::string& what) {
    if (const auto* numbers = std::get_if<Numbers>(&value)) return *numbers;
    const TensorView* tensor = std::get_if<TensorView>(&value);
    if (!tensor) refuse(value, what, "numbers");
    constexpr Size most = 1 << 20;
    const Size count = tensor->layout.count();
    if (count > most) throw Error(fmt::format("{} has {} numbers, and a formula takes at most {}", what, count, most));
    Numbers numbers{shape_of(*tensor), std::vector<double>(static_cast<std::size_t>(count))};
    for (Size i = 0; i < count; ++i) numbers.values[static_cast<std::size_t>(i)] = tensor->at(index_of(tensor->layout, i));
    return numbers;
}

std::string written(const Value& value) {
    if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "yes" : "no";
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const Texts* texts = std::get_if<Texts>(&value)) return fmt::format("{}", fmt::join(*texts, ", "));
    const Numbers numbers = numbers_in(value, "the value");
    std::vector<std::string> each;
    for (const double one : numbers.values) each.push_back(written_number(one));
    return fmt::format("{}", fmt::join(each, ", "));
}

std::string written_in_one_piece(const Value& value) {
    const auto* numbers = std::get_if<Numbers>(&value);
    const bool whole = numbers && numbers->shape.empty() && is_whole(numbers->values.front());
    return whole ? fmt::format("{:.0f}", numbers->values.front()) : written(value);
}

}  // namespace vitrine
