/// The functions of numbers and tables.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/formula/functions.h"
#include "core/explain/attention_reading.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The numbers of a table that must not be empty, since nothing has no largest number.
std::vector<double> some(const Value& value, const char* what) {
    std::vector<double> values = numbers_in(value, what).values;
    if (values.empty()) throw Error(fmt::format("{} is empty", what));
    return values;
}

template <double (*each)(double)>
Value every(const Arguments& arguments, const Scope&) {
    Numbers numbers = numbers_in(arguments[0], "the argument");
    std::ranges::transform(numbers.values, numbers.values.begin(), each);
    return numbers;
}

Value sum(const Arguments& arguments, const Scope&) {
    const std::vector<double> values = numbers_in(arguments[0], "what is summed").values;
    return number(std::accumulate(values.begin(), values.end(), 0.0));
}

Value mean(const Arguments& arguments, const Scope&) {
    const std::vector<double> values = some(arguments[0], "what is averaged");
    return number(std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
}

/// The largest or the smallest of a table, or of two numbers.
template <bool largest>
Value extreme(const Arguments& arguments, const Scope&) {
    std::vector<double> values = some(arguments[0], "the argument");
    if (arguments.size() == 2) values.push_back(number_in(arguments[1], "the second argument"));
    return number(largest ? *std::ranges::max_element(values) : *std::ranges::min_element(values));
}

/// The indices of a row's numbers, the largest number first; equal numbers stay in order.
std::vector<double> descending(const Value& row) {
    const std::vector<double> values = some(row, "the row");
    std::vector<double> places(values.size());
    std::iota(places.begin(), places.end(), 0.0);
    std::ranges::stable_sort(places, std::ranges::greater{}, [&](double place) { return values[static_cast<std::size_t>(place)]; });
    return places;
}

Value argmax(const Arguments& arguments, const Scope&) { return number(descending(arguments[0]).front()); }

/// How many weights of a row neither may be called larger nor smaller than its largest.
Value alike(const Arguments& arguments, const Scope&) {
    const std::vector<double> values = some(arguments[0], "the row");
    const double largest = values[static_cast<std::size_t>(descending(arguments[0]).front())];
    return number(static_cast<double>(std::ranges::count_if(values, [&](double one) { return weights_alike(one, largest); })));
}

Value argmin(const Arguments& arguments, const Scope&) {
    const std::vector<double> values = some(arguments[0], "the row");
    return number(static_cast<double>(std::ranges::min_element(values) - values.begin()));
}

Value order(const Arguments& arguments, const Scope&) { return list(descending(arguments[0])); }

Value norm(const Arguments& arguments, const Scope&) {
    double squares = 0;
    for (const double value : numbers_in(arguments[0], "the vector").values) squares += value * value;
    return number(std::sqrt(squares));
}

Value dot(const Arguments& arguments, const Scope&) {
    const std::vector<double> a = numbers_in(arguments[0], "the first vector").values;
    const std::vector<double> b = numbers_in(arguments[1], "the second vector").values;
    if (a.size() != b.size()) throw Error(fmt::format("dot takes vectors of one length, not {} and {}", a.size(), b.size()));
    return number(std::inner_product(a.begin(), a.end(), b.begin(), 0.0));
}

/// The sum, mean or length of every row, that is, of the numbers along the last axis.
template <Value (*of_row)(const Arguments&, const Scope&)>
Value by_row(const Arguments& arguments, const Scope& scope) {
    const Numbers table = numbers_in(arguments[0], "the table");
    if (table.shape.empty()) throw Error("a number has no rows");
    const auto width = static_cast<std::size_t>(table.shape.back());
    Numbers rows{{table.shape.begin(), table.shape.end() - 1}, {}};
    for (std::size_t start = 0; width > 0 && start < table.values.size(); start += width) {
        const auto first = table.values.begin() + static_cast<std::ptrdiff_t>(start);
        rows.values.push_back(number_in(of_row({list({first, first + static_cast<std::ptrdiff_t>(width)})}, scope), "a row"));
    }
    return rows;
}

/// The product of two matrices, of a row and a matrix, or of a matrix and a column.
Value product(const Arguments& arguments, const Scope&) {
    const Numbers a = numbers_in(arguments[0], "the first matrix"), b = numbers_in(arguments[1], "the second matrix");
    if (a.shape.empty() || b.shape.empty() || a.shape.size() > 2 || b.shape.size() > 2)
        throw Error("product takes matrices, rows and columns");
    const Size inner = a.shape.back(), rows = a.shape.size() == 2 ? a.shape[0] : 1, columns = b.shape.size() == 2 ? b.shape[1] : 1;
    if (b.shape[0] != inner) throw Error(fmt::format("product takes as many rows as columns, not {} and {}", b.shape[0], inner));
    Numbers result{{}, std::vector<double>(static_cast<std::size_t>(rows * columns))};
    if (a.shape.size() == 2) result.shape.push_back(rows);
    if (b.shape.size() == 2) result.shape.push_back(columns);
    for (Size i = 0; i < rows; ++i) {
        for (Size j = 0; j < columns; ++j) {
            for (Size k = 0; k < inner; ++k)
                result.values[static_cast<std::size_t>(i * columns + j)] +=
                    a.values[static_cast<std::size_t>(i * inner + k)] * b.values[static_cast<std::size_t>(k * columns + j)];
        }
    }
    return result;
}

double is_positive(double value) { return value > 0 ? 1 : 0; }

Value softmax(const Arguments& arguments, const Scope&) {
    Numbers row = numbers_in(arguments[0], "the row");
    if (row.values.empty()) throw Error("the row is empty");
    const double largest = *std::ranges::max_element(row.values);
    double total = 0;
    for (double& value : row.values) total += value = std::exp(value - largest);
    for (double& value : row.values) value /= total;
    return row;
}

Value entropy(const Arguments& arguments, const Scope&) {
    double sum = 0;
    for (const double share : numbers_in(arguments[0], "the row").values) sum -= share > 0 ? share * std::log(share) : 0;
    return number(sum);
}

Value size(const Arguments& arguments, const Scope&) {
    if (const auto* texts = std::get_if<Texts>(&arguments[0])) return number(static_cast<double>(texts->size()));
    const auto* tensor = std::get_if<TensorView>(&arguments[0]);
    std::vector<Size> shape;
    if (tensor) {
        shape.assign(tensor->layout.shape.begin(), tensor->layout.shape.begin() + tensor->layout.rank);
    } else {
        shape = numbers_in(arguments[0], "the table").shape;
    }
    if (arguments.size() == 1)
        return number(static_cast<double>(std::accumulate(shape.begin(), shape.end(), Size{1}, std::multiplies<>())));
    const Size axis = whole_number_in(arguments[1], "the axis");
    if (axis < 0 || axis >= static_cast<Size>(shape.size()))
        throw Error(fmt::format("axis {} is out of range: there are {} axes, from 0", axis, shape.size()));
    return number(static_cast<double>(shape[static_cast<std::size_t>(axis)]));
}

Value first(const Arguments& arguments, const Scope&) {
    const Size count = whole_number_in(arguments[0], "a count");
    constexpr Size most = 100'000;
    if (count < 0 || count > most) throw Error(fmt::format("a list has from 0 to {} numbers, not {}", most, count));
    std::vector<double> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0);
    return list(std::move(values));
}

