/// Forward passes whose attention the graphics card computes, and the processor where it cannot.

#include "app/shell/loop/gpu_attention.h"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "core/io/sample.h"
#include "core/pass/transformer.h"
#include "tests/temporary_folder.h"

namespace vitrine::gpu_attention_test {

namespace {

/// A run of a sample with what was said of it.
struct CardRun {
    Model model = load_sample("translation");
    std::vector<std::string> said;
    mutable GpuAttention card;
    Activations activations;

    explicit CardRun(ComputePlace place, GpuOptions gpu = {})
        : card({.place = place, .gpu = std::move(gpu), .say = [this](const std::string& line) { said.push_back(line); }}) {
        const AttentionDevice device = card.device();
        forward({model.configuration, model.parameters, model.batch, {}, nullptr, &device}, activations);
    }

    /// By how much the probabilities differ from those of the processor.
    double difference() const {
        Activations expected;
        forward(model.configuration, model.parameters, model.batch, expected);
        double largest = 0;
        for (Size i = 0; i < expected.probabilities.count(); ++i)
            largest = std::max(largest, std::abs(static_cast<double>(activations.probabilities.data()[i]) -
                                                 static_cast<double>(expected.probabilities.data()[i])));
        return largest;
    }
};

}  // namespace

TEST_CASE("a run on the card has the processor's numbers, and says by how much they differ at the first attention") {
    const CardRun run(ComputePlace::graphics_card);
    const Configuration& c = run.model.configuration;
    CHECK(run.card.status().kept == c.num_encoder_layers + 2 * c.num_decoder_layers);
    CHECK(are_fetched(run.activations));
    CHECK(run.difference() <= 1e-5);
    REQUIRE(run.said.size() == 1);
    CHECK(run.said[0].starts_with("attention on "));
    CHECK(run.said[0].find("largest difference from the processor") != std::string::npos);
    CHECK(run.card.status().words == run.said[0]);
    CHECK(run.card.take_attention_problem().empty());
    const TensorView weights = view(run.activations.encoder.layers[0].self_attn().weights);
    double sum = 0;
    for (Size k = 0; k < weights.layout.shape[3]; ++k) sum += weights.at({0, 0, 0, k});
    CHECK(sum == doctest::Approx(1));
}

TEST_CASE("what is too large to be kept is recomputed when it is read, and what is too large for that too is the processor's") {
    const Batch batch = load_sample("translation").batch;
    const Configuration c = load_sample("translation").configuration;
    const AttentionShape shape{batch.src.size(0), c.nhead, batch.src.size(1), batch.src.size(1), c.head_width()};
    const Size streamed = attention_bytes(shape, AttentionStorage::stream) + Gpu::scratch_bytes;
    const CardRun once(ComputePlace::graphics_card, {.memory_limit = streamed});
    CHECK(once.card.status().streamed == 1);
    CHECK(once.activations.encoder.layers[0].self_attn().weights.fetched()->is_recomputed());
    CHECK(once.difference() <= 1e-5);
    REQUIRE(once.said.size() == 3);
    CHECK(once.said[0].find("everything kept, takes ") != std::string::npos);
    CHECK(once.said[0].find(": scores and weights are computed again when they are read") != std::string::npos);
    CHECK(once.said[2].starts_with("attention on the processor: attention of "));
    CHECK(once.said[2].find(" are in use") != std::string::npos);
    CHECK(once.card.take_attention_problem() == once.said[0] + "; " + once.said[2]);
    CHECK(once.card.take_attention_problem().empty());
    CHECK(device_words(once.card.status(), nullptr).attention == once.card.status().words);
    CHECK(device_words(once.card.status(), nullptr).memory.starts_with("attention "));

    const CardRun never(ComputePlace::graphics_card, {.memory_limit = 1});
    CHECK(never.card.status().kept + never.card.status().streamed == 0);
    CHECK_FALSE(are_fetched(never.activations));
    CHECK(never.difference() == 0);
    CHECK(never.said.size() == 1);
}

TEST_CASE("a shader that does not compile leaves the attention to the processor, and says which line") {
    const TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path() / "shaders";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "attention.comp") << "void main() {\n    nothing = 1;\n}\n";
    const CardRun run(ComputePlace::graphics_card, {.shaders = folder});
    CHECK_FALSE(are_fetched(run.activations));
    CHECK(run.difference() == 0);
    REQUIRE(run.said.size() == 1);
    CHECK(run.said[0].starts_with("attention on the processor: shaders/attention.comp:2: "));
}

TEST_CASE("a context that is lost on the way leaves the rest to the processor") {
    int works = 0;
    const CardRun run(ComputePlace::graphics_card, {.has_failed = [&works] { return ++works > 12; }});
    CHECK(run.said.back() ==
          "attention on the processor: the graphics driver has lost its context: what was computed there is gone");
    CHECK(run.difference() <= 1e-5);
    CHECK(run.card.take_loss() == are_fetched(run.activations));
    CHECK_FALSE(run.card.take_loss());
}

TEST_CASE("a shader that computes something else is found out at its first use") {
    const TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path() / "shaders";
    std::filesystem::copy(shader_folder(), folder, std::filesystem::copy_options::recursive);
    std::ofstream(folder / "attention_softmax.glsl", std::ios::app) << "#define exponential(x) (0.5 * exponential(x) + 0.01)\n";
    const CardRun run(ComputePlace::graphics_card, {.shaders = folder});
    CHECK(run.difference() == 0);
    CAPTURE(run.said.back());
    CHECK(run.said.back().find(" computes something else: largest difference ") != std::string::npos);
}

TEST_CASE("by size, small attentions are the processor's, and that is said") {
    const CardRun run(ComputePlace::by_size);
    CHECK(run.card.status().kept + run.card.status().streamed == 0);
    CHECK_FALSE(run.card.status().has_said);
    CHECK(run.said.empty());
    CHECK(run.card.status().words.starts_with("attention on the processor: the largest has "));
    CHECK(run.difference() == 0);
}

}  // namespace vitrine::gpu_attention_test
