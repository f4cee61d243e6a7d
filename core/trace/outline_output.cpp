/// The boxes behind the last stack: what comes before the logits, logits and loss.

#include <cmath>

#include <fmt/format.h>

#include "core/ops/activation.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/embedding.h"
#include "core/ops/soft_cap.h"
#include "core/ops/softmax.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

/// The blocks between the last stack and the logits.
std::string OutlineWriter::head(const std::string& x) {
    std::string read = x;
    section = "Output";
    layer = -1;
    if (c.output_transform) {
        block("head", "Transformation", "before the logits", Role::output);
        Step& dense = step(Operation::head_linear, read, "head.dense");
        add_linear_parameters(dense, "head.dense", c.bias);
        fill(dense, "head", {linear({"dense", "dense", Role::output}, {"dense", "x", "W", c.bias ? "b" : ""}, dense)});
        fill(step(Operation::activation, "head.dense", "head.activation"), "head",
             {{"activation", "activation", Role::output, activation_dependence(c.activation_of_head()), {"head.dense"}}});
        read = norm("head.activation", "head.norm", {c.layer_norm_options(), c.has_norm_bias()}, "head.norm");
    }
    if (c.scale_output) {
        block("head.scaled", "Scaling", fmt::format("/ √{}", c.d_model), Role::output);
        Step& scale = step(Operation::output_scaling, read, "head.scaled");
        fill(scale, "head",
             {{"scaled",
               "scaled",
               Role::output,
               scale_dependence(1 / std::sqrt(static_cast<double>(c.d_model)), "scaled[l,j] = x[l,j] / √D"),
               {read}}});
        read = "head.scaled";
    }
    if (!c.project_output) return read;
    const std::string bias = c.has_embedding_projection_bias() ? "b" : "";
    block("head.projected", "Projection", fmt::format("{} → {}", c.d_model, c.embedding_width()), Role::output);
    Step& project = step(Operation::projection_of_output, read, "head.projected");
    add_linear_parameters(project, "head.projection", !bias.empty());
    fill(project, "head", {linear({"projected", "projected", Role::output}, {"projected", "x", "W", bias}, project)});
    return "head.projected";
}

void OutlineWriter::output(const std::string& x) {
    section = "Output";
    const bool of_source = c.last_stack() == StackKind::encoder || (c.has_encoder() && c.ties_embeddings());
    const std::string table = of_source ? "src_embedding.weight" : "tgt_embedding.weight";
    block("output", "Logits, softmax", fmt::format("{} words", c.output_vocabulary()), Role::output);
    Step& logits = step(Operation::logits, x, "logits");
    logits.parameters = {c.ties_output() ? table : "fc_out.weight"};
    if (c.has_output_bias()) logits.parameters.push_back("fc_out.bias");
    const std::string path = c.logits_cap ? "head" : "", name = c.logits_cap ? "uncapped" : "logits";
    fill(logits, path, {linear({name, name, Role::output}, {name, "x", "W", c.has_output_bias() ? "b" : ""}, logits)});
    if (c.logits_cap) {
        const std::string formula = fmt::format("logits[l,v] = {0:g} · tanh(uncapped[l,v] / {0:g})", *c.logits_cap);
        fill(step(Operation::logits_cap, "head.uncapped", "logits_cap"), "",
             {{"logits", "logits", Role::output, soft_cap_dependence("blv", *c.logits_cap, formula), {"head.uncapped"}}});
    }
    fill(step(Operation::probabilities, "logits", "probabilities"), "",
         {{"probabilities",
           "p",
           Role::output,
           softmax_dependence("blv", "p[l,v] = exp(logits[l,v]) / Σ exp(logits[l,j])", {"logits", "p"}),
           {"logits"}}});
    fill(step(Operation::predictions, "logits", "predictions"), "",
         {{"predictions", "argmax", Role::output, argmax_dependence(), {"logits"}}});
    outline.blocks.back().output = "probabilities";

    loss("logits", "probabilities");
}

void OutlineWriter::classifier(const std::string& x) {
    section = "Output";
    layer = -1;
    const std::string path = "classifier", bias = c.bias ? "b" : "";
    block(path + ".dense", "First position", "for the whole sentence", Role::output);
    Step& dense = step(Operation::class_linear, x, path + ".dense");
    add_linear_parameters(dense, path + ".dense", c.bias);
    fill(dense, path, {sentence_linear({"dense", "dense", Role::output}, {"dense", "x", "W", bias}, dense)});
    fill(step(Operation::activation, path + ".dense", path + ".activation"), path,
         {{"activation", "activation", Role::output, activation_dependence(c.activation_of_head(), "bf"), {path + ".dense"}}});

    block(path, "Scores, softmax", fmt::format("{} classes", c.classes), Role::output);
    Step& scores = step(Operation::class_scores, path + ".activation", path + ".scores");
    add_linear_parameters(scores, path + ".out", c.has_output_bias());
    fill(scores, path,
         {sentence_linear({"scores", "scores", Role::output}, {"scores", "activation", "W", c.has_output_bias() ? "b" : ""},
                          scores)});
    fill(step(Operation::class_probabilities, path + ".scores", path + ".probabilities"), path,
         {{"probabilities",
           "p",
           Role::output,
           softmax_dependence("bv", "p[v] = exp(scores[v]) / Σ exp(scores[j])", {"scores", "p"}),
           {path + ".scores"}}});
    loss(path + ".scores", path + ".probabilities");
}

/// `scores`: of the words or classes that labels are.
void OutlineWriter::loss(const std::string& scores, const std::string& probabilities) {
    const bool of_sentences = c.classes > 0;
    block("loss", "Loss", "cross-entropy with the labels", Role::output);
    Step& loss = step(Operation::loss, scores, "loss");
    const CrossEntropyRule rule{c.output_padding(), regime.label_smoothing, regime.counted_labels, of_sentences};
    fill(loss, "",
         {{"labels", "labels", Role::tokens},
          {"token_loss",
           of_sentences ? "loss per sentence" : "loss per token",
           Role::output,
           token_loss_dependence(rule, c.label_kinds()),
           {"labels", scores},
           false,
           probabilities},
          {"loss", "loss", Role::output, loss_dependence(rule), {"labels", "token_loss"}}});
    loss.result = outline.blocks.back().output = "token_loss";
}

}  // namespace vitrine
