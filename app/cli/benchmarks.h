#pragma once
/// What `vitrine bench` can measure.

#include <functional>
#include <string>
#include <vector>

namespace vitrine {

/// One pass of what is measured; everything it needs has been made before.
using Body = std::function<void()>;

struct Workload {
    std::string name;
    std::string text;     ///< one line for a person
    int repetitions = 0;  ///< how many times are taken, of which the median and the minimum are told
    double seconds = 0;   ///< how long each repetition lasts at least
    std::function<Body()> prepare;
    std::function<Body()> whole = {};  ///< what `prepare` is a part of, where its share is wanted
    double operations = 0;             ///< floating-point operations of the matrix products in one pass; 0: not counted
};

const std::vector<Workload>& workloads();

/// Null where there is none of that name.
const Workload* find_workload(const std::string& name);

}  // namespace vitrine
