/// What the verification says about a reference is true of the folder that is written.

#include <algorithm>
#include <cmath>

#include "core/files/file.h"
#include "core/files/safetensors.h"
#include "core/import/import_saving.h"
#include "core/import/verify.h"
#include "core/io/batch_file.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/import/disguise.h"
#include "tests/core/io/helpers.h"
#include "tests/core/random_models.h"

namespace vitrine::verified_test {
using namespace vitrine::test;
using tests::between;
using tests::coin;

namespace {

using Sentences = std::vector<std::vector<std::int32_t>>;

IndexTensor tokens(const Sentences& sentences) {
    IndexTensor tensor{Axis::batch, Axis::position};
    tensor.resize({static_cast<Size>(sentences.size()), static_cast<Size>(sentences[0].size())});
    std::int32_t* to = tensor.data();
    for (const auto& sentence : sentences) to = std::copy(sentence.begin(), sentence.end(), to);
    return tensor;
}

Batch batch_of(const Sentences& src, const Sentences& tgt, const Sentences& labels) {
    Batch batch;
    batch.src = tokens(src), batch.tgt = tokens(tgt), batch.labels = tokens(labels);
    return batch;
}

/// Gains of 1 and biases of 0, as in a model before training.
void make_fresh(Parameters& parameters) {
    for_each_tensor(
        "",
        [](const std::string& name, Tensor& tensor) {
            if (tensor.layout().rank > 1 || tensor.empty()) return;
            tensor.fill(name.ends_with(".weight") ? Scalar(1) : Scalar(0));
        },
        parameters);
}

/// Another program's model with names of its own, a batch, and the model's logits.
class Stranger {
public:
    Stranger(const Configuration& c, Parameters own, const Disguise& disguise, const Batch& sentences)
        : configuration(c), parameters(std::move(own)), batch(sentences) {
        request.file = folder.file("theirs.safetensors", disguise.safetensors());
        request.batch = folder.file("batch.json", batch_text(batch));
        request.reference = folder.path() / "logits.safetensors";
        forward(configuration, parameters, batch, activations);
        write_safetensors(*request.reference, {{"logits", view(activations.logits)}});
    }

    /// Imports the model, writes it, and opens it again.
    Verification import() {
        imported = import_model(request);
        save_import(out, imported);
        const auto verification = verify_saved(out, imported);
        REQUIRE(verification);
        return *verification;
    }

    /// How far the folder's logits are from the stranger's, without rows whose token is padding in the folder's model.
    double deviation_of_folder() const {
        const Model model = open_model({.folder = out});
        Activations own;
        forward(model.configuration, model.parameters, batch, own);
        const Size words = configuration.tgt_vocab_size;
        double largest = 0;
        for (Size i = 0; i < own.logits.count(); ++i) {
            if (batch.tgt.data()[i / words] == model.configuration.pad_tgt) continue;
            const auto a = static_cast<double>(own.logits.data()[i]), b = static_cast<double>(activations.logits.data()[i]);
            largest = std::max(largest, std::abs(a - b) / std::max(1.0, std::abs(b)));
        }
        return largest;
    }

