#pragma once
/// Work shared among the cores. The calling thread does its part and waits for no one who has not begun: where other programs keep
/// the cores busy, it does everything itself.

#include <algorithm>
#include <memory>
#include <type_traits>

#include "core/tensor/layout.h"

namespace vitrine {

/// How many threads work asked for by this thread may use; 0 gives back the machine's own count. 1 inside a part of work that is
/// shared.
void set_threads(int count);
int threads();

/// Something to be called with a number, such as a lambda. Refers to it: it is passed on, never kept.
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

/// Calls part(i) for i = 0 … count − 1 on up to threads() threads, in any order. Returns when all are done; what one of them throws
/// is thrown again. A single part is merely called, and may itself share.
void share(Size count, PartFunction part);

/// Calls part(i) for i = 0 … n − 1, each on a thread of its own, which waits for all the others to be there; n is threads(), or as
/// many as the system lets us have.
void share_among_all(PartFunction part);

/// Below this many multiplications (about 20 µs of one core) waking a second thread costs more than it saves.
constexpr Size worth_sharing = 200'000;

/// Calls body(i) for i = 0 … count − 1, in any order; work is the multiplications in all of them together.
template <class Body>
void parallel_for(Size count, Size work, Body&& body) {
    const Size most_parts = work < worth_sharing ? 1 : threads() == 1 ? 1 : 4 * threads();
    const Size parts = std::min(count, most_parts);
    const auto part = [&](Size p) {
        for (Size i = p * count / parts; i < (p + 1) * count / parts; ++i) body(i);
    };
    parts == 1 ? part(0) : share(parts, part);
}

}  // namespace vitrine
