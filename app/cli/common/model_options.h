#pragma once
/// The options called MODEL: ((--sample NAME | --model DIR) [--moment STEP] | --config FILE [--seed N] [--init xavier|pytorch])
/// [--batch FILE | --text TEXT… [--target-text TEXT…]].

#include "app/cli/common/command_line.h"
#include "core/io/model.h"

namespace vitrine {

/// Selects the options of MODEL that a command has.
enum class ModelParts {
    all,
    weights,  ///< without --batch, texts and --seed, for which the command has its own options
};

class ModelOptions {
public:
    /// Adds the options to a command, or to the program itself.
    explicit ModelOptions(CommandLine& command, ModelParts parts = ModelParts::all);

    /// The requested model. Throws Error if no model or more than one is named, or if there is an option for random weights
    /// without a configuration.
    ModelRequest request() const;

    /// Whether any of the options was given.
    bool names_something() const;

    /// The requested model, or the sample if no model is named.
    ModelRequest request_or(const std::string& sample) const;

private:
    std::shared_ptr<ModelRequest> request_;   // filled while the command line is parsed; shared, since this object may be moved
    std::vector<CommandLineOption> drawing_;  // the options for random weights
    std::optional<CommandLineOption> moment_;
};

}  // namespace vitrine
