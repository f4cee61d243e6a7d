#pragma once
/// How often any thread of the test program has asked for memory.

#include <cstdint>

namespace vitrine::tests {

/// Calls of operator new since the program began.
std::int64_t count_allocations();

}  // namespace vitrine::tests
