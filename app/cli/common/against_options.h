#pragma once
/// The run that a model's own is held against, on the command line: [--against-model DIR] [--against-seed N] [--against-batch FILE]
/// [--replace CELL=WORD …]. What is not said is as in the model's own.

#include <filesystem>
#include <optional>

#include "app/cli/common/command_line.h"
#include "app/run/run.h"

namespace vitrine {

class AgainstOptions {
public:
    explicit AgainstOptions(CommandLine& command);

    /// Whether any was given.
    bool given() const;

    /// Run B. Throws Error where it cannot be made.
    std::shared_ptr<const Run> run(const std::shared_ptr<const Run>& a) const;

private:
    struct Values {
        std::optional<std::filesystem::path> folder, batch;
        std::optional<std::uint64_t> seed;
        std::vector<std::string> replacements;
    };
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

}  // namespace vitrine
