/// What happens if something goes wrong on a graphics card.

#include "app/render/device/gpu.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "app/render/device/gpu_buffer.h"
#include "core/files/file.h"
#include "tests/app/render/device/attention_case.h"
#include "tests/temporary_folder.h"

namespace vitrine::gpu_test {

TEST_CASE("a driver's figures of its memory are believed where a card with compute shaders can have them") {
    constexpr Size mebibyte = Size{1} << 20;
    CHECK(believable_free_bytes({.free_kibibytes = 3 << 20, .total_kibibytes = 8 << 20}) == 3072 * mebibyte);
    CHECK(believable_free_bytes({.free_kibibytes = 100 << 10, .total_kibibytes = 256 << 10}) == 100 * mebibyte);
    CHECK(believable_free_bytes({.free_kibibytes = 512 << 10}) == 512 * mebibyte);
    CHECK_FALSE(believable_free_bytes({.free_kibibytes = 22'000, .total_kibibytes = 24'000}));
    CHECK_FALSE(believable_free_bytes({.free_kibibytes = 2 << 20, .total_kibibytes = 1 << 20}));
    CHECK_FALSE(believable_free_bytes({}));
}

TEST_CASE("a buffer that the driver does not give is an error with its size") {
    const auto gpu = open_gpu();
    CHECK(message_of([&] { gpu->run([&] { const GpuBuffer buffer(gpu, Size{1} << 50); }); }) ==
          "the graphics driver gives no buffer of 1126 TB");
    CHECK(gpu->bytes_used() == 0);
    AttentionCase attention({1, 1, 5, 5, 4}, TestMask::none);
    attention.compute();
    check_same(compute_on(gpu, attention, AttentionStorage::keep), attention);
}

TEST_CASE("no constant of a shader is larger than a float: some drivers let it pass, others refuse the shader") {
    const std::regex constant("[0-9]+\\.?[0-9]*[eE]\\+?[0-9]+");
    int found = 0;
    for (const auto& file : std::filesystem::directory_iterator(shader_folder())) {
        const std::string text = read_file(file.path());
        for (std::sregex_iterator at(text.begin(), text.end(), constant); at != std::sregex_iterator(); ++at, ++found) {
            INFO(file.path().filename().string(), ": ", at->str());
            CHECK(std::isfinite(std::strtof(at->str().c_str(), nullptr)));
        }
    }
    CHECK(found > 0);
}

TEST_CASE("a broken shader is an error with its file and line, and leaves nothing behind") {
    const TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path() / "shaders";
    std::filesystem::create_directories(folder);
    for (const char* name : {"attention.comp", "attention_tile.glsl", "attention_softmax.glsl"})
        std::filesystem::copy_file(shader_folder() / name, folder / name, std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder / "attention_softmax.glsl") << "\n\nfloat exponential(float x) { return y; }\n";
    const auto gpu = open_gpu({.shaders = folder});
    AttentionCase attention({1, 1, 5, 5, 4}, TestMask::none);
    attention.compute();
    const std::string message = message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); });
    CHECK(message.starts_with("shaders/attention_softmax.glsl:3: "));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(gpu->bytes_used() == 0);
    std::filesystem::remove_all(folder);
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }).find("attention.comp: cannot be read") !=
          std::string::npos);
}

TEST_CASE("the first error of a shader's log is read from what any driver writes") {
    const ShaderText shader{.name = "shaders/a.comp", .places = {"shaders/a.comp:1", "shaders/b.glsl:1", "shaders/a.comp:3"}};
    CHECK(first_shader_error("0:2(3): error: syntax error, unexpected NEW_IDENTIFIER\n0:3(1): error: more\n", shader) ==
          "shaders/b.glsl:1: syntax error, unexpected NEW_IDENTIFIER");
    CHECK(first_shader_error("0(2) : warning C7050: \"x\" might be used\n0(3) : error C1008: undefined variable \"y\"\n", shader) ==
          "shaders/a.comp:3: undefined variable \"y\"");
    CHECK(first_shader_error("ERROR: 0:1: 'y' : undeclared identifier \nERROR: 1 compilation errors.\n", shader) ==
          "shaders/a.comp:1: 'y' : undeclared identifier");
    CHECK(first_shader_error("0:9(1): error: at the end", shader) == "shaders/a.comp:9: at the end");
    CHECK(first_shader_error("out of registers", shader) == "shaders/a.comp: out of registers");
    CHECK(first_shader_error("", shader) == "shaders/a.comp: the driver gives no reason");
}

TEST_CASE("a lost context is an error from then on, and what lies on the card can no longer be read") {
    bool lost = false;
    const auto gpu = open_gpu({.has_failed = [&lost] { return lost; }});
    AttentionCase attention({1, 1, 9, 9, 4}, TestMask::none);
    attention.compute();
    const Outcome found = compute_on(gpu, attention, AttentionStorage::stream);
    lost = true;
    const std::string expected = "the graphics driver has lost its context: what was computed there is gone";
    CHECK(message_of([&] { read_all(*found.cells.scores); }) == expected);
    lost = false;
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }) == expected);
}

}  // namespace vitrine::gpu_test
