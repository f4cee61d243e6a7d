#include "app/state/trace_statistics.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/state/run.h"

using namespace vitrine;

namespace {

std::shared_ptr<const Run> navigation() {
    ModelRequest request;
    request.sample = "navigation";
    return make_run(request);
}

}  // namespace

TEST_CASE("the limit of a tensor is the largest absolute value of its finite cells, however they lie in memory") {
    const auto run = navigation();
    TraceStatistics found(run->trace);
    for (const TensorInfo& info : run->outline().tensors) {
        const TensorView tensor = run->trace.find(info.path);
        if (!tensor.present()) continue;
        double largest = 0;
        for (Size i = 0; i < tensor.layout.count(); ++i) {
            const double value = std::abs(tensor.at(index_of(tensor.layout, i)));
            if (std::isfinite(value)) largest = std::max(largest, value);
        }
        CHECK_MESSAGE(found.limit(info.path) == largest, info.path);
    }
}

TEST_CASE("statistics found out beforehand are those found out when asked for") {
    const auto run = navigation();
    TraceStatistics later(run->trace), before(run->trace);
    before.find_all();
    CHECK(later.of("memory").mean == before.of("memory").mean);
    CHECK(later.of("memory").finite == run->trace.find("memory").layout.count());
}