    TemporaryFolder folder;
    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Activations activations;
    ImportRequest request;
    ImportedModel imported;
    fs::path out = folder.path() / "out";
};

/// Two sentences each; the second one ends with 2 and is padded with 0.
const Sentences sources{{4, 5, 6, 7, 2}, {8, 9, 2, 0, 0}};
const Sentences label_rows{{5, 6, 7, 2}, {4, 2, 0, 0}};

Batch beginning_with(std::int32_t begin) { return batch_of(sources, {{begin, 5, 6, 7}, {begin, 4, 0, 0}}, label_rows); }

Configuration post_norm() {
    Configuration c = small_configuration();
    c.activation = ActivationKind::relu;
    c.norm_placement = NormPlacement::after;
    c.pad_src = c.pad_tgt = 0;
    return c;
}

bool is_untold(const SearchResult& search, ImportQuestion question) {
    return std::ranges::count(search.untold, question, &UntoldQuestion::question) > 0;
}

/// A model with LayerNorms after its embeddings, with names that other programs use for those after the layers.
Stranger fresh_with_embedding_norm(double eps) {
    Configuration c = post_norm();
    c.embedding_norm = true, c.final_norm = false, c.layer_norm_eps = eps;
    Parameters parameters = drawn(c);
    make_fresh(parameters);
    Disguise disguise = with_separate_projections(parameters, c);
    disguise.add_linear("encoder.layer_norm", "src_embedding_norm");
    disguise.add_linear("decoder.layer_norm", "tgt_embedding_norm");
    return Stranger(c, parameters, disguise, beginning_with(1));
}

}  // namespace

TEST_CASE("where the sources alone have padding, the targets' beginning is not hidden by its id") {
    Configuration c = post_norm();
    c.pad_tgt = no_token;
    Stranger stranger(c, drawn(c), annotated(drawn(c), c), beginning_with(0));
    const Verification verification = stranger.import();
    CHECK(verification.reproduced());
    CHECK(verification.written->compared == 2 * 4 * 9);
    CHECK(stranger.imported.configuration.pad_src == 0);
    CHECK(stranger.imported.configuration.pad_tgt == no_token);
    CHECK(stranger.imported.configuration.eos == 2);
    CHECK(stranger.deviation_of_folder() <= verify_tolerance);
    CHECK(is_untold(verification.search, ImportQuestion::pad_tgt));
    CHECK(contains(untold_text(verification.search.untold), "--pad-tgt (none or any id that the batch does not have)"));
}

TEST_CASE("an answer that the reference tells takes the place of a guess, in a model whose gains are 1 and biases 0, too") {
    Stranger stranger = fresh_with_embedding_norm(1e-5);
    const Verification verification = stranger.import();
    CHECK(verification.reproduced());
    CHECK(stranger.imported.configuration.embedding_norm);
    CHECK_FALSE(stranger.imported.configuration.final_norm);
    CHECK(stranger.deviation_of_folder() <= verify_tolerance);
}

TEST_CASE("of several eps that agree within the tolerance the nearest is taken, beside another answer to a guess, too") {
    for (const double eps : {1e-5, 1e-6, 1e-12}) {
        CAPTURE(eps);
        Stranger stranger = fresh_with_embedding_norm(eps);
        Configuration other = stranger.configuration;
        other.layer_norm_eps = eps == 1e-5 ? 1e-6 : 1e-5;
        Activations activations;
        forward(other, stranger.parameters, stranger.batch, activations);
        double apart = 0;
        for (Size i = 0; i < activations.logits.count(); ++i) {
            apart = std::max(apart,
                             std::abs(static_cast<double>(activations.logits.data()[i] - stranger.activations.logits.data()[i])));
        }
        CHECK(apart < verify_tolerance);
        CHECK(apart > 1e-6);
        const Verification verification = stranger.import();
        CHECK(verification.reproduced());
        CHECK(stranger.imported.configuration.layer_norm_eps == eps);
    }
}

TEST_CASE("answers that the reference cannot tell apart are named, given ones too") {
    Configuration c = post_norm();
    c.layer_norm_eps = 1e-12;
    const Batch whole = batch_of({{4, 5, 6, 2}, {7, 8, 9, 2}}, {{1, 5, 6}, {1, 4, 7}}, {{5, 6, 2}, {4, 7, 2}});
    Stranger stranger(c, drawn(c), annotated(drawn(c), c), whole);
    check_error([&] { stranger.import(); }, "names and shapes do not tell --pad ID|none",
                ", nor does the reference, which is reproduced");
    stranger.request.given = {{ImportQuestion::pad_src, {"0"}}};
    const Verification verification = stranger.import();
    CHECK(verification.reproduced());
    const std::string text = untold_text(verification.search.untold);
    CAPTURE(text);
    CHECK(contains(text, "what the reference could not tell: --eps (1e-12 as well as "));
    CHECK(contains(text, "--pad (0 as well as none or any id that the batch does not have)"));
    CHECK(contains(text, "--pad-tgt (0 as well as none or any id that the batch does not have)"));
    CHECK(verification.search.untold.size() == 3);
}

TEST_CASE("it is the folder that is verified: one that was changed is not, and its verdict says how far it is off") {
    Configuration c = post_norm();
    Stranger stranger(c, drawn(c), annotated(drawn(c), c), beginning_with(1));
    CHECK(verdict_text(stranger.import()).starts_with("verified: all "));
    const fs::path file = stranger.out / "config.json";
    std::string text = read_file(file);
    const std::string relu = R"("relu")";
    text.replace(text.find(relu), relu.size(), R"("gelu")");
    write_file_atomically(file, text);
    const auto changed = verify_saved(stranger.out, stranger.imported);
    REQUIRE(changed);
    CHECK_FALSE(changed->reproduced());
    CHECK(changed->written->largest == doctest::Approx(stranger.deviation_of_folder()).epsilon(1e-3));
    CHECK(verdict_text(*changed).starts_with("not verified: the model as it is written is off by "));
    write_file_atomically(stranger.out / "sentences.json",
                          batch_text(batch_of({{4, 5}}, {{1, 5, 6, 7}, {1, 4, 0, 0}}, label_rows)));
    check_error([&] { verify_saved(stranger.out, stranger.imported); }, "sentences.json");
}

TEST_CASE("an import is verified without being saved, and leaves nothing") {
    const auto folders = [] {
        std::error_code missing;
        return std::ranges::count_if(fs::directory_iterator(fs::temp_directory_path(missing)), [](const auto& entry) {
            return entry.path().filename().string().starts_with("vitrine-import-");
        });
    };
    Configuration c = post_norm();
    Stranger stranger(c, drawn(c), annotated(drawn(c), c), beginning_with(1));
    const auto before = folders();
    const auto verification = verify_unsaved(import_model(stranger.request));
    REQUIRE(verification);
    CHECK(verification->reproduced());
    CHECK(folders() == before);
    stranger.request.reference.reset();
    stranger.request.given = {{ImportQuestion::heads, {"3"}},   {ImportQuestion::activation, {"relu"}},
                              {ImportQuestion::norm, {"post"}}, {ImportQuestion::scale_embedding, {"yes"}},
                              {ImportQuestion::pad_src, {"0"}}, {ImportQuestion::positions, {"sinusoidal"}},
                              {ImportQuestion::begin, {"1"}},   {ImportQuestion::end, {"2"}}};
    CHECK_FALSE(verify_unsaved(import_model(stranger.request)));
}

namespace {

/// Any of the choices that names and shapes do not tell, and some that they do.
Configuration random_stranger(Random& random) {
    Configuration c;
    c.nhead = between(random, 1, 3);
    c.d_model = c.nhead * between(random, 3, 4);
    c.num_encoder_layers = between(random, 1, 2), c.num_decoder_layers = between(random, 1, 2);
    c.dim_feedforward = c.d_model + between(random, 1, 5);
    c.src_vocab_size = between(random, 14, 16);
    c.tgt_vocab_size = between(random, 17, 19);
    c.activation = static_cast<ActivationKind>(random.below(3));
    c.norm_placement = coin(random) ? NormPlacement::after : NormPlacement::before;
    c.layer_norm = coin(random) ? LayerNormKind::torch : LayerNormKind::annotated;
    c.layer_norm_eps = std::vector{1e-5, 1e-6, 1e-12, 1e-3}[random.below(4)];
    c.embedding_norm = coin(random);
    c.final_norm = !c.embedding_norm;
    c.scale_embedding = coin(random);
    c.positions = coin(random) ? PositionKind::sinusoidal : PositionKind::learned;
    c.max_positions = 12;
    c.bos = static_cast<std::int32_t>(random.below(2)), c.eos = 2;
    c.pad_src = coin(random) ? 0 : no_token;
    c.pad_tgt = coin(random) ? c.pad_src : no_token;
    if (c.pad_tgt == c.bos) c.bos = 1;  // otherwise the first row would have no key left
    if (coin(random)) c.tie = Tie::output;
    check(c);
    return c;
}

/// Sentences that end with 2. All but the first may be shorter, and are padded with 0.
Batch random_sentences(const Configuration& c, Random& random) {
    Sentences src, tgt, labels;
    const Size longest = between(random, 2, 5);
    for (int b = 0; b < 3; ++b) {
        const Size source = b == 0 ? longest : between(random, 1, longest), target = b == 0 ? longest : between(random, 1, longest);
        const auto words = static_cast<std::size_t>(longest + 1);
        std::vector<std::int32_t> from(words, 0), to(words, 0), of(words, 0);
        to[0] = c.bos;
        for (Size i = 0; i < source; ++i) from[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(between(random, 3, 13));
        for (Size i = 0; i < target; ++i) {
            const auto word = static_cast<std::int32_t>(between(random, 3, 13));
            of[static_cast<std::size_t>(i)] = word, to[static_cast<std::size_t>(i + 1)] = word;
        }
        from[static_cast<std::size_t>(source)] = of[static_cast<std::size_t>(target)] = 2;
        src.push_back(from), tgt.push_back(to), labels.push_back(of);
    }
    return batch_of(src, tgt, labels);
}

Stranger random_stranger_in_disguise(Random& random) {
    const Configuration c = random_stranger(random);
    Parameters parameters = drawn(c);
    if (coin(random)) make_fresh(parameters);
    constexpr Disguise (*disguises[])(const Parameters&, const Configuration&) = {with_separate_projections, annotated, by_einsum,
                                                                                  one_matrix_per_head, packed_by_heads};
    Disguise disguise = disguises[random.below(std::size(disguises))](parameters, c);
    const std::string norm = coin(random) ? "layer_norm" : "layernorm_embedding";
    for (const auto& [ours, side] : {std::pair{"src", "encoder."}, std::pair{"tgt", "decoder."}}) {
        if (c.embedding_norm) disguise.add_linear(side + norm, std::string(ours) + "_embedding_norm");
        if (c.positions == PositionKind::learned)
            disguise.add(side + std::string("position_embedding.weight"), disguise.ours(std::string(ours) + "_positions.weight"));
    }
    return Stranger(c, parameters, disguise, random_sentences(c, random));
}

}  // namespace

TEST_CASE("whenever a random model of somebody's is verified, the folder gives its numbers, and where the search has them, it is") {
    int verified = 0, refused = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Stranger stranger = random_stranger_in_disguise(random);
        stranger.request.given = {{ImportQuestion::begin, {std::to_string(stranger.configuration.bos)}},
                                  {ImportQuestion::end, {"2"}}};
        if (coin(random)) {
            const auto id = [](std::int32_t pad) { return ImportAnswer{pad == no_token ? "none" : std::to_string(pad)}; };
            stranger.request.given[ImportQuestion::pad_src] = id(stranger.configuration.pad_src);
            stranger.request.given[ImportQuestion::pad_tgt] = id(stranger.configuration.pad_tgt);
        }
        if (!error_of([&] { import_model(stranger.request); }).empty()) {
            ++refused;  // something stays open, or no choice has its numbers
            continue;
        }
        const Verification verification = stranger.import();
        CHECK(verification.search.reproduced() == verification.reproduced());
        if (!verification.reproduced()) continue;
        ++verified;
        const double apart = stranger.deviation_of_folder();
        CHECK(apart <= verify_tolerance);
        CHECK(apart == doctest::Approx(verification.written->largest).epsilon(1e-3));
    }
    CAPTURE(refused);
    CAPTURE(verified);
    CHECK(verified >= 30);
}

}  // namespace vitrine::verified_test
