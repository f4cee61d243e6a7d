#pragma once
/// The options for run B, with which a model's own run is compared: [--against-model DIR] [--against-seed N] [--against-batch
/// FILE] [--replace CELL=WORD …]. Everything else is as in the model's own run.

#include <filesystem>
#include <optional>

#include "app/cli/common/command_line.h"
#include "app/run/run.h"

namespace vitrine {

class AgainstOptions {
public:
    explicit AgainstOptions(CommandLine& command);

    /// Whether any of the options was given.
    bool given() const;

    /// Makes run B. Throws Error if that is not possible.
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
