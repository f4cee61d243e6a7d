#include "core/io/parameters_file.h"

#include <cmath>
#include <limits>

#include "core/files/safetensors.h"
#include "core/io/configuration_json.h"
#include "tests/core/io/helpers.h"

namespace vitrine::parameters_file_test {
using namespace vitrine::test;

namespace {

/// A reference model's file, to be damaged.
struct Case {
    explicit Case(const std::string& name)
        : configuration(read_configuration(golden(name) / "config.json")),
          stored(read_safetensors(golden(name) / "model.safetensors")) {}

    Parameters read() const { return parameters_from(stored, configuration, "model.safetensors"); }

    template <class... Parts>
    void check_refused(const Parts&... parts) const {
        check_error([&] { read(); }, "model.safetensors: ", parts...);
    }

    Configuration configuration;
    StoredTensors stored;
};

bool equal(const Parameters& a, const Parameters& b) {
    bool same = true;
    visit_tensors(
        [&](const Tensor& x, const Tensor& y) {
            same = same && x.count() == y.count() && std::equal(x.data(), x.data() + x.count(), y.data());
        },
        a, b);
    return same;
}

}  // namespace

TEST_CASE("parameters survive being saved and read, ties stored once") {
    const TemporaryFolder folder;
    for (const char* name : {"navigation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        const Case reference(name);
        const Parameters parameters = reference.read();
        write_parameters(folder.path() / "x.safetensors", parameters);
        const StoredTensors written = read_safetensors(folder.path() / "x.safetensors");
        CHECK(equal(read_parameters(folder.path() / "x.safetensors", reference.configuration), parameters));
        CHECK(written.tensors.size() == reference.stored.tensors.size());
        for (const auto& [tensor, expected] : reference.stored.tensors) {
            REQUIRE(written.find(tensor));
            const auto& bytes = written.find(tensor)->bytes;
            CHECK(std::equal(bytes.begin(), bytes.end(), expected.bytes.begin(), expected.bytes.end()));
        }
    }
}

TEST_CASE("a missing tensor is named") {
    Case spoiled("navigation");
    spoiled.stored.tensors.erase("transformer.encoder.layers.0.norm1.bias");
    spoiled.check_refused("'transformer.encoder.layers.0.norm1.bias' is missing");
}

TEST_CASE("a tensor too many is named") {
    Case spoiled("navigation");
    spoiled.stored.tensors["extra.weight"] = spoiled.stored.tensors["fc_out.weight"];
    spoiled.check_refused("'extra.weight'");
    spoiled.configuration.bias = false;
    spoiled.check_refused("in excess", "more");
}

TEST_CASE("a tensor of the wrong shape or type is named") {
    Case spoiled("navigation");
    spoiled.configuration.tgt_vocab_size = 10;
    spoiled.check_refused("'tgt_embedding.weight' is 9×6, the configuration asks for 10×6");
    spoiled = Case("navigation");
    spoiled.stored.tensors["fc_out.bias"].type = StoredType::i32;
    spoiled.check_refused("'fc_out.bias' has type I32");
    spoiled = Case("navigation");
    spoiled.stored.tensors["fc_out.bias"].shape = {9, 1};
    spoiled.check_refused("'fc_out.bias' is 9×1, the configuration asks for 9");
}

TEST_CASE("weights that do not fit are refused before memory is taken for what the configuration asks for") {
    Case spoiled("navigation");
    spoiled.configuration.src_vocab_size = Size(1) << 44;  // of six numbers each, which no machine has
    spoiled.check_refused("'src_embedding.weight' is 6×6, the configuration asks for 17592186044416×6");
}

TEST_CASE("NaN and infinity are weights like any other") {
    const TemporaryFolder folder;
    const Case reference("navigation");
    Parameters parameters = reference.read();
    parameters.fc_out.bias.at({0}) = std::numeric_limits<Scalar>::quiet_NaN();
    parameters.fc_out.bias.at({1}) = -std::numeric_limits<Scalar>::infinity();
    write_parameters(folder.path() / "x.safetensors", parameters);
    const Parameters read = read_parameters(folder.path() / "x.safetensors", reference.configuration);
    CHECK(std::isnan(read.fc_out.bias.at({0})));
    CHECK(std::isinf(read.fc_out.bias.at({1})));
}

TEST_CASE("a tied table may stand under any of its names, or under all with the same numbers") {
    const Parameters expected = Case("single-token").read();
    Case renamed("single-token");
    auto node = renamed.stored.tensors.extract("src_embedding.weight");
    node.key() = "fc_out.weight";
    renamed.stored.tensors.insert(std::move(node));
    CHECK(equal(renamed.read(), expected));

    Case repeated("single-token");
    for (const char* name : {"tgt_embedding.weight", "fc_out.weight"}) {
        repeated.stored.tensors[name] = repeated.stored.tensors["src_embedding.weight"];
    }
    CHECK(equal(repeated.read(), expected));

    const std::string zeros(repeated.stored.tensors["fc_out.weight"].bytes.size(), '\0');
    repeated.stored.tensors["fc_out.weight"].bytes = zeros;
    repeated.check_refused("'fc_out.weight' differs from 'src_embedding.weight'", "'tie'");
}

TEST_CASE("a table that is not tied may not be left out") {
    Case spoiled("prenorm-gelu-tied");
    spoiled.stored.tensors.erase("src_embedding.weight");
    spoiled.check_refused("'src_embedding.weight' is missing");
}

}  // namespace vitrine::parameters_file_test
