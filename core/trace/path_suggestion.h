#pragma once
/// Suggestions for paths that a run does not have.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct Trace;

/// Turns a path in the spelling of nn.Transformer into ours: "transformer.decoder.layers.0.multihead_attn.weights" becomes
/// "decoder.layers.0.cross_attn.weights".
std::string in_our_spelling(std::string path);

/// "; did you mean 'PATH'?" with the path in our spelling if it is known, otherwise with the known paths that are most similar.
std::string did_you_mean_path(const std::string& path, const std::vector<std::string>& known);

/// Why no recorded tensor's path fits the glob: "no path of a recorded tensor matches '*.wieghts'", or, of a tensor that other
/// batches have, "'loss' was not computed: the batch has no labels".
std::string nothing_matches(const Trace& trace, std::string_view glob);

}  // namespace vitrine
