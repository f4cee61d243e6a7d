#include "core/export/gradient_files.h"

#include "core/files/safetensors.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/parameters_file.h"
#include "tests/core/approximately.h"
#include "tests/core/io/helpers.h"

namespace vitrine::gradient_files_test {
using namespace vitrine::test;

namespace {

/// All names except those of LayerNorm's means and deviations, which PyTorch does not have.
std::vector<std::string> names(const StoredTensors& stored) {
    std::vector<std::string> result;
    for (const auto& [name, tensor] : stored.tensors) {
        if (!name.ends_with(".mean") && !name.ends_with(".deviation")) result.push_back(name);
    }
    return result;
}

std::vector<double> numbers(const StoredTensor& tensor) {
    std::vector<double> result(static_cast<std::size_t>(tensor.count()));
    copy_numbers(tensor, result.data());
    return result;
}

}  // namespace

TEST_CASE("saved gradients are PyTorch's, name by name") {
    const TemporaryFolder folder;
    for (const char* name : {"navigation", "translation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        const fs::path model = golden(name);
        const Configuration c = read_configuration(model / "config.json");
        const Vocabulary none;
        const Batch batch = read_batch(model / "batch.json", {c, none, none});
        const Parameters parameters = read_parameters(model / "model.safetensors", c);
        Activations activations;
        forward(c, parameters, batch, activations);
        save_gradients({c, parameters, batch}, activations, folder.path() / "gradients.safetensors");
        const StoredTensors saved = read_safetensors(folder.path() / "gradients.safetensors");
        const StoredTensors expected = read_safetensors(model / "gradients.safetensors");
        CHECK(names(saved) == names(expected));
        for (const auto& entry : expected.tensors) {
            CAPTURE(entry.first);
            const StoredTensor* own = saved.find(entry.first);
            REQUIRE(own);
            CHECK(own->shape == entry.second.shape);
            const auto a = numbers(*own), b = numbers(entry.second);
            REQUIRE(a.size() == b.size());
            for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-4).scale(0.1));
        }
    }
}

TEST_CASE("without labels there are no gradients to save") {
    const TemporaryFolder folder;
    const Configuration c = read_configuration(golden("navigation/config.json"));
    const fs::path file = folder.path() / "gradients.safetensors";
    Batch batch = random_batch(c, 1);
    batch.labels.clear();
    const Parameters parameters = make_parameters(c);
    Activations activations;
    forward(c, parameters, batch, activations);
    check_error([&] { save_gradients({c, parameters, batch}, activations, file); }, "no labels");
    CHECK(!fs::exists(file));
}

}  // namespace vitrine::gradient_files_test
