#include "app/importing/state.h"

namespace vitrine {

ImportRequest request_of(const Importing& importing) {
    const bool tries = importing.tries && importing.batch;
    return {.file = importing.file,
            .batch = importing.batch,
            .reference = tries ? importing.reference : std::nullopt,
            .given = importing.given,
            .corrections = importing.corrections,
            .without_unfitting = importing.without_unfitting,
            .weights = importing.weights};
}

bool is_working(const Importing& importing) {
    if (importing.file.empty() || !importing.file_problem.empty()) return false;
    return !importing.weights || !importing.current;
}

bool is_read(const Importing& importing) { return importing.weights && importing.plan && importing.plan->file_problem.empty(); }

}  // namespace vitrine
