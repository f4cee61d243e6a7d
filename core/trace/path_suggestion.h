#pragma once
/// Suggestions for paths that a run does not have.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct Trace;

/// A path of nn.Transformer's as ours: "transformer.decoder.layers.0.multihead_attn.weights" is
/// "decoder.layers.0.cross_attn.weights".
std::string in_our_spelling(std::string path);

/// "; did you mean 'PATH'?": the path that it is in our spelling, if there is such a one, else those that are nearest to it.
std::string did_you_mean_path(const std::string& path, const std::vector<std::string>& known);

/// Why no recorded tensor's path fits the glob: "no path of a recorded tensor matches '*.wieghts'", or, of a tensor that other
/// batches have, "'loss' was not computed: the batch has no labels".
std::string nothing_matches(const Trace& trace, std::string_view glob);

}  // namespace vitrine
