#pragma once
/// MODEL on the command line: (--sample NAME | --model DIR | --config FILE [--seed N] [--init xavier|pytorch]) [--batch FILE].

#include "app/cli/common/command_line.h"
#include "core/io/model.h"

namespace vitrine {

/// What a command takes of MODEL.
enum class ModelParts {
    all,
    weights,  ///< no --batch: it has sentences of its own; no --seed either, which is its own
};

class ModelOptions {
public:
    /// Adds the options to a command, or to the program itself.
    explicit ModelOptions(CommandLine& command, ModelParts parts = ModelParts::all);

    /// What was asked for. Throws Error where no model was named, more than one, or drawing weights without a configuration.
    ModelRequest request() const;

    /// Whether anything about a model was given.
    bool names_something() const;

    /// The same, with a sample for who named no model.
    ModelRequest request_or(const std::string& sample) const;

private:
    std::shared_ptr<ModelRequest> request_;   // filled while the command line is parsed, wherever the options have moved to
    std::vector<CommandLineOption> drawing_;  // say how weights are drawn
};

}  // namespace vitrine
