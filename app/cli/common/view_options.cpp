#include "app/cli/common/view_options.h"

#include <charconv>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/state/state.h"
#include "app/widgets/limits.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// "1280x800".
std::pair<int, int> parse_size(const std::string& text) {
    int width = 0, height = 0;
    const char *begin = text.data(), *end = begin + text.size();
    const auto first = std::from_chars(begin, end, width);
    const bool crossed = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
    const auto second = crossed ? std::from_chars(first.ptr + 1, end, height) : first;
    const auto within_limits = [](int side) { return side >= least_side && side <= most_side; };
    if (crossed && second.ec == std::errc() && second.ptr == end && within_limits(width) && within_limits(height))
        return {width, height};
    throw Error(
        fmt::format("--size {}: a size is written as 1280x800, each side {} to {}", in_quotes(text), least_side, most_side));
}

}  // namespace

ViewOptions::ViewOptions(CommandLine& command, Size size) : values_(std::make_shared<Values>()) {
    if (size == Size::of_the_picture) {
        command
            .add_option_function(
                "--size",
                [values = values_](const std::string& text) { std::tie(values->width, values->height) = parse_size(text); },
                "The picture in pixels (default 1600x1000)")
            .type_name("WxH")
            .group("Picture");
    }
    std::vector<std::string> themes{"dark", "light"};
    if (size == Size::of_the_display) themes.emplace_back("system");
    command
        .add_option_function(
            "--theme",
            [values = values_](const std::string& name) {
                values->theme = name == "dark" ? ThemeChoice::dark : name == "light" ? ThemeChoice::light : ThemeChoice::system;
            },
            size == Size::of_the_picture ? "dark (default) or light" : "dark, light or system (default: the session's)")
        .one_of(themes, CommandLineOption::Listed::behind_its_type)
        .type_name("THEME")
        .group("Picture");
    command
        .add_option("--scale", values_->scale,
                    size == Size::of_the_picture ? "Pixels per unit of the interface (default 1)"
                                                 : "Pixels per unit of the interface (default: the session's, or the display's)")
        .check(number_in({.least = least_scale, .most = most_scale}))
        .type_name("F")
        .group("Picture");
}

StageOptions ViewOptions::stage() const {
    const Values& v = *values_;
    const StageOptions options{.width = v.width,
                               .height = v.height,
                               .scale = v.scale.value_or(1),
                               .appearance = v.theme == ThemeChoice::light ? Appearance::light : Appearance::dark};
    check_size(options.width, options.height, options.scale);
    return options;
}

}  // namespace vitrine
