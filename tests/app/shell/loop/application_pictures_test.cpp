/// An exported picture shows what is on the screen: a PNG pixel by pixel, an SVG as another program draws it.

#include "app/shell/loop/application_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <doctest/doctest.h>
#include <stb_image.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/export/exporting.h"
#include "app/opening/commands.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "core/files/file.h"
#include "tests/counted.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::pictures_test {

namespace {

Image decoded(const std::string& file) {
    Image image;
    int channels = 0;
    unsigned char* pixels = stbi_load_from_memory(reinterpret_cast<const unsigned char*>(file.data()),
                                                  static_cast<int>(file.size()), &image.width, &image.height, &channels, 4);
    REQUIRE(pixels);
    image.rgba.assign(pixels, pixels + 4 * image.width * image.height);
    stbi_image_free(pixels);
    return image;
}

struct Scene {
    const char* name;
    View view;
    const char* frame;  // of the map
};
constexpr Scene scenes[] = {{"map, far", View::map, ""},        {"map, near", View::map, "decoder.layers.0.cross_attn"},
                            {"attention", View::attention, ""}, {"masks", View::masks, ""},
                            {"positions", View::positions, ""}, {"tensors", View::tensors, ""}};

/// The translation sample in a window of 1280 × 800, with a number selected.
class TestWindow {
public:
    explicit TestWindow(double scale = 1) {
        ModelRequest request;
        request.sample = "translation";
        stage = std::make_unique<Stage>(request, StageOptions{1280, 800, scale, Appearance::dark});
        show(SetMotion{Motion::at_once});
        show(SelectCell{"decoder.layers.0.cross_attn.weights", {0, 1, 2, 3}});
    }

    void show(const Command& command) {
        application().command(command);
        settle();
    }
    void show(const Scene& scene) {
        show(SetView{scene.view});
        show(FrameMap{scene.frame});
    }
    void settle() { stage->settle(input); }

    Application& application() { return stage->application(); }
    const State& state() const { return stage->state(); }

    std::unique_ptr<Stage> stage;
    Input input;
};

struct Difference {
    double mean = 0;   ///< over all channels, in steps of 255
    double share = 0;  ///< of pixels one of whose channels is off by more than a quarter of the range
};

Difference difference_of(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    constexpr int far = 64;
    double sum = 0, off = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        int most = 0;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const int by = std::abs(a.rgba[i + channel] - b.rgba[i + channel]);
            sum += by;
            most = std::max(most, by);
        }
        off += most > far;
    }
    const double pixels = static_cast<double>(a.rgba.size()) / 4;
    return {sum / (3 * pixels), off / pixels};
}

bool rsvg_is_here() { return std::system("rsvg-convert --version >/dev/null 2>&1") == 0; }

/// The file as librsvg draws it, with the fonts that are shipped with the program.
Image drawn_elsewhere(const std::string& svg) {
    const TemporaryFolder folder;
    const std::string from = folder.file("picture.svg", svg), to = from + ".png";
    const std::string shipped = (test_data("..") / "assets" / "fonts").string();
    const std::string fonts = folder.file("fonts.conf", "<fontconfig><dir>" + shipped + "</dir></fontconfig>");
    REQUIRE(std::system(("FONTCONFIG_FILE=" + fonts + " rsvg-convert --unlimited --output " + to + ' ' + from).c_str()) == 0);
    return decoded(read_file(to));
}

/// All texts in the file, as a reader would see them.
std::vector<std::string> texts_of(const std::string& svg) {
    std::vector<std::string> texts;
    for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at + 1)) {
        const std::size_t begin = svg.find('>', at) + 1;
        std::string text = svg.substr(begin, svg.find("</text>", begin) - begin);
        for (const auto& [escaped, plain] :
             {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}) {
            for (std::size_t found; (found = text.find(escaped)) != std::string::npos;)
                text.replace(found, std::string(escaped).size(), plain);
        }
        texts.push_back(text);
    }
    return texts;
}

