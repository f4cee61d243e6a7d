/// Links with every library that the folders name and calls each, so that a package that is missing shows in seconds rather than
/// after a whole build.

#include <benchmark/benchmark.h>
#include <cairo-pdf.h>
#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <Eigen/Core>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <fontconfig/fontconfig.h>
#include <imgui.h>
#include <librsvg/rsvg.h>
#include <nlohmann/json.hpp>
#include <oniguruma.h>
#include <sentencepiece_processor.h>
#include <stb_image_write.h>
#include <stb_truetype.h>
#include <systemd/sd-bus.h>
#include <utf8proc.h>
#include <zip.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace {

TEST_CASE("every library is there, with its headers, and can be called") {
    CHECK(Eigen::Vector2f(3, 4).norm() == 5);
    CHECK(fmt::format("{}", 7) == "7");
    CHECK(nlohmann::json::parse("[7]").size() == 1);
    CHECK(std::string(zip_libzip_version()) != "");
    CHECK(std::string(utf8proc_version()) != "");
    CHECK(std::string(onig_version()) != "");
    CHECK_FALSE(sentencepiece::SentencePieceProcessor().Load("/no such file").ok());

    CHECK(CLI::App("a program").get_description() == "a program");
    CHECK_NOTHROW(benchmark::ClearRegisteredBenchmarks());
    CHECK(std::string(glfwGetVersionString()) != "");
    CHECK(std::string(ImGui::GetVersion()) != "");
    epoxy_set_resolver_failure_handler(nullptr);
    CHECK(FcGetVersion() > 0);
    CHECK(rsvg_error_quark() != 0);
    CHECK(cairo_pdf_version_to_string(CAIRO_PDF_VERSION_1_4) != nullptr);
    const unsigned char pixel = 0;
    CHECK(stbi_write_png("/no such folder/picture.png", 1, 1, 1, &pixel, 1) == 0);
    const unsigned char no_font[64] = {};
    CHECK(stbtt_GetNumberOfFonts(no_font) == 0);
    CHECK(sd_bus_unref(nullptr) == nullptr);
}

}  // namespace
