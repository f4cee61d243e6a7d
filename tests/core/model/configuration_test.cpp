#include "core/model/configuration.h"

#include <functional>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/tensor/error.h"
#include "tests/core/random_models.h"

namespace vitrine::configuration_test {
using namespace vitrine::tests;

namespace {

Configuration valid() {
    Configuration c;
    c.d_model = 6, c.nhead = 3, c.dim_feedforward = 24;
    c.src_vocab_size = 6, c.tgt_vocab_size = 9;
    return c;
}

template <class Checked>
std::string objection(Checked&& run_check) {
    try {
        run_check();
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

/// What check() says about a valid configuration with one change; it has to name the field.
void refuses(const std::string& field, const std::function<void(Configuration&)>& change) {
    Configuration c = valid();
    change(c);
    const std::string text = objection([&] { check(c); });
    CAPTURE(text);
    CHECK(text.find("'" + field + "'") != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
}

Batch batch_of(Size sentences, Size source, Size target) {
    Batch batch;
    batch.src.resize({sentences, source});
    batch.tgt.resize({sentences, target});
    batch.src.fill(3), batch.tgt.fill(3);
    return batch;
}

std::string objection_to(const Batch& batch, const Configuration& c = valid()) {
    return objection([&] { check(batch, c); });
}

}  // namespace

TEST_CASE("a plain configuration and an odd width with sinusoidal positions are accepted") {
    CHECK_NOTHROW(check(valid()));
    Configuration odd = valid();
    odd.d_model = 9;
    CHECK_NOTHROW(check(odd));
}

TEST_CASE("sizes below 1 or beyond any memory are refused by name") {
    refuses("d_model", [](Configuration& c) { c.d_model = 0; });
    refuses("nhead", [](Configuration& c) { c.nhead = -1; });
    refuses("num_encoder_layers", [](Configuration& c) { c.num_encoder_layers = 0; });
    refuses("num_decoder_layers", [](Configuration& c) { c.num_decoder_layers = 0; });
    refuses("dim_feedforward", [](Configuration& c) { c.dim_feedforward = 0; });
    refuses("src_vocab_size", [](Configuration& c) { c.src_vocab_size = 0; });
    refuses("max_positions", [](Configuration& c) { c.max_positions = 0; });
    refuses("d_embed", [](Configuration& c) { c.d_embed = 0; });
    refuses("dim_feedforward", [](Configuration& c) { c.dim_feedforward = Size(1) << 40; });
    refuses("d_model", [](Configuration& c) { c.d_model = 3'000'000; });
}

TEST_CASE("choices that cannot be built together are refused by name") {
    refuses("nhead", [](Configuration& c) { c.nhead = 4; });
    refuses("d_embed", [](Configuration& c) { c.tie = Tie::output, c.d_embed = 5; });
    refuses("d_embed", [](Configuration& c) { c.tie = Tie::all, c.src_vocab_size = 9, c.d_embed = 5; });
    refuses("src_vocab_size", [](Configuration& c) { c.tie = Tie::embeddings; });
    refuses("tgt_vocab_size", [](Configuration& c) { c.tie = Tie::all; });
    refuses("layer_norm", [](Configuration& c) { c.layer_norm = LayerNormKind::annotated, c.d_model = c.nhead = 1; });
}

TEST_CASE("all that is wrong is told at once: first the sizes, then what depends on them") {
    const auto told = [](const std::function<void(Configuration&)>& change) {
        Configuration c = valid();
        change(c);
        return objection([&] { check(c); });
    };
    CHECK(told([](Configuration& c) { c.d_model = 0, c.nhead = -1, c.eos = 99; }) ==
          "'d_model' is 0, it must be at least 1; 'nhead' is -1, it must be at least 1; 'eos' is 99, outside 'tgt_vocab_size' of 9 "
          "tokens");
    CHECK(told([](Configuration& c) { c.d_model = 7, c.dropout = 1, c.eos = 99; }) ==
          "'eos' is 99, outside 'tgt_vocab_size' of 9 tokens; 'd_model' 7 is not divisible by 'nhead' 3: every head has the same "
          "dimension; 'dropout' must be at least 0 and below 1");
}

TEST_CASE("special tokens outside their vocabulary and numbers out of range are refused by name") {
    refuses("pad_src", [](Configuration& c) { c.pad_src = 6; });
    refuses("pad_tgt", [](Configuration& c) { c.pad_tgt = -3; });
    refuses("bos", [](Configuration& c) { c.bos = 9; });
    refuses("eos", [](Configuration& c) { c.eos = 100; });
    refuses("dropout", [](Configuration& c) { c.dropout = 1; });
    refuses("dropout", [](Configuration& c) { c.dropout = std::numeric_limits<double>::quiet_NaN(); });
    refuses("layer_norm_eps", [](Configuration& c) { c.layer_norm_eps = -1e-5; });
    refuses("mask_value", [](Configuration& c) { c.mask_value = std::numeric_limits<double>::infinity(); });
}

TEST_CASE("the number of parameters is that of the tensors they are made of") {
    Random random(1);
    for (int round = 0; round < 200; ++round) {
        const Configuration c = random_configuration(random);
        Size count = 0;
        for (const ParameterView& parameter : list_parameters(make_parameters(c))) count += parameter.tensor.layout.count();
        CHECK(parameter_count(c) == static_cast<double>(count));
    }
}

TEST_CASE("the shapes of parameters without numbers are those of parameters with numbers") {
    Random random(2);
    for (int round = 0; round < 200; ++round) {
        const Configuration c = random_configuration(random);
        const Parameters made = make_parameters(c), shaped = parameter_shapes(c);
        const auto with = list_parameters(made), without = list_parameters(shaped);
        REQUIRE(with.size() == without.size());
        for (std::size_t i = 0; i < with.size(); ++i) {
            CHECK(without[i].name == with[i].name);
            CHECK(shape_text(without[i].tensor.layout) == shape_text(with[i].tensor.layout));
            CHECK(without[i].tensor.data == nullptr);
        }
    }
}

TEST_CASE("the base model of the paper has its 63 million parameters") {
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = 37000;
    c.tie = Tie::all;
    // One table, six layers each of 3·d² + 3·d and d² + d per attention, 2·d·f + d + f, 2·d per norm, two norms, one bias of
    // fc_out.
    CHECK(parameter_count(c) == 63121544.0);
}

TEST_CASE("a batch that fits is accepted") { CHECK(objection_to(batch_of(2, 3, 5)) == "none"); }

TEST_CASE("a batch that does not fit is refused with the field and the place") {
    CHECK(objection_to(batch_of(0, 3, 5)).find("'src'") != std::string::npos);
    CHECK(objection_to(batch_of(1, 3, 0)).find("'tgt'") != std::string::npos);

    Batch unequal = batch_of(2, 3, 5);
    unequal.tgt.resize({3, 5});
    unequal.tgt.fill(3);
    CHECK(objection_to(unequal).find("'tgt' has 3 sentences, 'src' has 2") != std::string::npos);

    Batch outside = batch_of(2, 3, 5);
    outside.src.at({1, 2}) = 6;
    CHECK(objection_to(outside).find("'src'[1][2] is token 6") != std::string::npos);

    Batch labelled = batch_of(2, 3, 5);
    labelled.labels.resize({2, 4});
    labelled.labels.fill(3);
    CHECK(objection_to(labelled).find("'labels'") != std::string::npos);
}

TEST_CASE("learned positions bound the length of sentences") {
    Configuration c = valid();
    c.positions = PositionKind::learned, c.max_positions = 4;
    CHECK(objection_to(batch_of(1, 4, 4), c) == "none");
    CHECK(objection_to(batch_of(1, 3, 5), c).find("'max_positions'") != std::string::npos);
    c.positions = PositionKind::sinusoidal;
    CHECK(objection_to(batch_of(1, 3, 5), c) == "none");
}

TEST_CASE("a batch that would need an absurd amount of memory is refused") {
    CHECK(objection_to(batch_of(1, 100'000, 2)).find("million numbers") != std::string::npos);
}

TEST_CASE("a made-up batch fits any configuration") {
    Random random(2);
    for (int round = 0; round < 100; ++round) {
        Configuration c = random_configuration(random);
        c.max_positions = between(random, 1, 9);
        const Batch batch = random_batch(c, random.next());
        CHECK(objection_to(batch, c) == "none");
        CHECK(batch.tgt.at({0, 0}) == c.bos);
    }
}

}  // namespace vitrine::configuration_test