/// Whether a text on the screen is in the file: as a whole or, if the screen shows it shortened, by its beginning and end.
bool is_among(const TextRecord& record, const std::vector<std::string>& texts) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        const std::size_t gap = text.find("…");
        if (!record.shortened || gap == std::string::npos) return text == record.text;
        const std::string before = text.substr(0, gap), after = text.substr(gap + std::string("…").size());
        return record.text.starts_with(before) && record.text.ends_with(after);
    });
}

}  // namespace

TEST_CASE("a PNG is the screen, pixel by pixel, at any scale of the interface") {
    for (const double scale : {1.0, 1.5}) {
        TestWindow window(scale);
        for (const Scene& scene : scenes) {
            window.show(scene);
            const Image screen = window.stage->picture();
            const Image file = decoded(picture_file(window.application(), PictureFormat::png));
            INFO(scene.name << " at scale " << scale);
            CHECK(file.rgba == screen.rgba);
            window.settle();
        }
    }
}

TEST_CASE("more pixels show the same, finer: where the screen has one colour, so has the file") {
    TestWindow window;
    window.show(scenes[1]);
    const Image screen = window.stage->picture();
    const Image file = decoded(picture_file(window.application(), PictureFormat::png, {.pixels = 2}));
    REQUIRE(file.width == 2 * screen.width);
    REQUIRE(file.height == 2 * screen.height);
    Image halved{screen.width, screen.height, {}};
    for (int y = 0; y < screen.height; ++y)
        for (int x = 0; x < screen.width; ++x) {
            for (std::size_t channel = 0; channel < 4; ++channel) {
                int sum = 2;
                for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
                    sum += file.pixel(2 * x + dx, 2 * y + dy)[channel];
                halved.rgba.push_back(static_cast<std::uint8_t>(sum / 4));
            }
        }
    const Difference difference = difference_of(halved, screen);
    CHECK(difference.mean < 2);
    CHECK(difference.share < 0.02);
}

TEST_CASE("the pointer, the ring, the drop-down and the message are not in the picture, and the program goes on as it was") {
    TestWindow window;
    const std::string before = picture_file(window.application(), PictureFormat::png);
    window.show(OpeningFailed{"no such folder"});
    window.show(SetFocus{"top/theme"});
    window.input.mouse = {700, 300};
    window.settle();
    const Image screen = window.stage->picture();
    CHECK(picture_file(window.application(), PictureFormat::png) == before);
    window.settle();
    CHECK(window.stage->picture().rgba == screen.rgba);
    CHECK(window.state().message == "no such folder");
}

TEST_CASE("every text on the screen is a text in the SVG") {
    TestWindow window;
    for (const Scene& scene : scenes) {
        window.show(scene);
        const std::vector<TextRecord> records = window.stage->record().texts;
        const std::vector<std::string> texts = texts_of(picture_file(window.application(), PictureFormat::svg));
        INFO(scene.name);
        int seen = 0;
        for (const TextRecord& record : records) {
            const Rect visible = record.area.intersection(record.clip);
            if (record.text.empty() || visible.width() < 1 || visible.height() < 1) continue;
            ++seen;
            INFO(record.text);
            CHECK(is_among(record, texts));
        }
        CHECK(seen > 30);
        window.settle();
    }
}

TEST_CASE("an SVG shows the same picture in another renderer") {
    if (!rsvg_is_here()) {
        MESSAGE("left out: rsvg-convert (on Debian: librsvg2-bin) is not here");
        return;
    }
    const tests::Counted checks(8);
    for (const Appearance appearance : {Appearance::dark, Appearance::light}) {
        TestWindow window;
        window.show(SetAppearance{appearance});
        for (const Scene& scene : scenes) {
            window.show(scene);
            const Image screen = window.stage->picture();
            const Image other = drawn_elsewhere(picture_file(window.application(), PictureFormat::svg));
            const Difference difference = difference_of(other, screen);
            INFO(scene.name << ": mean " << difference.mean << ", share " << difference.share);
            CHECK(difference.mean < 2.5);  // the other renderer takes another font where ours is not installed
            CHECK(difference.share < 0.015);
            window.settle();
        }
    }
}

}  // namespace vitrine::pictures_test
