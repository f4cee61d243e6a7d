#include "core/against/module_names.h"

#include <doctest/doctest.h>

namespace vitrine::module_names_test {

namespace {

Configuration two_layers(NormPlacement placement = NormPlacement::after) {
    Configuration c;
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.norm_placement = placement;
    return c;
}

/// The names of a decoder layer whose cross-attention is inside another block, and of an encoder layer whose attentions contain
/// their LayerNorms.
const WeightOrigins& origins() {
    static const WeightOrigins all{{"src_embedding.weight", {"encoder.words.weight"}},
                                   {"fc_out.weight", {"model.linear.weight"}},
                                   {"transformer.encoder.norm.weight", {"encoder.norm.alpha"}},
                                   {"transformer.encoder.layers.0.self_attn.in_proj_weight",
                                    {"stack.0.slf.q.weight", "stack.0.slf.k.weight", "stack.0.slf.v.weight"}},
                                   {"transformer.encoder.layers.0.self_attn.out_proj.weight", {"stack.0.slf.fc.weight"}},
                                   {"transformer.encoder.layers.0.norm1.weight", {"stack.0.slf.layer_norm.weight"}},
                                   {"transformer.encoder.layers.0.linear1.weight", {"stack.0.pos.w_1.weight"}},
                                   {"transformer.encoder.layers.0.linear2.weight", {"stack.0.pos.w_2.weight"}},
                                   {"transformer.encoder.layers.0.norm2.weight", {"stack.0.pos.layer_norm.weight"}},
                                   {"transformer.decoder.layers.1.self_attn.in_proj_weight", {"dec.1.attn.qkv.weight"}},
                                   {"transformer.decoder.layers.1.self_attn.out_proj.weight", {"dec.1.attn.out.weight"}},
                                   {"transformer.decoder.layers.1.norm1.weight", {"dec.1.norm.weight"}},
                                   {"transformer.decoder.layers.1.multihead_attn.in_proj_weight",
                                    {"dec.1.block.attn.W_Q", "dec.1.block.attn.W_K", "dec.1.block.attn.W_V"}},
                                   {"transformer.decoder.layers.1.multihead_attn.out_proj.weight", {"dec.1.block.attn.W_O"}},
                                   {"transformer.decoder.layers.1.norm2.weight", {"dec.1.block.norm1.weight"}},
                                   {"transformer.decoder.layers.1.linear1.weight", {"dec.1.block.ff.0.weight"}},
                                   {"transformer.decoder.layers.1.linear2.weight", {"dec.1.block.ff.2.weight"}},
                                   {"transformer.decoder.layers.1.norm3.weight", {"dec.1.block.norm2.weight"}},
                                   {"transformer.decoder.layers.1.norm3.bias", {"dec.1.block.norm2.bias"}}};
    return all;
}

/// The first of our tensors that a module's output may be; empty if nothing is known about the module.
std::string output(const std::string& name, NormPlacement placement = NormPlacement::after) {
    const Configuration c = two_layers(placement);
    const auto known = ModuleNames(origins(), c).output_of(name);
    return known ? paths_of(*known, known->guesses.front(), c).front() : "";
}

std::string renamed(const std::string& name) { return ModuleNames(origins(), two_layers()).in_our_words(name); }

}  // namespace

TEST_CASE("a module puts out what its weights make, whatever it is called") {
    CHECK(output("stack.0.slf.q") == "encoder.layers.0.self_attn.query");
    CHECK(output("module.stack.0.slf.fc") == "encoder.layers.0.self_attn.output");
    CHECK(output("stack/0/pos/w_1") == "encoder.layers.0.ffn.linear1");
    CHECK(output("dec.1.block.norm1") == "decoder.layers.1.norm2");
    CHECK(output("linear") == "logits");
    CHECK(output("encoder.norm") == "encoder.norm");
    CHECK(output("encoder.words") == "src.embedding");
    CHECK(output("dec.1.attn.qkv").empty());
    CHECK(output("dec.1.block.attn") == "decoder.layers.1.cross_attn.output");
    CHECK(output("elsewhere").empty());
}

TEST_CASE("behind a LayerNorm inside of it a module puts out what that does, if it comes last") {
    CHECK(output("stack.0.slf") == "encoder.layers.0.norm1");
    CHECK(output("stack.0.pos") == "encoder.layers.0.norm2");
    CHECK(output("stack.0") == "encoder.layers.0.norm2");
    CHECK(output("dec.1.block") == "decoder.layers.1.norm3");
    CHECK(output("stack.0.pos", NormPlacement::before).empty());
}

TEST_CASE("what is inside of a known module is called as it is with us") {
    CHECK(renamed("dec.1.block.attn.energy") == "decoder.layers.1.cross_attn.energy");
    CHECK(renamed("dec.1.attn.energy") == "decoder.layers.1.self_attn.energy");
    CHECK(renamed("dec.1.block.ff.1") == "decoder.layers.1.ffn.1");
    CHECK(renamed("dec.1.dropout") == "decoder.layers.1.dropout");
    CHECK(renamed("stack.0.slf.scores") == "encoder.layers.0.self_attn.scores");
    CHECK(renamed("elsewhere.scores") == "elsewhere.scores");
}

TEST_CASE("of an import without any weights nothing is known") {
    CHECK_FALSE(ModuleNames(WeightOrigins{}, two_layers()).output_of("encoder").has_value());
    CHECK(ModuleNames().in_our_words("a.b") == "a.b");
}

}  // namespace vitrine::module_names_test
