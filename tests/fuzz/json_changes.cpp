#include "tests/fuzz/json_changes.h"

#include <iterator>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "tests/fuzz/byte_changes.h"
#include "tests/fuzz/draws.h"

namespace vitrine::fuzz {

namespace {

using Json = nlohmann::ordered_json;

// Text that JSON values cannot contain is marked, and replaces the marks once the document is text.
constexpr std::string_view raw = "<raw<", raw_end = ">raw>";
constexpr std::string_view twice = "<twice<";  // before a key that already exists

/// A value of the document and its parent; the document itself has none.
struct Place {
    Json& value;
    Json* parent;
    std::size_t at;
};

Place place_below(Json& value, Json* parent, std::size_t at, Random& random) {
    const bool stays = !value.is_structured() || value.empty() || (parent && once_in(random, 4));
    if (stays) return {value, parent, at};
    const std::size_t child = below(random, value.size());
    return place_below(*std::next(value.begin(), static_cast<std::ptrdiff_t>(child)), &value, child, random);
}

Place any_place(Json& document, Random& random) { return place_below(document, nullptr, 0, random); }

Json marked(std::string_view text) { return std::string(raw) + std::string(text) + std::string(raw_end); }

std::string odd_text(Random& random) {
    const std::string long_one(below(random, 3000), 'x');
    const std::string texts[] = {"",
                                 " ",
                                 "<unk>",
                                 "a\nb",
                                 "a\tb",
                                 "\x1b[31m",
                                 "\xe2\x80\xa8",
                                 std::string(1, '\0'),
                                 "\xc2\x9b",
                                 "NaN",
                                 "inf",
                                 "../..",
                                 "\xef\xbf\xbf",
                                 "\xf0\x9f\x98\x80",
                                 "'",
                                 "\"",
                                 "{",
                                 "-1",
                                 "1e999",
                                 "true",
                                 "null",
                                 long_one,
                                 "\xd7\x90\xd7\x91",
                                 "encoder.layers.0.ffn",
                                 "memory"};
    return one_of(texts, random);
}

Json nested(std::size_t levels, Random& random) {
    const bool lists = once_in(random, 2);
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += lists ? "[" : "{\"a\":";
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += lists ? "]" : "}";
    return marked(text);
}

Json odd_value(Random& random) {
    switch (below(random, 9)) {
        case 0:
            return nullptr;
        case 1:
            return once_in(random, 2);
        case 2:
            return once_in(random, 2) ? Json::array() : Json::object();
        case 3:
        case 4:
            return odd_text(random);
        case 5: {
            constexpr std::size_t levels[] = {2, 9, 63, 64, 65, 1000, 50'000};
            return nested(one_of(levels, random), random);
        }
        default:
            return marked(extreme_number(random));
    }
}

/// A number near to this one, in most cases one that is allowed as well.
void nudge(Json& number, Random& random) {
    if (number.is_number_float()) {
        constexpr double factors[] = {0, -1, 0.5, 2, 1e-30, 1e30};
        number = number.get<double>() * one_of(factors, random);
        return;
    }
    const auto value = number.get<std::int64_t>();
    if (value > (1 << 30) || value < -(1 << 30)) return void(number = 1);
    const std::int64_t near[] = {value + 1, value - 1, -value, 2 * value, value / 2, 0, 1, 2, 3};
    number = one_of(near, random);
}

void change_type(Json& value, Random& random) {
    if (once_in(random, 3)) return void(value = Json::array({value}));
    if (once_in(random, 3)) return void(value = Json{{"value", value}});
    if (value.is_structured() && !value.empty()) return void(value = Json(*value.begin()));
    value = value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The object with another key at a place, which may be there already.
void rename(Json& object, std::size_t at, const std::string& key) {
    Json renamed = Json::object();
    std::size_t place = 0;
    for (const auto& item : object.items()) renamed[place++ == at ? key : item.key()] = item.value();
    object = std::move(renamed);
}

std::string key_at(const Json& object, std::size_t at) { return std::next(object.begin(), static_cast<std::ptrdiff_t>(at)).key(); }

void change_key(const Place& place, Random& random) {
    const std::string key = key_at(*place.parent, place.at);
    const std::string keys[] = {key + "s", key.substr(0, key.size() / 2), " " + key, odd_text(random), "new"};
    switch (below(random, 3)) {
        case 0:
            return rename(*place.parent, place.at, one_of(keys, random));
        case 1:
            (*place.parent)[std::string(twice) + key] = Json(place.value);
            return;
        default:
            (*place.parent)[one_of(keys, random)] = odd_value(random);
    }
}

/// Elements repeated, swapped or in another order.
void change_list(Json& list, std::size_t at, Random& random) {
    auto& elements = list.get_ref<Json::array_t&>();
    switch (below(random, 4)) {
        case 0:
            elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(at), Json(elements[at]));
            break;
        case 1:
            std::swap(elements[at], one_of(elements, random));
            break;
        case 2:
            for (std::size_t i = elements.size(); i > 1; --i) std::swap(elements[i - 1], elements[below(random, i)]);
            break;
        default:
            elements.resize(elements.size() + below(random, once_in(random, 4) ? 400 : 20), Json(elements[at]));
    }
}

/// Takes the value out of its list or object.
void take_out(const Place& place) {
    Json& parent = *place.parent;
    parent.erase(std::next(parent.begin(), static_cast<std::ptrdiff_t>(place.at)));
}

void change_one(Json& document, Random& random) {
    const Place place = any_place(document, random);
    const std::size_t kind = below(random, 10);
    if (kind == 0 && place.parent) return take_out(place);
    if (kind <= 2 && place.parent && place.parent->is_object()) return change_key(place, random);
    if (kind <= 4 && place.parent && place.parent->is_array()) return change_list(*place.parent, place.at, random);
    if (kind == 5) return change_type(place.value, random);
    if (kind == 6) return void(place.value = Json(any_place(document, random).value));
    if (kind <= 8 && place.value.is_number()) return nudge(place.value, random);
    if (kind <= 8 && place.value.is_boolean()) return void(place.value = !place.value.get<bool>());
    place.value = odd_value(random);
}

void change_values(Json& document, Random& random) {
    for (std::size_t i = once_in(random, 3) ? 1 + below(random, 3) : 1; i > 0; --i) change_one(document, random);
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from)) {
        result += text.substr(0, at);
        result += to;
        text.remove_prefix(at + from.size());
    }
    return result += text;
}

/// Replaces marked texts, with their quotes and escapes, by their content.
std::string unmarked(std::string text) {
    text = replaced(text, twice, "");
    for (auto at = text.find(raw); at != std::string::npos; at = text.find(raw)) {
        const auto begin = at + raw.size(), end = text.find(raw_end, at);
        const std::string inside = replaced(std::string_view(text).substr(begin, end - begin), "\\\"", "\"");
        text.replace(at - 1, end + raw_end.size() + 1 - (at - 1), inside);
    }
    return text;
}

}  // namespace

std::string changed_text(Json document, Random& random) {
    change_values(document, random);
    std::string text = unmarked(document.dump(once_in(random, 2) ? 1 : -1, ' ', false, Json::error_handler_t::replace));
    if (once_in(random, 6)) change_bytes(text, random);
    return text;
}

void mix(Json& object, const Json& other, Random& random) {
    for (const auto& item : other.items()) {
        if (object.contains(item.key()) && once_in(random, 6)) object[item.key()] = item.value();
    }
}

}  // namespace vitrine::fuzz
