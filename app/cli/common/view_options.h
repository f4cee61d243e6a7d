#pragma once
/// The options for the look of a picture: [--size WxH] [--theme dark|light] [--scale F].

#include <optional>

#include "app/cli/common/command_line.h"
#include "app/shell/script/stage.h"

namespace vitrine {

class ViewOptions {
public:
    enum class Size { of_the_picture, of_the_display };  ///< --size exists for pictures only

    /// Adds the options to a command, or to the program itself.
    ViewOptions(CommandLine& command, Size size);

    StageOptions stage() const;
    std::optional<ThemeChoice> theme() const { return values_->theme; }
    std::optional<double> scale() const { return values_->scale; }

private:
    struct Values {
        int width = 1600, height = 1000;
        std::optional<ThemeChoice> theme;
        std::optional<double> scale;
    };
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

}  // namespace vitrine
