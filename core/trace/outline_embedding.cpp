/// The two boxes of figure 1 that turn token ids into vectors: embedding and positions.

#include <cmath>

#include <fmt/format.h>

#include "core/ops/embedding.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::embedding(Side which) {
    side = which;
    const bool source = which == Side::source;
    const std::string path = source ? "src" : "tgt";
    const std::string table = (source || c.ties_embeddings() ? "src" : "tgt") + std::string("_embedding.weight");
    section = source ? "Source embedding" : "Target embedding";

    block(path + ".embedding", "Embedding",
          fmt::format("table of {} words × {} numbers", source ? c.src_vocab_size : c.tgt_vocab_size, c.embedding_width()),
          Role::residual);
    Step& look_up = step(Operation::embedding, words_of(Operation::embedding, computed), path + ".embedding");
    look_up.parameters = {table};
    fill(look_up, path,
         {{"tokens", "tokens", Role::tokens},
          {"embedding", "embedding", Role::residual, embedding_dependence(), {path + ".tokens", table}}});
    std::string x = path + ".embedding";
    if (c.d_embed) {
        Step& project =
            step(Operation::projection_of_embedding, words_of(Operation::projection_of_embedding, computed), path + ".projected");
        project.inputs = {x};
        add_linear_parameters(project, path + "_embedding_projection");
        fill(project, path, {linear({"projected", "projected", Role::residual}, {"projected", "embedding", "W", "b"}, project)});
        x = path + ".projected";
    }
    if (scales_embedding(c, regime.design)) {
        Step& scale = step(Operation::scaling, words_of(Operation::scaling, computed), path + ".scaled");
        scale.inputs = {x};
        const double factor = std::sqrt(static_cast<double>(c.d_model));
        fill(scale, path,
             {{"scaled",
               "scaled",
               Role::residual,
               scale_dependence(factor, fmt::format("scaled[l,j] = {}[l,j] · √D", c.d_embed ? "projected" : "embedding")),
               {x}}});
        x = path + ".scaled";
    }

    x = add_positions(x, path);
    if (c.embedding_norm) x = norm(x, path + ".normalized", path + "_embedding_norm");
    return drop(x, path, {"", Role::residual, regime.embedding_dropout, "blj"});
}

std::string OutlineWriter::add_positions(const std::string& x, const std::string& path) {
    const bool added = regime.design.positions, learned = c.positions == PositionKind::learned;
    block(path + ".positions", added ? "+ positions" : "No positions",
          !added    ? "nothing is added"
          : learned ? "learned"
                    : "sine and cosine",
          Role::residual);
    Step& add = step(Operation::positions, words_of(Operation::positions, computed), path + ".sum");
    add.inputs = {x};
    if (!added) {
        fill(add, path, {{"sum", "sum", Role::residual, copy_dependence("blj", "sum[l,j] = x[l,j]"), {x}}});
        return path + ".sum";
    }
    if (learned) add.parameters = {path + "_positions.weight"};
    fill(add, path,
         {{"positions", "positions", Role::residual,
           learned ? learned_positions_dependence() : sinusoidal_positions_dependence(c.d_model), add.parameters},
          {"sum", "sum", Role::residual, add_positions_dependence(), {x, path + ".positions"}}});
    return path + ".sum";
}

}  // namespace vitrine
