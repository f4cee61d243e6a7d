#include "core/against/tensor_name.h"

#include <doctest/doctest.h>

namespace vitrine {

namespace {

Configuration two_layers(NormPlacement placement = NormPlacement::after) {
    Configuration c;
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.norm_placement = placement;
    return c;
}

/// The paths of the most probable guess, separated by spaces.
std::string likeliest(const std::string& name, const Configuration& c = two_layers(), const NameContext& context = {}) {
    const TensorName read = read_name(name, context, c);
    const NameGuess* best = nullptr;
    for (const NameGuess& guess : read.guesses) {
        if (!best || guess.rank < best->rank) best = &guess;
    }
    if (!best) return {};
    std::string paths;
    for (const std::string& path : paths_of(read, *best, c)) paths += (paths.empty() ? "" : " ") + path;
    return paths;
}

/// Whether a path is among the guesses for a name.
bool may_mean(const std::string& name, const std::string& path, const Configuration& c = two_layers()) {
    const TensorName read = read_name(name, {}, c);
    for (const NameGuess& guess : read.guesses) {
        for (const std::string& one : paths_of(read, guess, c)) {
            if (one == path) return true;
        }
    }
    return false;
}

}  // namespace

TEST_CASE("projections of many names") {
    CHECK(likeliest("encoder.layers.0.self_attn.q_proj") == "encoder.layers.0.self_attn.query");
    CHECK(likeliest("decoder.layers.1.encoder_attn.k_proj") == "decoder.layers.1.cross_attn.key");
    CHECK(likeliest("decoder.layers.1.src_attn.linears.2") == "decoder.layers.1.cross_attn.value");
    CHECK(likeliest("decoder/layer_1/multi_head_attention/query") == "decoder.layers.1.self_attn.query");
    CHECK(likeliest("enc1/self/v") == "encoder.layers.1.self_attn.value");
    CHECK(likeliest("decoder.layer_stack.0.slf_attn.w_qs") == "decoder.layers.0.self_attn.query");
    CHECK(likeliest("decoder.layer_stack.0.enc_attn.w_ks") == "decoder.layers.0.cross_attn.key");
    CHECK(likeliest("decoder.block.1.layer.1.EncDecAttention.q") == "decoder.layers.1.cross_attn.query");
    CHECK(likeliest("dec.0.cross.hook_k") == "decoder.layers.0.cross_attn.key");
    CHECK(likeliest("bert.encoder.layer.1.attention.self.key") == "encoder.layers.1.self_attn.key");
}

TEST_CASE("what stands inside an attention and what beside it") {
    CHECK(likeliest("decoder.h.0.attn.resid_dropout") == "decoder.layers.0.self_attn.dropped_output");
    CHECK(may_mean("decoder.layers.0.masked_attention.scores", "decoder.layers.0.self_attn.scores"));
    CHECK(likeliest("encoder.layers.1.attention.w_concat") == "encoder.layers.1.self_attn.output");
    CHECK(likeliest("encoder/layer_0/ffn/layer_postprocess", two_layers(NormPlacement::before)) == "encoder.layers.0.residual2");
    CHECK(likeliest("decoder.blocks.1.hook_resid_mid", two_layers(NormPlacement::before)) == "decoder.layers.1.residual1");
    CHECK(likeliest("decoder.blocks.1.mlp.hook_post") == "decoder.layers.1.ffn.activation");
    CHECK(may_mean("decoder.layers.1.self_attention_block", "decoder.layers.1.self_attn.output"));
}

TEST_CASE("scores, weights and what is made of them") {
    CHECK(may_mean("encoder.layers.0.self_attn.scores", "encoder.layers.0.self_attn.masked_scores"));
    CHECK(may_mean("encoder.layers.0.self_attn.attn_weights", "encoder.layers.0.self_attn.scores"));
    CHECK(likeliest("dec0/cross/probs") == "decoder.layers.0.cross_attn.weights");
    CHECK(likeliest("cross_attentions.1") == "decoder.layers.1.cross_attn.weights");
    CHECK(likeliest("encoder_attentions.1") == "encoder.layers.1.self_attn.weights");
    CHECK(likeliest("decoder.layers.0.self_attn.concat") == "decoder.layers.0.self_attn.merged");
    CHECK(may_mean("dec.1.attn.hook_z", "decoder.layers.1.self_attn.context"));
    CHECK(may_mean("decoder.layers.0.multihead_attn", "decoder.layers.0.cross_attn.output"));
    CHECK(likeliest("decoder.layers.0.self_attn.out_proj") == "decoder.layers.0.self_attn.output");
}

TEST_CASE("masked is the decoder's self-attention as a word of a module, and scores with the mask as one of a tensor") {
    CHECK(likeliest("dec1.masked_mha.q") == "decoder.layers.1.self_attn.query");
    CHECK(likeliest("dec1.masked_mha.attn") == "decoder.layers.1.self_attn.weights");
    CHECK(likeliest("dec1.masked_mha.scores") == "decoder.layers.1.self_attn.scores");
    CHECK(may_mean("dec1.masked_mha.out", "decoder.layers.1.self_attn.output"));
    CHECK(may_mean("dec1.masked_mha", "decoder.layers.1.self_attn.output"));
    CHECK(likeliest("dec1.masked_attention.weights") == "decoder.layers.1.self_attn.weights");
    CHECK(likeliest("decoder.layers.1.masked_multihead_attention.key") == "decoder.layers.1.self_attn.key");
    CHECK(likeliest("decoder.layers.1.causal.v") == "decoder.layers.1.self_attn.value");
    CHECK(likeliest("decoder.layers.1.masked.probs") == "decoder.layers.1.self_attn.weights");
    CHECK(likeliest("dec1.masked_mha_norm") == "decoder.layers.1.norm1");
    CHECK(likeliest("dec1.mha.masked_scores") == "decoder.layers.1.self_attn.masked_scores");
    CHECK(likeliest("dec1.cross_attn.masked_scores") == "decoder.layers.1.cross_attn.masked_scores");
    CHECK(likeliest("decoder.layers.1.multihead_attn.masked_scores") == "decoder.layers.1.cross_attn.masked_scores");
    CHECK(likeliest("dec1.masked_mha.masked_scores") == "decoder.layers.1.self_attn.masked_scores");
    CHECK(likeliest("enc1.mha.masked_weights") == "encoder.layers.1.self_attn.weights");
}

TEST_CASE("LayerNorms, residuals and feed-forward networks") {
    CHECK(likeliest("model.encoder.layers.1.self_attn_layer_norm") == "encoder.layers.1.norm1");
    CHECK(likeliest("model.decoder.layers.1.encoder_attn_layer_norm") == "decoder.layers.1.norm2");
    CHECK(likeliest("model.decoder.layers.1.final_layer_norm") == "decoder.layers.1.norm3");
    CHECK(likeliest("decoder.layers.0.sublayer.2.norm") == "decoder.layers.0.norm3");
    CHECK(likeliest("decoder.block.0.layer.1.layer_norm") == "decoder.layers.0.norm2");
    CHECK(likeliest("encoder.layer.0.output.LayerNorm", two_layers()).empty());
    CHECK(likeliest("encoder.layer.0.attention.output.LayerNorm") == "encoder.layers.0.norm1");
    CHECK(likeliest("encoder.blocks.0.mlp_ln") == "encoder.layers.0.norm2");
    CHECK(likeliest("encoder.layers.0.sublayer.0") == "encoder.layers.0.norm1");
    CHECK(likeliest("encoder.layers.0.sublayer.0", two_layers(NormPlacement::before)) == "encoder.layers.0.residual1");
    CHECK(likeliest("dec1/after_cross") == "decoder.layers.1.norm2");
    CHECK(likeliest("decoder.1") == "decoder.layers.1.norm3");
    CHECK(likeliest("decoder.1", two_layers(NormPlacement::before)) == "decoder.layers.1.residual3");
    CHECK(likeliest("encoder.layers.0.linear1") == "encoder.layers.0.ffn.linear1");
    CHECK(may_mean("encoder.layers.0.linear2", "encoder.layers.0.ffn.linear2"));
    CHECK(likeliest("encoder.blocks.0.mlp.act") == "encoder.layers.0.ffn.activation");
    CHECK(likeliest("enc.0.mlp.down.hook_out") == "encoder.layers.0.ffn.linear2");
    CHECK(likeliest("decoder.block.0.layer.2.DenseReluDense.wi") == "decoder.layers.0.ffn.linear1");
    CHECK(likeliest("encoder.block.1.layer.1.DenseReluDense.wo") == "encoder.layers.1.ffn.linear2");
    CHECK(likeliest("transformer.decoder.layers.0.dropout2") == "decoder.layers.0.cross_attn.dropped_output");
}

TEST_CASE("what stands outside of the layers") {
    CHECK(likeliest("positional_encoding") == "src.positions tgt.positions");
    CHECK(may_mean("pos_encoder", "tgt.sum"));
    CHECK(may_mean("encoder.pos_encoder", "src.sum"));
    CHECK(may_mean("positional_encoding", "tgt.sum"));
    CHECK(may_mean("src_embed", "src.sum"));
    CHECK(likeliest("decoder.token_embedding") == "tgt.embedding");
    CHECK(likeliest("encoder_hidden_states.0") == "src.sum");
    CHECK(likeliest("encoder_hidden_states.2") == "encoder.layers.1.norm2");
    CHECK(likeliest("encoder_last_hidden_state") == "memory");
    CHECK(likeliest("transformer.encoder") == "memory");
    CHECK(likeliest("transformer") == "decoder.norm");
    CHECK(likeliest("encoder.layer_norm") == "encoder.norm");
    CHECK(likeliest("vocab_logits") == "logits");
    CHECK(may_mean("generator", "logits"));
    CHECK(likeliest("loss") == "loss");
    CHECK(likeliest("encoder.layers.7.norm1").empty());
    CHECK(likeliest("something.else") == "logits");  // if its shape has the size of the vocabulary
}

TEST_CASE("layers counted from 1") {
    NameContext context;
    context.layers_from_one = true;
    CHECK(likeliest("encoder_layer_2_ffn_act", two_layers(), context) == "encoder.layers.1.ffn.activation");
}

TEST_CASE("of a model of one stack a layer ends with its second sublayer, and the stack with its norm or its last layer") {
    for (const NormPlacement placement : {NormPlacement::after, NormPlacement::before}) {
        Configuration decoder = two_layers(placement), encoder = decoder, both = decoder;
        decoder.architecture = Architecture::decoder, decoder.num_encoder_layers = 0;
        encoder.architecture = Architecture::encoder, encoder.num_decoder_layers = 0;
        const std::string end = placement == NormPlacement::after ? ".norm" : ".residual";
        CHECK(likeliest("decoder.layers.1", both) == "decoder.layers.1" + end + "3");
        CHECK(likeliest("decoder.layers.1", decoder) == "decoder.layers.1" + end + "2");
        CHECK(likeliest("encoder.layers.1", encoder) == "encoder.layers.1" + end + "2");
        CHECK(likeliest("decoder.layers.0.mlp_norm", decoder) == "decoder.layers.0.norm2");
        CHECK(likeliest("encoder", both) == "memory");
        CHECK(likeliest("encoder", encoder) == "encoder.norm");
        CHECK(likeliest("decoder", decoder) == "decoder.norm");
        encoder.final_norm = decoder.final_norm = false;
        CHECK(likeliest("encoder", encoder) == "encoder.layers.1" + end + "2");
        CHECK(likeliest("decoder", decoder) == "decoder.layers.1" + end + "2");
    }
}

}  // namespace vitrine
