#pragma once
/// The option for a link to open: [--link TEXT].

#include <memory>
#include <string>

#include "app/cli/common/command_line.h"
#include "app/cli/common/model_options.h"

namespace vitrine {

class LinkOption {
public:
    /// Adds the option to a command, or to the program itself. A text that is not a link is refused with the link's own message.
    explicit LinkOption(CommandLine& command);

    const std::string& text() const { return *text_; }
    bool given() const { return !text_->empty(); }

    /// The model to open along with the link; none if a link is given, which names its own. Throws Error if the options name a
    /// model in addition to a link, or if neither is given.
    ModelRequest request(const ModelOptions& model) const;

private:
    std::shared_ptr<std::string> text_;  // filled while the command line is parsed
};

}  // namespace vitrine
