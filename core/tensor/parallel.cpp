#include "core/tensor/parallel.h"

#include <omp.h>

namespace vitrine {

void set_threads(int count) { omp_set_num_threads(count > 0 ? count : omp_get_num_procs()); }

int threads() { return omp_in_parallel() ? 1 : omp_get_max_threads(); }

}  // namespace vitrine
