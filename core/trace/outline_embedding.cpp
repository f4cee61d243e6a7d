/// The two boxes of figure 1 that turn token ids into vectors: embedding and positions.

#include <cmath>

#include <fmt/format.h>

#include "core/ops/embedding.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::embedding(Side which) {
    side = which;
    const bool source = which == Side::source;
    const EmbeddingDescription& described = source ? outline.model.source : outline.model.target;
    const std::string path = path_of(side);
    const std::string table =
        (source || (c.has_encoder() && c.ties_embeddings()) ? "src" : "tgt") + std::string("_embedding.weight");
    section = c.architecture != Architecture::transformer ? "Embedding" : source ? "Source embedding" : "Target embedding";

    block(path + ".embedding", "Embedding",
          fmt::format("table of {} tokens × {} dimensions", source ? c.src_vocab_size : c.tgt_vocab_size, c.embedding_width()),
          Role::residual);
    Step& look_up = step(Operation::embedding, words_of(Operation::embedding, computed_here()), path + ".embedding");
    look_up.parameters = {table};
    fill(look_up, path,
         {{"tokens", "tokens", Role::tokens},
          {"embedding", "embedding", Role::residual, embedding_dependence(c.untrained_token), {path + ".tokens", table}}});
    std::string x = path + ".embedding";
    if (c.d_embed) {
        Step& project = step(Operation::projection_of_embedding, x, path + ".projected");
        const std::string bias = c.has_embedding_projection_bias() ? "b" : "";
        add_linear_parameters(project, path + "_embedding_projection", !bias.empty());
        fill(project, path, {linear({"projected", "projected", Role::residual}, {"projected", "embedding", "W", bias}, project)});
        x = path + ".projected";
    }
    if (described.scaled) {
        Step& scale = step(Operation::scaling, x, path + ".scaled");
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
    if (described.norm) x = norm(x, path + ".normalized", *described.norm, path + "_embedding_norm");
    return drop(x, path, {"", Role::residual, regime.embedding_dropout, "blj"});
}

namespace {

/// The title and subtitle of the box that adds positions and segments.
struct SumTitle {
    std::string title, subtitle;
};

/// `design_positions`: the design has positions, no matter where the model uses them.
SumTitle sum_title(const Configuration& c, bool design_positions, bool segments) {
    const bool positions = design_positions && c.adds_positions();
    if (segments) return {positions ? "+ positions, segments" : "+ segments", positions ? "learned" : "no positions"};
    if (positions) return {"+ positions", c.positions == PositionKind::learned ? "learned" : "sine and cosine"};
    if (design_positions && c.is_rotary()) return {"Nothing added", "Q and K are rotated"};
    if (design_positions && c.positions == PositionKind::relative) return {"Nothing added", "scores depend on distance"};
    return {"No positions", "nothing is added"};
}

Dependence positions_dependence(const Configuration& c) {
    if (c.positions == PositionKind::learned) return learned_positions_dependence(c.position_offset);
    return sinusoidal_positions_dependence(c.d_model,
                                           c.positions == PositionKind::sines_first ? Waves::sines_first : Waves::interleaved);
}

}  // namespace

std::string OutlineWriter::add_positions(const std::string& x, const std::string& path) {
    const bool added = regime.design.positions && c.adds_positions(), segments = c.segment_kinds > 0 && side == Side::source;
    const auto [title, subtitle] = sum_title(c, regime.design.positions, segments);
    block(path + ".positions", title, subtitle, Role::residual);
    Step& add = step(Operation::positions, x, path + ".sum");
    std::vector<std::string> summed{x};
    if (added) {
        if (c.positions == PositionKind::learned) add.parameters = {path + "_positions.weight"};
        fill(add, path, {{"positions", "positions", Role::residual, positions_dependence(c), add.parameters}});
        summed.push_back(path + ".positions");
    }
    if (segments) {
        add.parameters.push_back("segments.weight");
        fill(add, path,
             {{"segments", "segments", Role::tokens},
              {"segment",
               "segment",
               Role::residual,
               embedding_dependence(no_token, "segment", "segments"),
               {path + ".segments", "segments.weight"}}});
        summed.push_back(path + ".segment");
        fill(add, path, {{"sum", "sum", Role::residual, add_embeddings_dependence(added), summed}});
    } else if (added) {
        fill(add, path, {{"sum", "sum", Role::residual, add_positions_dependence(), summed}});
    } else {
        fill(add, path, {{"sum", "sum", Role::residual, copy_dependence("blj", "sum[l,j] = x[l,j]"), summed}});
    }
    return path + ".sum";
}

}  // namespace vitrine
