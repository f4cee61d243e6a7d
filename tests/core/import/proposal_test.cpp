#include "core/import/proposal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>

#include "core/import/assembly.h"
#include "core/import/mapping_json.h"
#include "core/tensor/random.h"
#include "tests/core/import/disguise.h"
#include "tests/core/io/helpers.h"

namespace vitrine::proposal_test {
using namespace vitrine::test;

namespace {

/// The mapping of a file that leaves nothing out.
Mapping whole_mapping(const ForeignWeights& weights, const ImportAnswers& known) {
    Mapping mapping = propose(weights, known, "model.pt");
    CHECK(mapping.missing.empty());
    CHECK(mapping.unfitting.empty());
    for (const std::string& sentence : mapping.missing) MESSAGE(sentence);
    for (const std::string& sentence : mapping.unfitting) MESSAGE(sentence);
    for (const LeftTensor& left : mapping.left) CHECK_MESSAGE(!left.weight, left.name);
    for (const auto& [question, answer] : known) mapping.answers[question] = answer;
    return mapping;
}

/// A disguised model is imported exactly, number by number, even if its mapping goes through a file.
void check_comes_back(const Disguise& disguise, Configuration c, const Parameters& parameters, const ImportAnswers& known = {}) {
    const ForeignWeights weights = disguise.weights();
    const Mapping mapping = whole_mapping(weights, known);
    const TemporaryFolder folder;
    const Mapping again = read_mapping(folder.file("mapping.json", mapping_text(mapping)));
    for (const Mapping* one : {&mapping, &again}) {
        Mapping settled = *one;
        settled.answers[ImportQuestion::heads] = {std::to_string(c.nhead)};
        const Configuration made = configuration_of(settled, weights, "model.pt");
        CHECK(made.nhead == c.nhead);
        CHECK(made.dim_feedforward == c.dim_feedforward);
        CHECK(made.tie == c.tie);
        CHECK(made.final_norm == c.final_norm);
        const Disguise ours(parameters), theirs(assemble(settled, weights, made));
        for (const ParameterView& parameter : list_parameters(parameters)) {
            REQUIRE_MESSAGE(theirs.has(parameter.name), parameter.name);
            CHECK_MESSAGE(ours.ours(parameter.name).numbers == theirs.ours(parameter.name).numbers, parameter.name);
        }
    }
}

const Configuration& small() {
    static const Configuration configuration = small_configuration();
    return configuration;
}

const Parameters& parameters() {
    static const Parameters all = drawn(small());
    return all;
}

std::string guesses_of(const Mapping& mapping) {
    std::string text;
    for (const MappingEntry& entry : mapping.entries) {
        if (entry.certainty == Certainty::guessed) text += entry.parameter + ": " + entry.reason + '\n';
    }
    return text;
}

}  // namespace

TEST_CASE("our own names are known") {
    Disguise own(parameters());
    for (const ParameterView& parameter : list_parameters(parameters())) own.add(parameter.name, own.ours(parameter.name));
    check_comes_back(own, small(), parameters());
    CHECK(guesses_of(whole_mapping(own.weights(), {})).empty());
}

TEST_CASE("separate projections under BART's names are packed") {
    check_comes_back(with_separate_projections(parameters(), small()), small(), parameters());
}

TEST_CASE("the Annotated Transformer's four linears are W_Q, W_K, W_V and W_O") {
    check_comes_back(annotated(parameters(), small()), small(), parameters());
}

TEST_CASE("bare matrices are transposed where those that are not square say so") {
    check_comes_back(bare_in_out(parameters(), small()), small(), parameters());
    const Mapping mapping = whole_mapping(bare_in_out(parameters(), small()).weights(), {});
    CHECK(mapping.answers.at(ImportQuestion::weights).value == "in-out");
    CHECK(mapping.answers.at(ImportQuestion::weights).source == AnswerSource::guessed);
}

TEST_CASE("square bare matrices are asked about where nothing beside them tells how they are stored") {
    ForeignWeights weights = bare_in_out(parameters(), small()).weights();
    for (auto& [name, tensor] : weights.tensors) {
        for (const auto& [from, to] : {std::pair("ffn.W", ".weight"), std::pair("ffn.b", ".bias")}) {
            const auto at = name.find(from);
            if (at != std::string::npos) name = name.substr(0, at) + "ffn." + name.back() + to;
        }
    }
    weights.index_names();
    const Mapping open = propose(weights, {}, "model.pt");
    CHECK(std::count(open.asked.begin(), open.asked.end(), ImportQuestion::weights) == 1);
    const Mapping told = propose(weights, {{ImportQuestion::weights, {"in-out"}}}, "model.pt");
    CHECK(std::count(told.asked.begin(), told.asked.end(), ImportQuestion::weights) == 0);
    CHECK(told.missing.empty());
}

TEST_CASE("an axis of its own for the heads says how many there are") {
    const Disguise einsum = by_einsum(parameters(), small());
    check_comes_back(einsum, small(), parameters());
    CHECK(whole_mapping(einsum.weights(), {}).answers.at(ImportQuestion::heads).value == "3");
}

TEST_CASE("matrices of single heads are put together in their order") {
    const Disguise heads = one_matrix_per_head(parameters(), small());
    check_comes_back(heads, small(), parameters());
    CHECK(whole_mapping(heads.weights(), {}).answers.at(ImportQuestion::heads).value == "3");
}

TEST_CASE("a packed matrix in which every head has its rows together is sorted where that is said") {
    check_comes_back(packed_by_heads(parameters(), small()), small(), parameters(),
                     {{ImportQuestion::packed, {"heads"}}, {ImportQuestion::heads, {"3"}}});
}

/// The same tensors with all names changed.
ForeignWeights renamed(ForeignWeights weights, const std::function<std::string(const std::string&)>& rename) {
    for (auto& [name, tensor] : weights.tensors) name = rename(name);
    weights.index_names();
    return weights;
}

/// Weights whose numbers are those of the parameters become the same model.
void check_made_of(const ForeignWeights& weights) {
    const Mapping mapping = whole_mapping(weights, {{ImportQuestion::heads, {"3"}}});
    const Disguise ours(parameters()), made(assemble(mapping, weights, configuration_of(mapping, weights, "model.pt")));
    for (const ParameterView& parameter : list_parameters(parameters()))
        CHECK_MESSAGE(ours.ours(parameter.name).numbers == made.ours(parameter.name).numbers, parameter.name);
}

TEST_CASE("the same part of every layer in a list of its own") {
    const std::regex layer(R"((encoder|decoder)\.layers\.(\d+)\.(self_attn|encoder_attn|fc1|fc2)\.(.*))");
    const std::regex norm(R"((encoder|decoder)\.layers\.(\d+)\.(\w+)_layer_norm\.(.*))");
    check_made_of(renamed(with_separate_projections(parameters(), small()).weights(), [&](std::string name) {
        name = std::regex_replace(name, std::regex(R"(\.(fc1|fc2)\.)"), ".fc.$1.");
        name = std::regex_replace(name, std::regex("final_layer"), "ffn_layer");
        name = std::regex_replace(name, norm, "$1.$3_norm.$2.$4");
        name = std::regex_replace(name, std::regex(R"((encoder|decoder)\.layers\.(\d+)\.fc\.)"), "$1.ffns.$2.");
        return std::regex_replace(name, layer, "$1_$3.$2.$4");
    }));
}

TEST_CASE("slashes between the parts of a name, and LayerNorms with scale and bias in one") {
    check_made_of(renamed(with_separate_projections(parameters(), small()).weights(), [&](std::string name) {
        name = std::regex_replace(name, std::regex(R"(layer_norm\.weight)"), "layer_norm.layer_norm_scale");
        name = std::regex_replace(name, std::regex(R"(layer_norm\.bias)"), "layer_norm.layer_norm_bias");
        std::replace(name.begin(), name.end(), '.', '/');
        return name;
    }));
}

TEST_CASE("a small matrix that all heads multiply their parts by stands along the diagonal") {
    ForeignWeights weights = with_separate_projections(parameters(), small()).weights();
    for (auto& [name, tensor] : weights.tensors) {
        if (name.find("q_proj") == std::string::npos) continue;
        const bool matrix = tensor.rank() == 2;
        tensor.shape = matrix ? std::vector<Size>{4, 4} : std::vector<Size>{4};
        tensor.strides = matrix ? std::vector<Size>{4, 1} : std::vector<Size>{1};
    }
    weights.index_names();
    Mapping mapping = whole_mapping(weights, {});
    CHECK(mapping.answers.at(ImportQuestion::heads).value == "3");
    const TemporaryFolder folder;
    mapping.entries = read_mapping(folder.file("mapping.json", mapping_text(mapping))).entries;
    const Disguise made(assemble(mapping, weights, configuration_of(mapping, weights, "model.pt")));
    const Array& matrix = made.ours("transformer.decoder.layers.1.multihead_attn.in_proj_weight");
    const Array& bias = made.ours("transformer.decoder.layers.1.multihead_attn.in_proj_bias");
    const ForeignTensor& theirs = *weights.find("decoder.layers.1.encoder_attn.q_proj.weight");
    const ForeignTensor& their_bias = *weights.find("decoder.layers.1.encoder_attn.q_proj.bias");
    const auto small_matrix = numbers_of(theirs), small_bias = numbers_of(their_bias);
    for (std::size_t row = 0; row < 12; ++row) {
        CHECK(bias.numbers[row] == static_cast<float>(small_bias[row % 4]));
        for (std::size_t column = 0; column < 12; ++column) {
            const bool inside = row / 4 == column / 4;
            const float expected = inside ? static_cast<float>(small_matrix[row % 4 * 4 + column % 4]) : 0;
            CHECK(matrix.numbers[row * 12 + column] == expected);
        }
    }
}

TEST_CASE("tied tables are found by their numbers, and where only one of them is in the file") {
    Configuration c = small();
    c.tie = Tie::all, c.tgt_vocab_size = c.src_vocab_size;
    const Parameters tied = drawn(c);
    check_comes_back(with_separate_projections(tied, c), c, tied);
    Disguise twice = with_separate_projections(tied, c);
    twice.add("decoder.embed_tokens.weight", twice.ours("src_embedding.weight"));
    check_comes_back(twice, c, tied);
}

TEST_CASE("an absent bias is zeros, each linear layer's for itself") {
    ForeignWeights weights = with_separate_projections(parameters(), small()).weights();
    const auto is_key_bias = [](const auto& tensor) {
        return tensor.first.ends_with("k_proj.bias") || tensor.first == "lm_head.bias";
    };
    weights.tensors.erase(std::remove_if(weights.tensors.begin(), weights.tensors.end(), is_key_bias), weights.tensors.end());
    weights.index_names();
    const Mapping mapping = whole_mapping(weights, {{ImportQuestion::heads, {"3"}}});
    const Disguise made(assemble(mapping, weights, configuration_of(mapping, weights, "model.pt")));
    const Array &bias = made.ours("transformer.encoder.layers.0.self_attn.in_proj_bias"), keys = bias.rows(12, 12);
    CHECK(keys.numbers == std::vector<float>(12, 0));
    CHECK(bias.rows(0, 12).numbers ==
          Disguise(parameters()).ours("transformer.encoder.layers.0.self_attn.in_proj_bias").rows(0, 12).numbers);
    CHECK(made.ours("fc_out.bias").numbers == std::vector<float>(9, 0));
}

TEST_CASE("learned positions keep their rows, from the first one that counts") {
    Configuration c = small();
    c.positions = PositionKind::learned, c.max_positions = 7;
    const Parameters learned = drawn(c);
    Disguise disguise = with_separate_projections(learned, c);
    disguise.add("encoder.embed_positions.weight", disguise.ours("src_positions.weight"));
    disguise.add("decoder.embed_positions.weight", disguise.ours("tgt_positions.weight"));
    check_comes_back(disguise, c, learned);
    const ForeignWeights weights = disguise.weights();
    const Mapping shifted = whole_mapping(weights, {{ImportQuestion::position_offset, {"2"}}, {ImportQuestion::heads, {"3"}}});
    const Configuration made = configuration_of(shifted, weights, "model.pt");
    CHECK(made.max_positions == 5);
    CHECK(Disguise(assemble(shifted, weights, made)).ours("src_positions.weight").numbers ==
          disguise.ours("src_positions.weight").rows(2, 5).numbers);
}

TEST_CASE("a buffer of the paper's sines and cosines is left, since they are computed") {
    Disguise disguise = annotated(parameters(), small());
    Tensor waves{Axis::position, Axis::feature};
    waves.resize({30, 12});
    sinusoidal_positions(waves);
    Array buffer{{1, 30, 12}, {}};
    for (Size i = 0; i < waves.count(); ++i) buffer.numbers.push_back(static_cast<float>(waves.data()[i]));
    disguise.add("src_embed.1.pe", buffer);
    disguise.add("tgt_embed.1.pe", buffer);
    const Mapping mapping = whole_mapping(disguise.weights(), {});
    CHECK(mapping.answers.at(ImportQuestion::positions).value == "sinusoidal");
    CHECK(mapping.left.size() == 2);
}

namespace {

/// The Annotated Transformer with other names outside of its layers; `names` maps its own to them.
ForeignWeights renamed(const Disguise& disguise, const std::map<std::string, std::string>& names) {
    ForeignWeights weights = disguise.weights();
    for (auto& [name, tensor] : weights.tensors) {
        for (const auto& [from, to] : names) {
            if (name.starts_with(from + '.')) name = to + name.substr(from.size());
        }
    }
    weights.index_names();
    return weights;
}

const std::map<std::string, std::string> own_names{
    {"src_embed.0.lut", "src_words"}, {"tgt_embed.0.lut", "tgt_words"}, {"generator.proj", "vocab_out"}};

/// Sines and cosines with the paper's frequencies, of rows from `first` on, side by side or all sines before all cosines.
Array waves(std::vector<Size> shape, bool side_by_side, int first = 0) {
    Array table{std::move(shape), {}};
    constexpr int rows = 30, width = 12;
    for (int p = 0; p < rows; ++p) {
        for (int i = 0; i < width; ++i) {
            const int wave = side_by_side ? i / 2 : i % (width / 2);
            const bool sine = side_by_side ? i % 2 == 0 : i < width / 2;
            const double angle = (p + first) / std::pow(10000.0, 2.0 * wave / width);
            table.numbers.push_back(static_cast<float>(sine ? std::sin(angle) : std::cos(angle)));
        }
    }
    return table;
}

std::string made_of(const Mapping& mapping, const std::string& parameter) {
    for (const MappingEntry& entry : mapping.entries) {
        if (entry.parameter == parameter) return pieces_text(entry.pieces);
    }
    return {};
}

}  // namespace

TEST_CASE("sines and cosines are positions by their numbers, whatever they are called") {
    for (const char* name : {"where.table", "encoding_table", "where.embedding", "where.x", "where.weight", "sinusoid.encoding"}) {
        for (const auto& shape : {std::vector<Size>{30, 12}, std::vector<Size>{1, 30, 12}, std::vector<Size>{30, 1, 12}}) {
            CAPTURE(name);
            Disguise disguise = annotated(parameters(), small());
            disguise.add(name, waves(shape, true));
            const ForeignWeights weights = renamed(disguise, own_names);
            const Mapping mapping = whole_mapping(weights, {});
            whole_mapping(weights, {{ImportQuestion::positions, {"sinusoidal"}}});  // which is said, too
            CHECK(mapping.answers.at(ImportQuestion::positions).value == "sinusoidal");
            CHECK(made_of(mapping, "src_embedding.weight") == "src_words.weight");
            CHECK(made_of(mapping, "tgt_embedding.weight") == "tgt_words.weight");
            CHECK(made_of(mapping, "fc_out.weight") == "vocab_out.weight");
            REQUIRE(mapping.left.size() == 1);
            CHECK(mapping.left[0].name == name);
        }
    }
}

TEST_CASE("waves in another order than the paper's, or from another row on, are a table of positions as it stands") {
    for (const auto& [side_by_side, first] : {std::pair(false, 0), std::pair(true, 1)}) {
        Disguise disguise = annotated(parameters(), small());
        disguise.add("where.table", waves({30, 12}, side_by_side, first));
        const Mapping mapping = whole_mapping(renamed(disguise, own_names), {});
        CHECK(mapping.answers.at(ImportQuestion::positions).value == "table");
        CHECK(made_of(mapping, "tgt_positions.weight") == "where.table");
        CHECK(made_of(mapping, "src_embedding.weight") == "src_words.weight");
    }
}

TEST_CASE("a bias as long as a matrix has rows marks the output, and what is left then are tables, the source's first") {
    using Names = std::map<std::string, std::string>;
    for (const Names& names :
         {Names{{"src_embed.0.lut", "input_lookup"}, {"tgt_embed.0.lut", "output_lookup"}, {"generator.proj", "classifier"}},
          Names{{"src_embed.0.lut", "input_lookup"}, {"tgt_embed.0.lut", "output_lookup"}, {"generator.proj", "to_words"}},
          Names{{"src_embed.0.lut", "one"}, {"tgt_embed.0.lut", "two"}, {"generator.proj", "three"}}}) {
        const ForeignWeights weights = renamed(annotated(parameters(), small()), names);
        const Mapping mapping = whole_mapping(weights, {});
        CHECK(made_of(mapping, "src_embedding.weight") == names.at("src_embed.0.lut") + ".weight");
        CHECK(made_of(mapping, "tgt_embedding.weight") == names.at("tgt_embed.0.lut") + ".weight");
        CHECK(made_of(mapping, "fc_out.weight") == names.at("generator.proj") + ".weight");
        CHECK(made_of(mapping, "fc_out.bias") == names.at("generator.proj") + ".bias");
    }
}

TEST_CASE("with the number of words known, the output and the target's table have so many rows") {
    Disguise disguise = annotated(parameters(), small());
    Array table{{30, 12}, {}};
    Random random(2);
    for (int i = 0; i < 30 * 12; ++i) table.numbers.push_back(static_cast<float>(random.normal()));
    disguise.add("where.table", table);
    const ForeignWeights weights = renamed(disguise, own_names);
    CHECK(made_of(propose(weights, {}, "model.pt"), "src_embedding.weight") == "where.table");
    const Mapping known = propose(weights, {}, "model.pt", 9);
    CHECK(made_of(known, "src_embedding.weight") == "src_words.weight");
    CHECK(made_of(known, "tgt_embedding.weight") == "tgt_words.weight");
    CHECK(made_of(known, "fc_out.bias") == "vocab_out.bias");
}

TEST_CASE("nothing is sure to be absent beside a tensor without a place that could be it") {
    Disguise disguise = annotated(parameters(), small());
    disguise.add("mystery", {{9}, std::vector<float>(9, 1)});
    ForeignWeights weights = disguise.weights();
    std::erase_if(weights.tensors, [](const auto& tensor) { return tensor.first == "generator.proj.bias"; });
    weights.index_names();
    CHECK(guesses_of(propose(weights, {}, "model.pt")) == "fc_out.bias: absent, so zeros; 'mystery' has no place\n");
    std::erase_if(weights.tensors, [](const auto& tensor) { return tensor.first == "mystery"; });
    weights.index_names();
    CHECK(guesses_of(propose(weights, {}, "model.pt")).empty());
}

TEST_CASE("what this architecture does not have is refused by the tensor that shows it") {
    const auto refused = [](const std::string& name, const std::vector<Size>& shape) {
        Disguise disguise = annotated(parameters(), small());
        Size count = 1;
        for (const Size size : shape) count *= size;
        disguise.add(name, {shape, std::vector<float>(static_cast<std::size_t>(count), 1)});
        return error_of([&] { propose(disguise.weights(), {}, "model.pt"); });
    };
    CHECK(contains(refused("encoder.layers.0.self_attn.relative_attention_bias.weight", {32, 3}), "has relative positions"));
    CHECK(contains(refused("encoder.layers.0.feed_forward.gate_proj.weight", {20, 12}), "has a gated feed-forward network"));
    CHECK(contains(refused("encoder.rms_norm.weight", {12}), "has RMSNorm"));
    CHECK(contains(refused("rotary.inv_freq", {2}), "'rotary.inv_freq' 2"));
}

TEST_CASE("an encoder alone is refused, and a layer that lacks something says what") {
    ForeignWeights weights = annotated(parameters(), small()).weights();
    ForeignWeights encoder = weights;
    const auto of_decoder = [](const auto& tensor) { return tensor.first.starts_with("decoder"); };
    encoder.tensors.erase(std::remove_if(encoder.tensors.begin(), encoder.tensors.end(), of_decoder), encoder.tensors.end());
    encoder.index_names();
    check_error([&] { propose(encoder, {}, "model.pt"); }, "model.pt: has no layers of a decoder");
    const auto of_values = [](const auto& tensor) { return tensor.first.starts_with("decoder.layers.1.src_attn.linears.2"); };
    weights.tensors.erase(std::remove_if(weights.tensors.begin(), weights.tensors.end(), of_values), weights.tensors.end());
    weights.index_names();
    const Mapping mapping = propose(weights, {}, "model.pt");
    REQUIRE(!mapping.missing.empty());
    CHECK(contains(mapping.missing[0], "transformer.decoder.layers.1.multihead_attn"));
}

TEST_CASE("a weight in a layer that finds no place is said to have none") {
    Disguise disguise = annotated(parameters(), small());
    disguise.add("encoder.layers.0.extra.weight", {{12, 5}, std::vector<float>(60, 1)});
    const Mapping mapping = propose(disguise.weights(), {}, "model.pt");
    CHECK(!mapping.unfitting.empty());
}

}  // namespace vitrine::proposal_test
