#pragma once
/// Computes how much memory the kept keys and values take. Only for app/views/generate.

#include "app/views/generate/parts.h"

namespace vitrine {

/// Bytes of the keys and values of one sentence, in all decoder layers.
struct CacheBytes {
    double kept = 0;       ///< of the words read up to a node, for the self-attentions
    double ungrouped = 0;  ///< the same if every head had its own key head
    double source = 0;     ///< of the source, for the cross-attentions; 0 in a decoder alone
};
CacheBytes cache_bytes(const Decoded& decoded, int asking);

/// "3.1 kB"; below 1000 bytes "512 bytes".
std::string bytes_text(double bytes);

/// The size and how it is computed, and how much heads that share keys save. That is nothing in the paper's models, where every
/// head has its own key head.
std::vector<std::string> cache_size_words(const GenerateScene& scene);

}  // namespace vitrine
