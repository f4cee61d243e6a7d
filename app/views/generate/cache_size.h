#pragma once
/// How much memory the kept keys and values take. Only for app/views/generate.

#include "app/views/generate/parts.h"

namespace vitrine {

/// Bytes of the keys and values of one sentence, in all decoder layers.
struct CacheBytes {
    double kept = 0;       ///< of the words read up to a node, for the self-attentions
    double ungrouped = 0;  ///< what that were if every head had a key head of its own
    double source = 0;     ///< of the source, for the cross-attentions; 0 in a decoder alone
};
CacheBytes cache_bytes(const Decoded& decoded, int asking);

/// "3.1 kB"; below 1000 bytes "512 bytes".
std::string bytes_text(double bytes);

/// The size and how it comes about, and what heads that share keys save; nothing for models as the paper has them, which keep one
/// head of keys for every head.
std::vector<std::string> cache_size_words(const GenerateScene& scene);

}  // namespace vitrine
