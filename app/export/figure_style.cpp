#include "app/export/figure_style.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::array figure_formats{FigureFormat::svg, FigureFormat::pdf, FigureFormat::png};

}  // namespace

const char* name(FigureFormat format) {
    static constexpr const char* names[] = {"svg", "pdf", "png"};
    return names[static_cast<std::size_t>(format)];
}

std::optional<FigureFormat> figure_format(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto found =
        std::ranges::find_if(figure_formats, [&](FigureFormat format) { return extension == std::string(".") + name(format); });
    return found == figure_formats.end() ? std::nullopt : std::optional(*found);
}

FigureGround figure_ground(const std::string& text) {
    if (text == "theme") return {};
    if (text == "none") return {FigureGround::Kind::none};
    FigureGround ground{FigureGround::Kind::colour};
    const char *begin = text.data() + 1, *end = text.data() + text.size();
    if (text.size() == 7 && text[0] == '#') {
        if (const auto read = std::from_chars(begin, end, ground.rgb, 16); read.ec == std::errc() && read.ptr == end) return ground;
    }
    throw Error(in_quotes(text) + " is not a background: give theme, none, or a colour such as #F4F0E6");
}

std::string text_of(const FigureGround& ground) {
    if (ground.kind == FigureGround::Kind::colour) return fmt::format("#{:06X}", ground.rgb);
    return ground.kind == FigureGround::Kind::none ? "none" : "theme";
}

double figure_width(const std::string& text) {
    constexpr std::array<std::pair<std::string_view, double>, 5> units{
        {{"mm", 1}, {"cm", 10}, {"in", 25.4}, {"pt", 25.4 / 72}, {"", 1}}};
    double number = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const auto unit = std::ranges::find(units, rest, &std::pair<std::string_view, double>::first);
    if (read.ec != std::errc() || !std::isfinite(number) || unit == units.end())
        throw Error(in_quotes(text) + " is not a width: write it like 84mm, 8.4cm, 3.3in or 240pt");
    const double width = number * unit->second;
    if (width < least_figure_width || width > most_figure_width)
        throw Error(fmt::format("{}: a figure is {} to {} mm wide", in_quotes(text), least_figure_width, most_figure_width));
    return width;
}

}  // namespace vitrine
