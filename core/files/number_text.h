#pragma once
/// Numbers as the shortest text that reads back as the very same number.

#include <cstdint>
#include <string>

namespace vitrine {

/// "0.1", "1e-08", "nan", "inf", "-inf": what Python's float() reads, and so NumPy and pandas.
void append_number(float number, std::string& text);
void append_number(std::int32_t number, std::string& text);

}  // namespace vitrine
