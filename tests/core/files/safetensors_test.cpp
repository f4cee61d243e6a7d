#include "core/files/safetensors.h"

#include <bit>
#include <cmath>
#include <limits>

#include "core/files/file.h"
#include "core/files/program.h"
#include "tests/core/io/helpers.h"

namespace vitrine::safetensors_test {
using namespace vitrine::test;

namespace {

/// A file of a header, its length in front, and data.
std::string safetensors(const std::string& header, const std::string& data) {
    const std::uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), 8) + header + data;
}

/// A file with this header and so many bytes of data is refused with these words.
template <class... Parts>
void check_refused(const std::string& header, std::size_t bytes, const Parts&... parts) {
    const TemporaryFolder folder;
    const fs::path path = folder.file("bad.safetensors", safetensors(header, std::string(bytes, '\0')));
    check_error([&] { read_safetensors(path); }, "bad.safetensors: ", parts...);
}

template <class T>
std::vector<T> numbers(const StoredTensors& stored, const std::string& name) {
    const StoredTensor* tensor = stored.find(name);
    REQUIRE(tensor);
    std::vector<T> result(static_cast<std::size_t>(tensor->count()));
    copy_numbers(*tensor, result.data());
    return result;
}

/// One tensor of the two numbers whose bytes are given.
std::vector<double> read_two(const std::string& dtype, const std::string& bytes) {
    const TemporaryFolder folder;
    const std::string size = std::to_string(bytes.size());
    const std::string header = R"({"x": {"dtype": ")" + dtype + R"(", "shape": [2], "data_offsets": [0, )" + size + "]}}";
    return numbers<double>(read_safetensors(folder.file("x", safetensors(header, bytes))), "x");
}

}  // namespace

TEST_CASE("what is written to safetensors is read back, whatever the order in memory") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Tensor heads{Axis::batch, Axis::head, Axis::query, Axis::feature};
    heads.resize({1, 2, 2, 2}, Order::heads_together);
    for (Size h = 0; h < 2; ++h) {
        for (Size q = 0; q < 2; ++q) heads.at({0, h, q, 0}) = Scalar(10 * h + q), heads.at({0, h, q, 1}) = -Scalar(infinity);
    }
    MaskTensor mask{Axis::item};
    mask.resize({3});
    mask.fill(1);
    IndexTensor tokens{Axis::batch, Axis::position};
    tokens.resize({1, 2});
    tokens.at({0, 0}) = -5, tokens.at({0, 1}) = 1 << 30;

    const TemporaryFolder folder;
    const fs::path path = folder.path() / "x.safetensors";
    write_safetensors(path, {{"mask", view(mask)}, {"heads", view(heads)}, {"tokens", view(tokens)}});
    const StoredTensors stored = read_safetensors(path);

    CHECK(stored.tensors.size() == 3);
    CHECK(stored.find("heads")->shape == std::vector<Size>{1, 2, 2, 2});
    CHECK(stored.find("heads")->type == StoredType::f32);
    CHECK(numbers<double>(stored, "heads") == std::vector<double>{0, -infinity, 1, -infinity, 10, -infinity, 11, -infinity});
    CHECK(numbers<std::int32_t>(stored, "tokens") == std::vector<std::int32_t>{-5, 1 << 30});
    CHECK(numbers<std::uint8_t>(stored, "mask") == std::vector<std::uint8_t>{1, 1, 1});
    CHECK(stored.find("mask")->bytes.data() > stored.find("tokens")->bytes.data());
    CHECK((stored.find("heads")->bytes.data() - static_cast<const char*>(stored.content.get())) % 8 == 0);
}

TEST_CASE("texts stand beside the tensors") {
    Tensor tensor{Axis::item};
    tensor.resize({1});
    tensor.fill(2);
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "x.safetensors";
    OutputFile file(path);
    const std::map<std::string, std::string> texts{{"plan", "{\"a\": 1}"}, {"words", "é\n"}};
    write_safetensors(file, {{"x", view(tensor)}}, texts);
    file.commit();
    const StoredTensors stored = read_safetensors(path);
    Metadata and_program = texts;
    and_program["program"] = std::string("vitrine ") + program_version();
    CHECK(stored.metadata == and_program);
    CHECK(stored.tensors.size() == 1);
    CHECK(read_safetensors(golden("navigation/trace.safetensors")).metadata.empty());
}

TEST_CASE("a file by PyTorch is read number by number") {
    const StoredTensors stored = read_safetensors(golden("navigation/trace.safetensors"));
    CHECK(numbers<std::int32_t>(stored, "src.tokens") == std::vector<std::int32_t>{1, 3, 0, 2, 4, 5});
    CHECK(numbers<std::uint8_t>(stored, "encoder.layers.0.self_attn.mask") ==
          std::vector<std::uint8_t>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0});
}

