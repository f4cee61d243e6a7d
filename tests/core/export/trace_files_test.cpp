#include "core/export/trace_files.h"

#include <cmath>
#include <cstring>
#include <map>

#include <nlohmann/json.hpp>
#include <zip.h>

#include "core/export/trace_json.h"
#include "core/export/trace_metadata.h"
#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/npz.h"
#include "core/files/npz_reading.h"
#include "core/files/program.h"
#include "core/files/safetensors.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::trace_files_test {
using namespace vitrine::test;

namespace {

/// The translation sample, computed.
struct Run {
    Model model = open_model({.sample = "translation"});
    Activations activations;
    Trace trace;

    Run() {
        forward(model.configuration, model.parameters, model.batch, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    }
};

/// An array as any of the files contains it: the numbers in row-major order.
struct Array {
    std::string type;
    std::vector<Size> shape;
    std::vector<double> values;
};
using Arrays = std::map<std::string, Array>;

Arrays in_memory(const Trace& trace) {
    Arrays arrays;
    for (const NamedTensor& named : recorded_tensors(trace)) {
        const TensorView& tensor = named.tensor;
        const Size* shape = tensor.layout.shape.data();
        Array array{std::string(file_type_name(tensor.type)), {shape, shape + tensor.layout.rank}, {}};
        for (Size i = 0; i < tensor.layout.count(); ++i) {
            const double value = tensor.at(index_of(tensor.layout, i));
            array.values.push_back(tensor.type == ElementType::scalar ? static_cast<float>(value) : value);
        }
        arrays.emplace(named.name, std::move(array));
    }
    return arrays;
}

void check_equal(const Arrays& arrays, const Arrays& expected) {
    CHECK(arrays.size() == expected.size());
    for (const auto& item : expected) {
        const std::string& name = item.first;
        CAPTURE(name);
        REQUIRE(arrays.count(name) == 1);
        CHECK(arrays.at(name).type == item.second.type);
        CHECK(arrays.at(name).shape == item.second.shape);
        CHECK(arrays.at(name).values == item.second.values);
    }
}

Arrays from_json(const fs::path& path) {
    const auto number = [](const nlohmann::json& json) {
        if (json.is_number()) return json.get<double>();
        return json == "nan" ? std::nan("") : (json == "-inf" ? -1 : 1) * HUGE_VAL;
    };
    Arrays arrays;
    const nlohmann::json file = read_json(path);
    for (const auto& item : file["tensors"].items()) {
        Array array{item.value()["type"], item.value()["shape"], {}};
        for (const auto& value : item.value()["values"]) {
            // The shortest text that distinguishes a float32 from its neighbours has to be read as float32.
            array.values.push_back(array.type == "float32" ? static_cast<float>(number(value)) : number(value));
        }
        arrays.emplace(item.key(), std::move(array));
    }
    return arrays;
}

/// The bytes of every file in an archive, by name.
std::map<std::string, std::string> unzip(const fs::path& path) {
    std::map<std::string, std::string> files;
    zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr);
    REQUIRE(archive);
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t status;
        REQUIRE(zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &status) == 0);
        std::string content(status.size, '\0');
        zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        REQUIRE(zip_fread(file, content.data(), content.size()) == static_cast<zip_int64_t>(content.size()));
        zip_fclose(file);
        files.emplace(status.name, std::move(content));
    }
    zip_discard(archive);
    return files;
}

template <class T>
void append_numbers(std::string_view bytes, std::vector<double>& values) {
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T)) {
        T value;
        std::memcpy(&value, bytes.data() + i, sizeof(T));
        values.push_back(static_cast<double>(value));
    }
}

