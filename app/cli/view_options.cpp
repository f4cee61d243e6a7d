#include "app/cli/view_options.h"

#include <charconv>
#include <tuple>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/shell/limits.h"
#include "core/tensor/error.h"

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
    throw Error(fmt::format("--size {}: a size is written as 1280x800, each side {} to {}", text, least_side, most_side));
}

}  // namespace

ViewOptions::ViewOptions(CLI::App& command, Size size) : values_(std::make_shared<Values>()) {
    if (size == Size::of_the_picture) {
        command
            .add_option_function<std::string>(
                "--size",
                [values = values_](const std::string& text) { std::tie(values->width, values->height) = parse_size(text); },
                "The picture in pixels (default 1600x1000)")
            ->type_name("WxH")
            ->group("Picture");
    }
    command
        .add_option_function<std::string>(
            "--theme",
            [values = values_](const std::string& name) {
                values->appearance = name == "dark" ? Appearance::dark : Appearance::light;
            },
            "dark (default) or light")
        ->check(CLI::IsMember({"dark", "light"}))
        ->type_name("THEME")
        ->group("Picture");
    command
        .add_option("--scale", values_->scale,
                    size == Size::of_the_picture ? "Pixels per unit of the interface (default 1)"
                                                 : "Pixels per unit of the interface (default: the display's)")
        ->check(CLI::Range(least_scale, most_scale))
        ->type_name("F")
        ->group("Picture");
}

StageOptions ViewOptions::stage() const {
    return {
        .width = values_->width, .height = values_->height, .scale = values_->scale.value_or(1), .appearance = values_->appearance};
}

}  // namespace vitrine
