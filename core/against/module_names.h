#pragma once
/// The names of another program's modules in our words, as an import has found them out.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/import/mapping.h"

namespace vitrine {

/// What a module of theirs is: a name such as "decoder.layers.1.cross_attn", which is read like any other.
struct ModuleName {
    std::string ours;
    bool whole = false;  ///< whether it is one matrix, table or LayerNorm, so that nothing in it has a name of its own
};
using ModuleNames = std::map<std::string, ModuleName>;

/// The modules that a mapping's parameters are of: "dec_blocks.1.memory_mha.Wq" is "decoder.layers.1.cross_attn.query". Modules
/// around them are known where they have all of a part of ours and nothing else: "dec_blocks.1.memory_mha" then is
/// "decoder.layers.1.cross_attn". What is of both sides is named without a side.
ModuleNames module_names(const Mapping& mapping);

/// Those of the mapping.json that an import has left in a model's folder; none where there is no such file. Throws Error naming
/// file and field where it cannot be read.
ModuleNames imported_module_names(const std::filesystem::path& folder);

/// A tensor's name in our words, as far as its beginning is a module that is known; nothing where it is not.
std::optional<std::string> in_our_words(const std::string& name, const ModuleNames& modules);

}  // namespace vitrine
