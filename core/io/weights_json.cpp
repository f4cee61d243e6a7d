#include "core/io/weights_json.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// A tensor being read: its shape, set by the first list at each depth, and its numbers in order.
struct Nested {
    std::vector<Size> shape;
    std::vector<double> numbers;
};

double number_from(const Json& value, const std::string& where) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (value.is_number()) return value.get<double>();
    if (value == "inf") return infinity;
    if (value == "-inf") return -infinity;
    if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
    fail_field(where, "holds " + shown(value) + " where a number should be");
}

void flatten(const Json& value, std::size_t depth, const std::string& where, Nested& nested) {
    const auto size = static_cast<Size>(value.size());
    if (nested.numbers.empty() && nested.shape.size() == depth) nested.shape.push_back(size);
    if (depth >= nested.shape.size() || nested.shape[depth] != size) fail_field(where, "has lists of unequal lengths or depths");
    for (const Json& item : value) {
        if (item.is_array()) {
            flatten(item, depth + 1, where, nested);
        } else {
            if (depth + 1 != nested.shape.size()) fail_field(where, "has lists of unequal lengths or depths");
            nested.numbers.push_back(number_from(item, where));
        }
    }
}

}  // namespace

StoredTensors weights_from(const Json& object, const std::string& where) {
    std::map<std::string, Nested> tensors;
    std::string content;
    for (const auto& item : object.items()) {
        const std::string at = where + ": " + in_quotes(item.key());
        if (!item.value().is_array())
            fail_field(at, "is " + shown(item.value()) + ", it must be a list of numbers, or of such lists");
        Nested& nested = tensors[item.key()];
        flatten(item.value(), 0, at, nested);
        content.append(reinterpret_cast<const char*>(nested.numbers.data()), nested.numbers.size() * sizeof(double));
    }

    const auto bytes = std::make_shared<const std::string>(std::move(content));
    StoredTensors stored{bytes, {}};
    const char* next = bytes->data();
    for (auto& [name, nested] : tensors) {
        const std::size_t size = nested.numbers.size() * sizeof(double);
        stored.tensors[name] = {StoredType::f64, std::move(nested.shape), {next, size}};
        next += size;
    }
    return stored;
}

}  // namespace vitrine