double rounded(double value) { return std::round(value); }
double lowered(double value) { return std::floor(value); }
double root(double value) { return std::sqrt(value); }
double power_of_e(double value) { return std::exp(value); }
double logarithm(double value) { return std::log(value); }
double sine(double value) { return std::sin(value); }
double cosine(double value) { return std::cos(value); }
double absolute(double value) { return std::abs(value); }
double positive(double value) { return value > 0 ? value : 0; }

}  // namespace

Value cell_by_cell(const Value& left, const Value& right, double (*operation)(double, double)) {
    const Numbers a = numbers_in(left, "the left side"), b = numbers_in(right, "the right side");
    if (!a.shape.empty() && !b.shape.empty() && a.shape != b.shape)
        throw Error(fmt::format("tables of {} and of {} numbers do not fit together", fmt::join(a.shape, " × "),
                                fmt::join(b.shape, " × ")));
    Numbers result = a.shape.empty() ? b : a;
    for (std::size_t i = 0; i < result.values.size(); ++i)
        result.values[i] = operation(a.values[a.shape.empty() ? 0 : i], b.values[b.shape.empty() ? 0 : i]);
    return result;
}

std::span<const Function> number_functions() {
    static constexpr Function list[] = {
        {"sqrt", 1, 1, every<root>, "the square root, of every number"},
        {"exp", 1, 1, every<power_of_e>, "e to the power of every number"},
        {"log", 1, 1, every<logarithm>, "the natural logarithm of every number"},
        {"sin", 1, 1, every<sine>, "the sine of every number"},
        {"cos", 1, 1, every<cosine>, "the cosine of every number"},
        {"abs", 1, 1, every<absolute>, "every number without its sign"},
        {"relu", 1, 1, every<positive>, "every number, negative ones as 0"},
        {"round", 1, 1, every<rounded>, "every number as the nearest whole one"},
        {"floor", 1, 1, every<lowered>, "every number as the next lower whole one"},
        {"sum", 1, 1, sum, "all numbers added up"},
        {"mean", 1, 1, mean, "their mean"},
        {"max", 1, 2, extreme<true>, "the largest number of a table, or of two"},
        {"min", 1, 2, extreme<false>, "the smallest number of a table, or of two"},
        {"argmax", 1, 1, argmax, "the position of the largest number of a row, from 0"},
        {"alike", 1, 1, alike, "how many weights of a row equal the largest, as far as rounding and four decimals tell"},
        {"argmin", 1, 1, argmin, "the position of the smallest number of a row, from 0"},
        {"order", 1, 1, order, "the positions of a row's numbers, the largest number first"},
        {"norm", 1, 1, norm, "the length of a vector"},
        {"sums", 1, 1, by_row<sum>, "the sum of every row"},
        {"means", 1, 1, by_row<mean>, "the mean of every row"},
        {"norms", 1, 1, by_row<norm>, "the length of every row"},
        {"is_positive", 1, 1, every<is_positive>, "1 for every number above 0, else 0: their sum counts them"},
        {"product", 2, 2, product, "the product of two matrices, or of a row and a matrix"},
        {"dot", 2, 2, dot, "the products of two vectors, added up"},
        {"softmax", 1, 1, softmax, "the softmax of all numbers"},
        {"entropy", 1, 1, entropy, "the entropy of a row of weights or probabilities, in nats"},
        {"size", 1, 2, size, "how many numbers or texts there are, or how many along an axis"},
        {"first", 1, 1, first, "the numbers from 0, so many of them"},
    };
    return list;
}

}  // namespace vitrine
