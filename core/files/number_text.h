#pragma once
/// Numbers as the shortest text that reads back as the same number.

#include <cstdint>
#include <string>

namespace vitrine {

/// Appends "0.1", "1e-08", "nan", "inf" or "-inf", as Python's float(), NumPy and pandas read them.
void append_number(float number, std::string& text);
void append_number(std::int32_t number, std::string& text);

}  // namespace vitrine
