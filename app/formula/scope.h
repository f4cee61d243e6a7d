#pragma once
/// What formulas are evaluated on.

#include <functional>
#include <map>
#include <string>

#include "app/formula/value.h"

namespace vitrine {

struct Run;

/// Where the names in a formula are looked up.
struct Scope {
    const Run* run = nullptr;  ///< null: no run is open, and every name of a run is refused
    Size sentence = 0, head = 0;
    std::map<std::string, Value, std::less<>> given = {};         ///< names given earlier
    std::function<Value(const std::string& pointer)> state = {};  ///< the program's state by a JSON pointer; see vitrine drive
};

}  // namespace vitrine
