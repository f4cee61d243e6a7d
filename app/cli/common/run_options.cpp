#include "app/cli/common/run_options.h"

#include "app/cli/common/output.h"
#include "core/tensor/parallel.h"

namespace vitrine {

void add_quiet(CommandLine& command, const char* quiet_means) {
    command.add_flag("--quiet", quiet(), quiet_means).group("Running");
}

void add_threads(CommandLine& command) {
    const auto take = [](const std::string& value) {
        int count = 0;
        if (read_number(value, count).empty()) set_threads(count);
    };
    command.add_option_function("--threads", take, "How many threads to compute on (default: all)")
        .between(1, 1024)
        .type_name("N")
        .group("Running");
}

}  // namespace vitrine
