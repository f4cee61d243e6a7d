#include "core/io/open_model.h"
#include "core/model/parameter_bytes.h"
#include "core/model/parameters.h"
#include "core/tensor/memory.h"
#include "tests/core/io/helpers.h"

namespace vitrine::model_memory_test {
using namespace vitrine::test;

namespace {

/// A hundred layers of a million weights each: no tensor of them is large by itself.
constexpr const char* many_layers = R"({"src_vocab_size": 10, "tgt_vocab_size": 10, "d_model": 256, "nhead": 4,
    "num_encoder_layers": 50, "num_decoder_layers": 50, "dim_feedforward": 1024, "pad_src": 0, "pad_tgt": 0, "bos": 1, "eos": 2})";

}  // namespace

TEST_CASE("a model for whose weights there is not enough memory is refused before they are drawn, with both figures") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "config.json") << many_layers;
    const MemoryLimit limit(300'000'000);
    const std::string refused = error_of([&] { open_model({.configuration = folder.path() / "config.json"}); });
    CAPTURE(refused);
    const std::string needed = sizeof(Scalar) == 4 ? "0.4 GB" : "0.7 GB";
    CHECK(refused == "there is not enough memory for this model and batch: " + needed + " more are needed, and 0.3 GB are free");
}

TEST_CASE("the weights of a file are refused before they are read") {
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "config.json") << many_layers;
    std::ofstream(folder.path() / "model.safetensors") << "whatever stands here is not read";
    const MemoryLimit limit(300'000'000);
    check_error([&] { open_model({.folder = folder.path()}); }, "there is not enough memory for this model", "0.3 GB are free");
}

TEST_CASE("where nobody limits the memory, the system says what is free") {
    const std::optional<Size> before = free_memory();
    {
        const MemoryLimit limit(1000);
        CHECK(free_memory() == 1000);
        CHECK_THROWS_AS(require_memory(Size{64} << 20), MemoryShortage);
        CHECK_NOTHROW(require_memory(1000));
    }
    CHECK(free_memory().has_value() == before.has_value());
}

TEST_CASE("the bytes of the parameters are those of their tensors") {
    for (const char* sample : {"navigation", "translation", "two-heads"}) {
        const Model model = open_model({.sample = sample});
        Size count = 0;
        for (const ParameterView& parameter : list_parameters(model.parameters)) count += parameter.tensor.layout.count();
        CAPTURE(sample);
        CHECK(parameter_bytes(model.configuration) == count * static_cast<Size>(sizeof(Scalar)));
    }
}

}  // namespace vitrine::model_memory_test