/// A .npy file of version 1.0, read as NumPy's documentation describes it.
Array from_npy(const std::string& file) {
    REQUIRE(file.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length = static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
    CHECK((10 + length) % 64 == 0);
    const std::string header = file.substr(10, length);
    CHECK(header.back() == '\n');
    CHECK(contains(header, "'fortran_order': False"));
    const std::map<std::string, std::string> types{{"<f4", "float32"}, {"<i4", "int32"}, {"|u1", "uint8"}};
    Array array{types.at(header.substr(header.find("'descr': '") + 10, 3)), {}, {}};
    const std::size_t open = header.find('('), close = header.find(')');
    for (std::size_t at = open + 1; at < close && header[at] != ')';) {
        array.shape.push_back(std::stoll(header.substr(at)));
        at = std::min(header.find(',', at), close) + 1;
        if (header[at] == ' ') ++at;
    }
    const std::string_view bytes = std::string_view(file).substr(10 + length);
    if (array.type == "float32") append_numbers<float>(bytes, array.values);
    if (array.type == "int32") append_numbers<std::int32_t>(bytes, array.values);
    if (array.type == "uint8") append_numbers<std::uint8_t>(bytes, array.values);
    return array;
}

}  // namespace

TEST_CASE("a trace saved in any format holds every recorded number") {
    const Run run;
    const TemporaryFolder folder;
    const Arrays expected = in_memory(run.trace);
    CHECK(expected.count("encoder.layers.1.self_attn.masked_scores") == 1);
    CHECK(expected.count("encoder.layers.1.self_attn.key_transposed") == 0);

    save_trace(run.trace, TraceFormat::json, folder.path() / "t.json");
    check_equal(from_json(folder.path() / "t.json"), expected);

    save_trace(run.trace, TraceFormat::npz, folder.path() / "t.npz");
    Arrays unzipped;
    for (const auto& [name, file] : unzip(folder.path() / "t.npz")) {
        REQUIRE(name.ends_with(".npy"));
        unzipped.emplace(name.substr(0, name.size() - 4), from_npy(file));
    }
    check_equal(unzipped, expected);

    save_trace(run.trace, TraceFormat::safetensors, folder.path() / "t.safetensors");
    Arrays stored;
    for (const auto& [name, tensor] : read_safetensors(folder.path() / "t.safetensors").tensors) {
        Array array{tensor.type == StoredType::f32   ? "float32"
                    : tensor.type == StoredType::i32 ? "int32"
                                                     : "uint8",
                    tensor.shape,
                    {}};
        array.values.resize(static_cast<std::size_t>(tensor.count()));
        copy_numbers(tensor, array.values.data());
        stored.emplace(name, std::move(array));
    }
    check_equal(stored, expected);
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
}

TEST_CASE("NPZ and safetensors say of a run what it is of, and are read with it") {
    const Run run;
    const TemporaryFolder folder;
    const std::vector<NamedTensor> tensors = recorded_tensors(run.trace, "*", &run.model.parameters);
    const Metadata metadata = trace_metadata(tensors, run.model.configuration, run.model.batch);
    save_tensors(tensors, TraceFormat::npz, folder.path() / "t.npz", {}, metadata);
    save_tensors(tensors, TraceFormat::safetensors, folder.path() / "t.safetensors", {}, metadata);
    const StoredTensors zipped = read_npz(folder.path() / "t.npz"), stored = read_safetensors(folder.path() / "t.safetensors");
    CHECK(zipped.metadata == metadata);
    Metadata and_program = metadata;
    and_program["program"] = std::string("vitrine ") + program_version();
    CHECK(stored.metadata == and_program);
    CHECK(zipped.tensors.size() == tensors.size());
    CHECK(stored.tensors.size() == tensors.size());
    REQUIRE(stored.find("parameters.fc_out.bias"));

    CHECK(configuration_from(parse_json(metadata.at("configuration"), "c"), "c") == run.model.configuration);
    const BatchLanguage language{run.model.configuration, {}, {}};
    CHECK(batch_from(parse_json(metadata.at("batch"), "b"), language, "b") == run.model.batch);
    const nlohmann::json axes = parse_json(metadata.at("axes"), "axes");
    CHECK(axes.size() == tensors.size());
    CHECK(axes["encoder.layers.0.self_attn.scores"] == nlohmann::json{"batch", "head", "query", "key"});
    CHECK(axes["parameters.fc_out.weight"] == nlohmann::json{"output", "input"});
}

