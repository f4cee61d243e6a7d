#include "core/files/number_text.h"

#include <charconv>
#include <cmath>

namespace vitrine {

namespace {

template <class T>
void append_digits(T number, std::string& text) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace

void append_number(float number, std::string& text) {
    if (std::isnan(number)) {
        text += "nan";  // without a sign
    } else {
        append_digits(number, text);
    }
}

void append_number(std::int32_t number, std::string& text) { append_digits(number, text); }

}  // namespace vitrine
