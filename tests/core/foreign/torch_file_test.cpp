#include "core/foreign/torch_file.h"

#include <cmath>

#include "core/files/file.h"
#include "core/foreign/weights_file.h"
#include "tests/core/io/helpers.h"
#include "tests/zip_writing.h"

namespace vitrine::torch_file_test {
using namespace vitrine::test;

namespace {

/// A file that PyTorch has written: tests/pytorch/make.py.
fs::path written(const std::string& name) { return test_data("pytorch") / name; }

std::vector<Scalar> numbers(const ForeignWeights& weights, const std::string& name) {
    const ForeignTensor* tensor = weights.find(name);
    REQUIRE_MESSAGE(tensor, name);
    return numbers_of(*tensor);
}

std::vector<Size> shape(const ForeignWeights& weights, const std::string& name) { return weights.find(name)->shape; }

using Numbers = std::vector<Scalar>;

/// The file with one of its entries changed.
template <class Change>
fs::path changed(const TemporaryFolder& folder, const std::string& ending, Change&& change) {
    ZipEntries entries = read_zip(written("state.pt"));
    for (auto& [name, content] : entries) {
        if (name.ends_with(ending)) change(content);
    }
    const fs::path path = folder.path() / "model.pt";
    write_archive(path, entries);
    return path;
}

/// Replaces a text in the pickle by one of the same length.
void replace(std::string& content, const std::string& from, const std::string& to) {
    const auto at = content.find(from);
    REQUIRE(at != std::string::npos);
    content.replace(at, from.size(), to);
}

void check_state(const ForeignWeights& weights) {
    CHECK(numbers(weights, "whole") == Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    CHECK(shape(weights, "transposed") == std::vector<Size>{4, 3});
    CHECK(numbers(weights, "transposed") == Numbers{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
    CHECK(numbers(weights, "row") == Numbers{4, 5, 6, 7});
    CHECK(numbers(weights, "columns") == Numbers{1, 2, 5, 6, 9, 10});
    CHECK(numbers(weights, "every_other") == Numbers{1, 3, 5, 7, 9, 11});
    CHECK(numbers(weights, "half") == Numbers{1.5, -2, 65504});
    CHECK(numbers(weights, "brain") == Numbers{1.5, -3, std::exp2(Scalar(100))});
    CHECK(numbers(weights, "double")[0] == Scalar(0.1));
    CHECK(numbers(weights, "long") == Numbers{3, -std::exp2(Scalar(40))});
    CHECK(numbers(weights, "short") == Numbers{-5});
    CHECK(numbers(weights, "truth") == Numbers{1, 0});
    CHECK(numbers(weights, "byte") == Numbers{200});
    CHECK(shape(weights, "empty") == std::vector<Size>{0, 3});
    CHECK(numbers(weights, "empty").empty());
    CHECK(shape(weights, "one").empty());
    CHECK(numbers(weights, "one") == Numbers{2.5});
    CHECK(numbers(weights, "parameter") == Numbers{7, 8});
}

}  // namespace

TEST_CASE("views of one storage, with strides and offsets, and every type are read as PyTorch has them") {
    const ForeignWeights weights = read_torch_file(written("state.pt"));
    check_state(weights);
    CHECK(weights.tensors.front().first == "whole");
    CHECK(weights.tensors.back().first == "parameter");
    CHECK(weights.find("whole")->storage.data() == weights.find("row")->storage.data());
}

TEST_CASE("a pickle of another protocol says the same") { check_state(read_torch_file(written("protocol4.pt"))); }

TEST_CASE("axes can be taken in another order") {
    const ForeignWeights weights = read_torch_file(written("state.pt"));
    CHECK(numbers_of(*weights.find("whole"), {1, 0}) == numbers(weights, "transposed"));
    CHECK(numbers_of(*weights.find("transposed"), {1, 0}) == numbers(weights, "whole"));
}

TEST_CASE("the weights of a checkpoint are found, and what stands beside them is passed over") {
    const ForeignWeights weights = read_torch_file(written("checkpoint.pt"));
    REQUIRE(weights.tensors.size() == 4);
    CHECK(shape(weights, "0.weight") == std::vector<Size>{3, 2});
    CHECK(shape(weights, "1.bias") == std::vector<Size>{3});
    CHECK(weights.notes == std::vector<std::string>{"the weights are those below 'model_state_dict' of the checkpoint"});
}

TEST_CASE("parts that were saved side by side get their keys before their names, an optimizer does not count") {
    const ForeignWeights weights = read_torch_file(written("parts.pt"));
    std::vector<std::string> names;
    for (const auto& [name, tensor] : weights.tensors) names.push_back(name);
    CHECK(names == std::vector<std::string>{"decoder.weight", "decoder.bias", "encoder.weight", "encoder.bias"});
}

TEST_CASE("what is no state_dict is refused with the line that makes one") {
    check_error([] { read_foreign_weights(written("module.pt")); }, "module.pt: this is a whole module",
                "torch.nn.modules.container.Sequential", "torch.save(model.state_dict(), \"model.pt\")");
    check_error([] { read_foreign_weights(written("script.pt")); }, "script.pt: this is a TorchScript program",
                "torch.jit.load(\"script.pt\").state_dict()");
    check_error([] { read_foreign_weights(written("before-1.6.pt")); }, "before-1.6.pt: ", "before PyTorch 1.6",
                "torch.save(torch.load(\"before-1.6.pt\"), \"before-1.6.pt\")");
}

TEST_CASE("a big-endian file is read") {
    const TemporaryFolder folder;
    ZipEntries entries = read_zip(written("state.pt"));
    for (auto& [name, content] : entries) {
        if (name.ends_with("byteorder")) content = "big";
        if (name.ends_with("data/0")) {  // the numbers of `whole`, of four bytes each
            for (std::size_t at = 0; at < content.size(); at += 4)
                std::swap(content[at], content[at + 3]), std::swap(content[at + 1], content[at + 2]);
        }
    }
    const fs::path path = folder.path() / "big.pt";
    write_archive(path, entries, ZipPacking::deflated);
    CHECK(numbers(read_torch_file(path), "row") == Numbers{4, 5, 6, 7});
}

TEST_CASE("a pickle that would run something is refused by the name of what it would run") {
    const TemporaryFolder folder;
    const fs::path path = changed(folder, "data.pkl", [&](std::string& content) {
        content.assign("\x80\x02").append("cos\nsystem\nX").append("\x04\0\0\0", 4).append("echo\x85R.");
    });
    check_error([&] { read_foreign_weights(path); }, "model.pt: the pickle names 'os.system', which is not a tensor",
                "nothing in a file is executed");
    const fs::path stacked = changed(folder, "data.pkl", [&](std::string& content) {
        content =
            "\x80\x04"
            "\x8c\x08"
            "builtins"
            "\x8c\x04"
            "eval"
            "\x93"
            "\x8c\x01"
            "1"
            "\x85R.";
    });
    check_error([&] { read_foreign_weights(stacked); }, "builtins.eval");
}

TEST_CASE("storages that are missing, too short or of another length than the pickle says are refused") {
    const TemporaryFolder folder;
    const auto read = [&](auto&& change, const char* ending) {
        const fs::path path = changed(folder, ending, change);
        return error_of([&] { read_foreign_weights(path); });
    };
    CHECK(contains(read([](std::string& content) { content.resize(40); }, "data/0"), "has 40 bytes, the pickle says 48"));
    CHECK(contains(read([](std::string& content) { content += "more"; }, "data/0"), "has 52 bytes, the pickle says 48"));
    CHECK(contains(read([](std::string& content) { content = "middle"; }, "byteorder"), "'byteorder' says 'middle'"));
    CHECK(contains(read([](std::string& content) { content.resize(content.size() / 2); }, "data.pkl"), "cut off"));
    CHECK(contains(read([](std::string& content) { content.insert(2, "h\x07"); }, "data.pkl"), "entry 7 of its memory"));
    CHECK(contains(read([](std::string& content) { content.insert(2, "R"); }, "data.pkl"), "empty stack"));
    CHECK(contains(read([](std::string& content) { content.insert(2, "i"); }, "data.pkl"), "no use for opcode 105"));
}

TEST_CASE("a view that reaches beyond its storage, and one with more numbers than it, are refused") {
    const TemporaryFolder folder;
    // K\x03K\x04\x86 is the shape (3, 4) of `whole`, and K\x04K\x01\x86 are its strides.
    const fs::path beyond =
        changed(folder, "data.pkl", [](std::string& content) { replace(content, "K\x03K\x04\x86", "K\x03K\x05\x86"); });
    check_error([&] { read_foreign_weights(beyond); }, "3×5 reaches beyond its storage, which has 12 numbers");
    const fs::path spread = changed(folder, "data.pkl", [](std::string& content) {
        replace(content, "K\x03K\x04\x86", "K\xffK\xff\x86");
        replace(content, "K\x04K\x01\x86", std::string("K\0K\0\x86", 5));
    });
    check_error([&] { read_foreign_weights(spread); }, "255×255 reaches beyond its storage");
}

TEST_CASE("deep nesting and a tower of lists within lists take no more than their bytes") {
    const TemporaryFolder folder;
    const fs::path deep = changed(folder, "data.pkl", [](std::string& content) {
        content = std::string("\x80\x02", 2) + ")" + std::string(1'000'000, '\x85') + ".";
    });
    check_error([&] { read_foreign_weights(deep); }, "holds a list");
    std::string laughs = std::string("\x80\x02", 2) + "]q" + std::string(1, '\0');
    for (char level = 1; level < 100; ++level) {
        laughs += "](";
        for (int i = 0; i < 10; ++i) laughs += std::string("h") + static_cast<char>(level - 1);
        laughs += std::string("eq") + level;
    }
    const fs::path tower = changed(folder, "data.pkl", [&](std::string& content) { content = laughs + "."; });
    check_error([&] { read_foreign_weights(tower); }, "holds a list");
}

TEST_CASE("a pickle of nothing but parts is refused before they fill the memory, and a long list beside the weights is none") {
    const TemporaryFolder folder;
    const auto with = [&](const std::string& parts) {
        return changed(folder, "data.pkl", [&](std::string& content) { content.insert(2, parts); });
    };
    std::string numbers;
    for (int i = 0; i < 4'000'001; ++i) numbers += "K\x01";
    check_error([&] { read_foreign_weights(with(numbers)); }, "it has more parts than any state_dict");
    const std::string losses(5'000'000, 'N');
    check_state(read_foreign_weights(with(losses)));
}

TEST_CASE("a zip bomb is refused before it is unpacked") {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "bomb.pt";
    write_archive(path, {{"bomb/data.pkl", std::string(std::size_t{100} << 20, 'N')}}, ZipPacking::deflated);
    CHECK(fs::file_size(path) < 200'000);
    check_error([&] { read_foreign_weights(path); }, "'bomb/data.pkl' unpacks to 104857600 bytes");
}

TEST_CASE("a zip file that is cut off, has a wrong checksum or nothing of PyTorch in it is refused") {
    const TemporaryFolder folder;
    std::string content = read_file(written("state.pt"));
    check_error([&] { read_foreign_weights(folder.file("cut.pt", content.substr(0, content.size() / 2))); },
                "cut.pt: is no sound zip file");
    content[content.find("whole") + 1] = 'H';
    check_error([&] { read_foreign_weights(folder.file("sum.pt", content)); }, "data.pkl' is damaged: ");
    write_archive(folder.path() / "other.pt", {{"readme.txt", "no pickle"}});
    check_error([&] { read_foreign_weights(folder.path() / "other.pt"); }, "other.pt: is a zip file without data.pkl");
}

TEST_CASE("a safetensors file is told from a pickle, whatever the length of its header begins with") {
    const TemporaryFolder folder;
    std::string header = R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})";
    header.resize(0x280, ' ');  // the first byte of a pickle is 0x80, the second one its protocol
    const std::string content = std::string("\x80\x02\0\0\0\0\0\0", 8) + header + std::string("\0\0\x80\x3f", 4);
    CHECK(numbers(read_foreign_weights(folder.file("model.safetensors", content)), "a") == Numbers{1});
    check_error([&] { read_foreign_weights(folder.file("model.pkl", std::string("\x80\x04K\x01.          ", 16))); },
                "is a bare pickle");
}

TEST_CASE("names lose what DataParallel and torch.compile put before them") {
    const TemporaryFolder folder;
    ZipEntries entries;
    const std::string header = R"({'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), })";
    std::string array = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header;
    for (const float x : {1.f, 4.f, 2.f, 5.f, 3.f, 6.f}) array.append(reinterpret_cast<const char*>(&x), 4);
    for (const char* name : {"_orig_mod.module.a.weight.npy", "_orig_mod.module.b._orig_mod.weight.npy"})
        entries.emplace_back(name, array);
    write_archive(folder.path() / "weights.npz", entries);
    const ForeignWeights weights = read_foreign_weights(folder.path() / "weights.npz");
    REQUIRE(weights.tensors.size() == 2);
    CHECK(weights.tensors[0].first == "a.weight");
    CHECK(weights.tensors[1].first == "b.weight");
    CHECK(numbers(weights, "a.weight") == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(weights.notes.size() == 2);
}

}  // namespace vitrine::torch_file_test