TEST_CASE("the metadata of an NPZ file that is damaged is refused, and another array of that name is an array") {
    const TemporaryFolder folder;
    Tensor numbers{Axis::item};
    numbers.resize({2});
    write_npz(folder.path() / "own.npz", {{npz_metadata, view(numbers)}});
    CHECK(read_npz(folder.path() / "own.npz").find(npz_metadata));
    write_npz(folder.path() / "t.npz", {{"a", view(numbers)}}, {{"key", "text"}});
    std::string bytes = read_file(folder.path() / "t.npz");
    const std::size_t at = bytes.find("{\"key\"");
    REQUIRE(at != std::string::npos);
    bytes[at] = 'x';
    check_error([&] { read_npz(folder.file("broken.npz", bytes)); }, "broken.npz", "__metadata__");
}

TEST_CASE("a trace in JSON names its axes and writes what JSON cannot hold as text") {
    Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    scores.resize({1, 1, 1, 4});
    const double values[] = {-HUGE_VAL, HUGE_VAL, std::nan(""), 0.1};
    for (Size k = 0; k < 4; ++k) scores.at({0, 0, 0, k}) = static_cast<Scalar>(values[k]);
    std::string text;
    write_trace_json({{"scores", view(scores)}}, [&](std::string_view part) { text += part; });
    const nlohmann::json expected = {{"type", "float32"},
                                     {"shape", {1, 1, 1, 4}},
                                     {"axes", {"batch", "head", "query", "key"}},
                                     {"values", {"-inf", "inf", "nan", 0.1}}};
    CHECK(parse_json(text, "text")["tensors"]["scores"] == expected);
}

TEST_CASE("a pattern chooses what is saved") {
    const Run run;
    const TemporaryFolder folder;
    save_trace(run.trace, TraceFormat::npz, folder.path() / "t.npz", "decoder.*.weights");
    CHECK(unzip(folder.path() / "t.npz").size() == 4);
    check_error([&] { save_trace(run.trace, TraceFormat::json, folder.path() / "x.json", "nothing"); }, "'nothing'");
    CHECK(!fs::exists(folder.path() / "x.json"));
}

TEST_CASE("a trace that cannot be written says so in one line and leaves nothing behind") {
    const Run run;
    const TemporaryFolder folder;
    for (const TraceFormat format : {TraceFormat::json, TraceFormat::npz, TraceFormat::safetensors}) {
        check_error([&] { save_trace(run.trace, format, folder.path()); }, folder.path().string(), "is a folder");
        check_error([&] { save_trace(run.trace, format, folder.path() / "no/t"); }, "no/t: cannot be written");
        check_error([&] { save_trace(run.trace, format, "/dev/full"); }, "/dev/full: ");
    }
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("tables of a folder are all written or none is") {
    const Run run;
    const TemporaryFolder folder;
    const fs::path first = folder.file("memory.csv", "old"), last = folder.path() / "logits.csv";
    fs::create_directory(last);  // a folder where a file should be written
    const std::vector<NamedTensor> tensors{{"memory", run.trace.find("memory")}, {"logits", run.trace.find("logits")}};
    check_error([&] { save_tensors(tensors, TraceFormat::csv, folder.path()); }, "logits.csv: this is a folder");
    CHECK(read_file(first) == "old");
    const auto stop = [](double done) { return done < 0.9; };
    fs::remove(last);
    CHECK_THROWS_AS(save_tensors(tensors, TraceFormat::csv, folder.path(), stop), WritingStopped);
    CHECK(read_file(first) == "old");
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
    save_tensors(tensors, TraceFormat::csv, folder.path());
    CHECK(read_file(first) != "old");
    CHECK(fs::is_regular_file(last));
}

TEST_CASE("the same trace gives the same NPZ file, and a file it replaces keeps its permissions") {
    const Run run;
    const TemporaryFolder folder;
    fs::permissions(folder.file("b.npz", "old"), fs::perms::owner_read | fs::perms::owner_write);
    save_trace(run.trace, TraceFormat::npz, folder.path() / "a.npz");
    save_trace(run.trace, TraceFormat::npz, folder.path() / "b.npz");
    CHECK(read_file(folder.path() / "a.npz") == read_file(folder.path() / "b.npz"));
    CHECK(fs::status(folder.path() / "b.npz").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

}  // namespace vitrine::trace_files_test
