#pragma once
/// The option for the figures of a model that was trained in another way: [--compared HOW=FILE].

#include <memory>
#include <string>
#include <vector>

#include "app/cli/common/command_line.h"
#include "core/io/words/model_card.h"

namespace vitrine {

class ComparedOption {
public:
    explicit ComparedOption(CommandLine& command);

    bool given() const { return !values_->empty(); }

    /// Puts the named figures beside `figures`, in place of those with the same description. Throws Error, naming the file, if one
    /// cannot be read or was not measured on the same pairs.
    void add_to(CardFigures& figures) const;

private:
    std::shared_ptr<std::vector<std::string>> values_ = std::make_shared<std::vector<std::string>>();
};

}  // namespace vitrine
