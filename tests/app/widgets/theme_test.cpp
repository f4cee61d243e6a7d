#include "app/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/counted.h"

namespace vitrine::theme_test {

namespace {

using Triple = std::array<double, 3>;
using Vision = std::array<Triple, 3>;

struct KindOfVision {
    std::string_view name;
    Vision matrix;
};

/// How people with a colour vision deficiency see linear red, green and blue: Machado, Oliveira, Fernandes 2009, severity 1.
constexpr std::array<KindOfVision, 4> visions{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

Triple seen(Colour colour, const Vision& vision) {
    Triple linear{}, result{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double c = (colour >> (8 * i) & 0xff) / 255.0;
        linear[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = std::clamp(vision[i][0] * linear[0] + vision[i][1] * linear[1] + vision[i][2] * linear[2], 0.0, 1.0);
    return result;
}

/// CIE L*a*b* under D65.
Triple lab(const Triple& c) {
    const auto curve = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = curve((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
    const double y = curve(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
    const double z = curve((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

constexpr double degree = std::numbers::pi / 180;

double hue(double a, double b) {
    const double angle = std::atan2(b, a) / degree;
    return angle < 0 ? angle + 360 : angle;
}

/// CIEDE2000 (Sharma, Wu, Dalal 2005).
double difference(const Triple& p, const Triple& q) {
    const double mean_c = (std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2, c7 = std::pow(mean_c, 7), big = std::pow(25.0, 7);
    const double g = 0.5 * (1 - std::sqrt(c7 / (c7 + big)));
    const double a1 = p[1] * (1 + g), a2 = q[1] * (1 + g);
    const double c1 = std::hypot(a1, p[2]), c2 = std::hypot(a2, q[2]);
    const double h1 = hue(a1, p[2]), h2 = hue(a2, q[2]);
    const double turned = std::fmod(h2 - h1 + 540, 360) - 180, dh = c1 * c2 == 0 ? 0 : turned;
    const double d_hue = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2 * degree);
    const double l = (p[0] + q[0]) / 2, c = (c1 + c2) / 2, h = std::fmod(h1 + dh / 2 + 360, 360);
    const double t = 1 - 0.17 * std::cos((h - 30) * degree) + 0.24 * std::cos(2 * h * degree) +
                     0.32 * std::cos((3 * h + 6) * degree) - 0.20 * std::cos((4 * h - 63) * degree);
    const double l50 = (l - 50) * (l - 50), sl = 1 + 0.015 * l50 / std::sqrt(20 + l50), sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
    const double around_blue = 30 * std::exp(-std::pow((h - 275) / 25, 2)), chroma7 = std::pow(c, 7);
    const double rt = -std::sin(2 * around_blue * degree) * 2 * std::sqrt(chroma7 / (chroma7 + big));
    const double dl = (q[0] - p[0]) / sl, dc = (c2 - c1) / sc, dhs = d_hue / sh;
    return std::sqrt(dl * dl + dc * dc + dhs * dhs + rt * dc * dhs);
}

struct Named {
    std::string_view name;
    Colour colour;
};

std::array<Named, 7> identities(const Theme& t) {
    return {{{"query", t.query},
             {"key", t.key},
             {"value", t.value},
             {"attention", t.attention},
             {"residual", t.residual},
             {"output", t.output},
             {"accent", t.accent}}};
}

constexpr std::array kinds{ThemeKind::dark, ThemeKind::light};

}  // namespace

TEST_CASE("the colour difference agrees with the published test data") {
    CHECK(difference({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == doctest::Approx(2.0425).epsilon(1e-4));
    CHECK(difference({50, -1, 2}, {50, 0, 0}) == doctest::Approx(2.3669).epsilon(1e-4));
    CHECK(difference({50, 2.5, 0}, {73, 25, -18}) == doctest::Approx(27.1492).epsilon(1e-4));
    CHECK(difference({2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}) == doctest::Approx(0.9082).epsilon(1e-4));
}

TEST_CASE("any two identity colours are told apart, in normal vision and with any kind of colour blindness") {
    const tests::Counted checks(50);
    for (const ThemeKind kind : kinds) {
        const auto colours = identities(theme(kind));
        for (const KindOfVision& vision : visions) {
            for (std::size_t i = 0; i < colours.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    INFO(name(kind) << ", " << vision.name << ": " << colours[i].name << " and " << colours[j].name);
                    CHECK(difference(lab(seen(colours[i].colour, vision.matrix)), lab(seen(colours[j].colour, vision.matrix))) >=
                          14);
                }
            }
        }
    }
}

TEST_CASE("text can be read on every ground it stands on") {
    for (const ThemeKind kind : kinds) {
        const Theme& t = theme(kind);
        for (const Colour text : {t.text, t.dim, t.faint, t.error, t.good, t.accent}) {
            INFO(name(kind) << " " << std::hex << text);
            CHECK(contrast(text, t.panel) >= 4.5);
        }
        for (const Colour ground : {t.canvas, t.raised}) {
            CHECK(contrast(t.text, ground) >= 4.5);
            CHECK(contrast(t.dim, ground) >= 4.5);
        }
        CHECK(contrast(t.on_accent, t.accent) >= 4.5);
    }
}

TEST_CASE("numbers can be read on cells of every colour") {
    const tests::Counted checks(200);
    for (const ThemeKind kind : kinds) {
        const Theme& t = theme(kind);
        for (const HeatmapStyle& style : {value_style(t, 1), gradient_style(t, 1), weight_style(t)}) {
            for (double value = -1; value <= 1; value += 0.05) {
                const Colour ground = cell_colour(value, false, style);
                INFO(name(kind) << ", " << value);
                CHECK(contrast(ground, text_on(ground, t)) >= 4);
            }
        }
    }
}

TEST_CASE("a small weight is told from none as well on dark ground as on light, and any from a larger one") {
    const auto distance = [](const HeatmapStyle& style, double first, double second) {
        const Vision& normal = visions[0].matrix;
        return difference(lab(seen(cell_colour(first, false, style), normal)),
                          lab(seen(cell_colour(second, false, style), normal)));
    };
    const HeatmapStyle dark = weight_style(theme(ThemeKind::dark)), light = weight_style(theme(ThemeKind::light));
    for (const double share : {0.05, 0.1, 0.15, 0.2, 0.25, 0.3}) {
        INFO(share);
        CHECK(distance(dark, 0, share) >= distance(light, 0, share));
    }
    CHECK(distance(dark, 0, 0.1) >= 14);
    for (const HeatmapStyle& style : {dark, light}) {
        for (double share = 0.1; share < 1.05; share += 0.1) CHECK(distance(style, 0, share) > distance(style, 0, share - 0.1));
        for (double share = 0.1; share < 1.05; share += 0.1) CHECK(distance(style, share - 0.1, share) >= 2);
    }
}

TEST_CASE("the ends of the weights' scale are the theme's own colours") {
    for (const ThemeKind kind : kinds) {
        const Theme& t = theme(kind);
        CHECK(cell_colour(0, false, weight_style(t)) == t.weight_zero);
        CHECK(cell_colour(1, false, weight_style(t)) == t.weight_one);
    }
}

TEST_CASE("colours are written as in CSS, mixed and faded channel by channel") {
    CHECK(rgb(0xF2C14E) == IM_COL32(0xF2, 0xC1, 0x4E, 0xFF));
    CHECK(mixed(rgb(0x000000), rgb(0xFF8000), 0.5f) == rgb(0x804000));
    CHECK(faded(rgb(0x123456), 0.5f) == IM_COL32(0x12, 0x34, 0x56, 0x80));
    CHECK(contrast(rgb(0), rgb(0xFFFFFF)) == doctest::Approx(21));
}

}  // namespace vitrine::theme_test
