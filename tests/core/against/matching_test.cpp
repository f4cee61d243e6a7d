/// Which tensors remain possible after names, shapes and numbers, and which are left out for what reason.

#include "core/against/matching.h"

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/against/reference_run.h"
#include "tests/core/random_models.h"

namespace vitrine {

using test::ForeignWriter;
using test::ReferenceRun;

namespace {

/// A model with two layers in each stack whose sizes are all different.
ReferenceRun run_of_two_layers() {
    Random random(31);
    Configuration c = tests::random_configuration(random);
    c.nhead = 2, c.d_model = 8, c.dim_feedforward = 12, c.d_embed.reset();
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.mask_value.reset();
    return {c, tests::random_parameters(c, random), tests::random_batch(c, random)};
}

std::vector<Size> shape_of(const TensorView& tensor) {
    return {tensor.layout.shape.begin(), tensor.layout.shape.begin() + tensor.layout.rank};
}

std::vector<float> numbers_of(const TensorView& tensor) {
    std::vector<float> numbers;
    for (Size i = 0; i < tensor.layout.count(); ++i) numbers.push_back(static_cast<float>(tensor.at(index_of(tensor.layout, i))));
    return numbers;
}

std::string path_of(const std::string& name, const MatchedTrace& matched) {
    for (const TracePair& pair : matched.pairs) {
        if (pair.name == name) return pair.path;
    }
    return {};
}

std::string why_not(const std::string& name, const MatchedTrace& matched) {
    for (const UnmatchedTensor& left : matched.left) {
        if (left.name == name) return left.why;
    }
    return {};
}

}  // namespace

TEST_CASE("rows that add up to 1 are never scores, even where a name says so") {
    const ReferenceRun run = run_of_two_layers();
    const std::string ours = "decoder.layers.1.self_attn.";
    ForeignWriter theirs;
    theirs.add("dec1.masked_mha.scores", run.trace.find(ours + "scores"));
    theirs.add("dec1.masked_mha.attn", run.trace.find(ours + "weights"));
    theirs.add("dec1.masked_mha.out", run.trace.find(ours + "output"));
    theirs.add("dec1.mha.masked_energies", run.trace.find(ours + "weights"));
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    CHECK(path_of("dec1.masked_mha.scores", matched) == ours + "scores");
    CHECK(path_of("dec1.masked_mha.attn", matched) == ours + "weights");
    CHECK(path_of("dec1.masked_mha.out", matched) == ours + "output");
    CHECK(why_not("dec1.mha.masked_energies", matched) == "it is named like scores, but its rows add up to 1");
}

TEST_CASE("of two tensors that would be one of ours, one that agrees stands, and the other is left with that reason") {
    const ReferenceRun run = run_of_two_layers();
    const TensorView output = run.trace.find("encoder.layers.0.self_attn.output");
    std::vector<float> other = numbers_of(output);
    for (float& number : other) number += 1;
    ForeignWriter theirs;
    theirs.add("encoder.layers.0.attn.out", shape_of(output), other);
    theirs.add("encoder.layers.0.mha.out", output);
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    CHECK(path_of("encoder.layers.0.mha.out", matched) == "encoder.layers.0.self_attn.output");
    CHECK(why_not("encoder.layers.0.attn.out", matched) ==
          "it differs, but encoder.layers.0.mha.out is encoder.layers.0.self_attn.output, too, and agrees");
}

TEST_CASE("the second call of a module before the layers is the target's, also where its name has a stack's word") {
    const ReferenceRun run = run_of_two_layers();
    ForeignWriter theirs;
    theirs.add("pos_encoder", run.trace.find("src.sum"));
    theirs.add("pos_encoder#2", run.trace.find("tgt.sum"));
    theirs.add("encoder.embedder", run.trace.find("src.embedding"));
    theirs.add("encoder.embedder#2", run.trace.find("tgt.embedding"));
    const MatchedTrace matched = match_trace(theirs.trace(), run.ours());
    CHECK(path_of("pos_encoder", matched) == "src.sum");
    CHECK(path_of("pos_encoder#2", matched) == "tgt.sum");
    CHECK(path_of("encoder.embedder#2", matched).starts_with("tgt."));
}

TEST_CASE("every recorded tensor is compared or put aside, once") {
    const ReferenceRun run = run_of_two_layers();
    ForeignWriter theirs;
    theirs.add("memory", run.trace.find("memory"));
    theirs.add("logits", run.trace.find("logits"));
    theirs.add("whatever", {1}, {1});
    theirs.add("gradients.memory", run.trace.find("memory"));
    theirs.add("gradients.whatever", {1}, {1});
    theirs.add("parameters.whatever", {1}, {1});
    theirs.add("parameters.fc_out.bias", view(run.parameters.fc_out.bias));
    RecordedTrace trace = theirs.trace();
    for (const char* name : {"src.tokens", "gradients.logits", "parameters.fc_out.weight"}) {
        ForeignWriter ids;
        ids.add(name, {1}, {1});
        trace.tensors.push_back(ids.trace().tensors.front());
        trace.tensors.back().stored.type = StoredType::i32;
        static const std::string bytes(sizeof(std::int32_t), '\0');
        trace.tensors.back().stored.bytes = bytes;
    }
    const GivenPairs all_found, left_out{{"parameters.fc_out.bias", {}}, {"gradients.memory", {}}, {"src.tokens", {}}};
    for (const GivenPairs& given : {all_found, left_out}) {
        const MatchedTrace matched = match_trace(trace, run.ours(), given);
        std::map<std::string, int> times;
        for (const TracePair& pair : matched.pairs) ++times[pair.name];
        for (const UnmatchedTensor& left : matched.left) ++times[left.name];
        for (const RecordedTensor& tensor : trace.tensors) CHECK_MESSAGE(times[tensor.name] == 1, tensor.name);
        CHECK(times.size() == trace.tensors.size());
    }
}

TEST_CASE("a mapping cannot make ids a tensor of numbers") {
    const ReferenceRun run = run_of_two_layers();
    ForeignWriter theirs;
    theirs.add("ids", run.trace.find("memory"));
    RecordedTrace trace = theirs.trace();
    trace.tensors.front().stored.type = StoredType::i32;
    CHECK_THROWS_WITH_AS(match_trace(trace, run.ours(), {{"ids", {"memory"}}}),
                         "the mapping makes 'ids' memory, but it holds integers: ids and masks are not compared", Error);
}

}  // namespace vitrine
