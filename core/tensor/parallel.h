#pragma once
/// Parallel loops. The calling thread works too, and waits only for helper threads that have started a part: on a busy machine it
/// does everything itself.

#include <algorithm>
#include <memory>
#include <type_traits>

#include "core/tensor/layout.h"

namespace vitrine {

/// Sets how many threads the loops of the calling thread may use; 0 restores the machine's core count. threads() is 1 inside a part
/// of a parallel loop.
void set_threads(int count);
int threads();

/// A reference to a function object that is called with an index. It does not own the object, so it is only passed on, never
/// stored.
class PartFunction {
public:
    template <class Body>
    requires(!std::is_same_v<Body, PartFunction>) PartFunction(const Body& body)
        : object_(std::addressof(body)), call_([](const void* object, Size i) { (*static_cast<const Body*>(object))(i); }) {}

    void operator()(Size i) const { call_(object_, i); }

private:
    const void* object_;
    void (*call_)(const void*, Size);
};

/// Calls part(i) for i = 0 … count − 1 on up to threads() threads, in any order, and returns when all calls have returned. An
/// exception of a part is thrown again here. A single part runs on the calling thread and may start parallel loops of its own.
void share(Size count, PartFunction part);

/// Calls part(i) for i = 0 … n − 1 at the same time, each on a thread of its own; all of them start together. n is threads(), or
/// fewer where the system does not provide as many.
void share_among_all(PartFunction part);

/// Below this many multiplications (about 20 µs on one core), waking a second thread costs more than it saves.
constexpr Size least_parallel_work = 200'000;

/// Calls body(i) for i = 0 … count − 1, in any order. `work`: the number of multiplications of all calls together.
template <class Body>
void parallel_for(Size count, Size work, Body&& body) {
    const Size most_parts = work < least_parallel_work ? 1 : threads() == 1 ? 1 : 4 * threads();
    const Size parts = std::min(count, most_parts);
    const auto part = [&](Size p) {
        for (Size i = p * count / parts; i < (p + 1) * count / parts; ++i) body(i);
    };
    parts == 1 ? part(0) : share(parts, part);
}

}  // namespace vitrine