TEST_CASE("numbers of every width are read") {
    const auto bytes = [](auto a, auto b) {
        return std::string(std::bit_cast<std::array<char, sizeof a>>(a).data(), sizeof a) +
               std::string(std::bit_cast<std::array<char, sizeof b>>(b).data(), sizeof b);
    };
    CHECK(read_two("F64", bytes(0.1, -2.0)) == std::vector<double>{0.1, -2});
    CHECK(read_two("F32", bytes(0.5f, 3.0f)) == std::vector<double>{0.5, 3});
    CHECK(read_two("I32", bytes(7, -7)) == std::vector<double>{7, -7});
    CHECK(read_two("BOOL", bytes(char(0), char(1))) == std::vector<double>{0, 1});
    using Half = std::uint16_t;
    CHECK(read_two("BF16", bytes(Half(0x3f80), Half(0xc040))) == std::vector<double>{1, -3});
    CHECK(read_two("F16", bytes(Half(0x3c00), Half(0xc200))) == std::vector<double>{1, -3});
    CHECK(read_two("F16", bytes(Half(0x0001), Half(0x7bff))) == std::vector<double>{std::ldexp(1, -24), 65504});
    CHECK(read_two("F16", bytes(Half(0xfc00), Half(0x8000))) == std::vector<double>{-std::numeric_limits<double>::infinity(), 0});
    CHECK(std::isnan(read_two("F16", bytes(Half(0x7e00), Half(0)))[0]));
}

TEST_CASE("metadata and trailing spaces belong to a good header") {
    const TemporaryFolder folder;
    const std::string header =
        R"({"__metadata__": {"format": "pt"}, "x": {"dtype": "U8", "shape": [], "data_offsets": [0, 1]}}   )";
    const StoredTensors stored = read_safetensors(folder.file("x", safetensors(header, "\x07")));
    CHECK(stored.tensors.size() == 1);
    CHECK(numbers<std::uint8_t>(stored, "x") == std::vector<std::uint8_t>{7});
}

TEST_CASE("a header that is cut off, too long or malformed is refused") {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& content, const auto&... parts) {
        const fs::path path = folder.file("bad.safetensors", content);
        check_error([&] { read_safetensors(path); }, "bad.safetensors: ", parts...);
    };
    refused("", ": cut off");
    refused(std::string("\x10\0\0", 3), ": cut off");
    refused(std::string("\x10\0\0\0\0\0\0\0{}", 10), "header is cut off", "claims 16 bytes, 2 follow");
    refused(std::string(8, '\xff') + "{}", "no safetensors file: by its first 8 bytes the header takes 18446744073709551615 bytes");
    refused(safetensors("{\"x\": ", ""), "header: malformed JSON, line 1");
    refused(safetensors("", ""), "header: ", "empty");
    refused(safetensors("[1]", ""), "header is [1]");
    refused(safetensors(std::string(100'000, '['), ""), "nested");
}

TEST_CASE("offsets that leave the file, overlap, leave gaps or do not fit the shape are refused") {
    check_refused(R"({"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})", 4, "'x'", "'data_offsets' end at byte 8");
    check_refused(R"({"x": {"dtype": "F32", "shape": [1], "data_offsets": [4, 0]}})", 4, "'x'", "'data_offsets' is [4,0]");
    check_refused(R"({"x": {"dtype": "F32", "shape": [1], "data_offsets": [-4, 0]}})", 4, "'x'", "'data_offsets' is [-4,0]");
    check_refused(R"({"x": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}})", 8, "'x'", "span 8 bytes", "takes 12");
    check_refused(R"({"x": {"dtype": "F32", "shape": [281474976710655, 281474976710655], "data_offsets": [0, 4]}})", 4, "'x'",
                  "takes more than any machine has");
    check_refused(R"({"x": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}, "y": {"dtype": "U8", "shape": [4],
                   "data_offsets": [2, 6]}})",
                  6, "'y'", "inside another tensor");
    check_refused(R"({"x": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}, "y": {"dtype": "U8", "shape": [4],
                   "data_offsets": [5, 9]}})",
                  9, "'y'", "after a gap");
    check_refused(R"({"x": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}})", 6, "last 2 bytes belong to no tensor");
}

TEST_CASE("entries that say something else than a tensor are refused") {
    check_refused(R"({"x": {"dtype": "Q4", "shape": [1], "data_offsets": [0, 1]}})", 1, "'x'", "'dtype' is \"Q4\"");
    check_refused(R"({"x": {"dtype": 4, "shape": [1], "data_offsets": [0, 1]}})", 1, "'x'", "'dtype' is 4");
    check_refused(R"({"x": {"dtype": "U8", "shape": [1.5], "data_offsets": [0, 1]}})", 1, "'x'", "'shape' is [1.5]");
    check_refused(R"({"x": {"dtype": "U8", "data_offsets": [0, 1]}})", 1, "'x'", "'shape' is missing");
    check_refused(R"({"x": {"dtype": "U8", "shape": [1]}})", 1, "'x'", "'data_offsets' is missing");
    check_refused(R"({"x": 5})", 1, "'x'", "object");
    check_refused(R"({"x": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}, "x": {"dtype": "U8", "shape": [1],
                   "data_offsets": [1, 2]}})",
                  2, "'x' is there twice");
}

}  // namespace vitrine::safetensors_test
