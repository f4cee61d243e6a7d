#pragma once
/// MODEL on the command line: (--sample NAME | --model DIR | --config FILE [--seed N] [--init xavier|pytorch]) [--batch FILE].

#include <array>
#include <memory>
#include <string>

#include "core/io/model.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace vitrine {

class ModelOptions {
public:
    /// Adds the options to a command, or to the program itself.
    explicit ModelOptions(CLI::App& command);

    /// What was asked for. Throws Error where no model was named, more than one, or drawing weights without a configuration.
    ModelRequest request() const;

    /// Whether anything about a model was given.
    bool names_something() const;

    /// The same, with a sample for who named no model.
    ModelRequest request_or(const std::string& sample) const;

private:
    std::shared_ptr<ModelRequest> request_;        // filled while the command line is parsed, wherever the options have moved to
    std::array<const CLI::Option*, 2> drawing_{};  // say how weights are drawn
};

}  // namespace vitrine
