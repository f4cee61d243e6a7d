#pragma once
/// Suggestions for paths that a run does not have.

#include <string>
#include <vector>

namespace vitrine {

/// A path of nn.Transformer's as ours: "transformer.decoder.layers.0.multihead_attn.weights" is
/// "decoder.layers.0.cross_attn.weights".
std::string in_our_spelling(std::string path);

/// "; did you mean 'PATH'?": the path that it is in our spelling, if there is such a one, else those that are nearest to it.
std::string did_you_mean_path(const std::string& path, const std::vector<std::string>& known);

}  // namespace vitrine
