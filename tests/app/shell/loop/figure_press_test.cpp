/// Figures of all kinds, samples, widths and font sizes: they have the requested width, and no text is cut off, beyond the edge
/// or over another one.

#include "app/shell/loop/figure_press.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"

namespace vitrine::figure_press_test {

namespace {

/// A sample's state in a view, with a cell of one of its tensors selected.
struct Staged {
    Stage stage;
    Input nothing;

    Staged(const std::string& sample, View view, const std::string& tensor) : stage({.sample = sample}, {}) {
        stage.application().command(SetView{view});
        stage.application().command(SelectTensor{tensor});
        stage.application().command(SelectCell{tensor, Index{}});
        stage.settle(nothing);
    }
    const State& state() const { return stage.state(); }
};

bool meet(const TextRecord& a, const TextRecord& b) {
    constexpr float tolerance = 2;  // a line's height has room above and below its letters
    return !a.area.inset(tolerance).intersection(b.area.inset(tolerance)).empty();
}

void check_layout(const FigurePress& press, const FigureStyle& style, const std::string& svg) {
    CHECK(svg.find(fmt::format(" width=\"{:g}mm\"", style.width)) != std::string::npos);
    const Rect page{{0, 0}, press.size()};
    CHECK(!press.texts().empty());
    for (std::size_t i = 0; i < press.texts().size(); ++i) {
        const TextRecord& text = press.texts()[i];
        CHECK_MESSAGE(!text.shortened, text.text);
        CHECK_MESSAGE(page.contains(text.area.inset(1)), text.text);
        for (std::size_t j = i + 1; j < press.texts().size(); ++j)
            CHECK_MESSAGE(!meet(text, press.texts()[j]), text.text << " and " << press.texts()[j].text);
    }
}

const FigureKind& kind_of(const State& state, std::string_view name) {
    const FigureKind* kind = find_figure(state, name);
    REQUIRE(kind);
    return *kind;
}

}  // namespace

TEST_CASE("every kind of figure has its width, and its texts are whole, inside and apart") {
    struct Case {
        const char *sample, *tensor;
    };
    for (const Case& one : {Case{"translation", "decoder.layers.1.cross_attn.weights"},
                            Case{"navigation", "encoder.layers.0.self_attn.scores"}, Case{"two-heads", "attention.weights"}}) {
        CAPTURE(one.sample);
        Staged staged(one.sample, View::attention, one.tensor);
        FigurePress press;
        for (const char* name : {"tensor", "head", "heads", "lines", "number"}) {
            for (const double width : {60.0, 84.0, 174.0}) {
                CAPTURE(name);
                CAPTURE(width);
                const FigureStyle style{.width = width, .font_size = 6};
                const std::string svg = press.svg({kind_of(staged.state(), name), style, staged.state()});
                check_layout(press, style, svg);
            }
        }
    }
}

TEST_CASE("a block of the map at the width of a column") {
    Staged staged("translation", View::map, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    const FigureStyle style{.font_size = 6};
    check_layout(press, style, press.svg({kind_of(staged.state(), "block"), style, staged.state()}));
}

TEST_CASE("a tree of words at the width of a column") {
    Staged staged("translation", View::generate, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    const FigureStyle style{};
    check_layout(press, style, press.svg({kind_of(staged.state(), "beams"), style, staged.state()}));
}

TEST_CASE("the letters of labels have the size that was asked for") {
    Staged staged("translation", View::attention, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    const FigureStyle style{.width = 100, .font_size = 9};
    press.svg({kind_of(staged.state(), "head"), style, staged.state()});
    // 11 logical pixels are 9 points.
    CHECK(static_cast<double>(press.size().x) * 9 / 11 == doctest::Approx(100 / 25.4 * 72).epsilon(1e-4));
}

TEST_CASE("where words have no room the figure is refused, and says so") {
    Staged staged("translation", View::attention, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    const FigureStyle style{.width = 20, .font_size = 20};
    CHECK_THROWS_WITH_AS(press.svg({kind_of(staged.state(), "head"), style, staged.state()}),
                         doctest::Contains("a smaller font size"), Error);
}

TEST_CASE("a width that is named is enough, and a millimetre less is not") {
    Staged staged("translation", View::attention, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    for (const char* kind : {"head", "heads", "tensor"}) {
        FigureStyle style{.width = 20, .font_size = 12};
        std::string said;
        try {
            press.svg({kind_of(staged.state(), kind), style, staged.state()});
        } catch (const Error& error) {
            said = error.what();
        }
        const std::string before = "a width of ";
        REQUIRE(said.find(" mm is enough, or choose a smaller font size") != std::string::npos);
        style.width = std::stoi(said.substr(said.find(before) + before.size()));
        CHECK_NOTHROW(press.svg({kind_of(staged.state(), kind), style, staged.state()}));
        style.width -= 1;
        CHECK_THROWS_AS(press.svg({kind_of(staged.state(), kind), style, staged.state()}), Error);
    }
}

TEST_CASE("a picture has its pixels, and nothing behind it where nothing is wanted") {
    Staged staged("translation", View::attention, "decoder.layers.1.cross_attn.weights");
    FigurePress press;
    FigureStyle style{};
    const Image white = press.picture({kind_of(staged.state(), "head"), style, staged.state()}, 254);
    CHECK(white.width == 840);
    CHECK(white.pixel(0, white.height - 1) == std::array<std::uint8_t, 4>{255, 255, 255, 255});
    style.ground.kind = FigureGround::Kind::none;
    const Image clear = press.picture({kind_of(staged.state(), "head"), style, staged.state()}, 254);
    CHECK(clear.pixel(0, clear.height - 1)[3] == 0);
}

}  // namespace vitrine::figure_press_test
