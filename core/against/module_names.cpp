#include "core/against/module_names.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/import/mapping_json.h"
#include "core/io/model_folder.h"

namespace vitrine {

namespace {

/// Parts of ours by the modules of theirs that have a tensor in them, directly or not.
using PartsOfModules = std::map<std::string, std::set<std::string>>;

void replace_first(std::string& text, std::string_view from, std::string_view to) {
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
}

/// The parts of ours that a piece of a weight is of: W_Q, W_K and W_V are one parameter. Empty: of a bias, or none that is shown.
std::vector<std::string> parts_of_piece(const MappingEntry& entry, std::size_t piece) {
    std::string part = entry.parameter;
    if (!part.ends_with("weight") || part.find("embedding_projection") != std::string::npos) return {};
    replace_first(part, "transformer.", "");
    replace_first(part, ".multihead_attn.", ".cross_attn.");
    if (part.ends_with("in_proj_weight")) {
        const std::string attention = part.substr(0, part.size() - std::string_view("in_proj_weight").size());
        const std::vector<std::string> three{attention + "query", attention + "key", attention + "value"};
        const std::size_t each = entry.pieces.size() / 3;  // a matrix for each head
        if (each == 0 || entry.pieces.size() % 3 != 0) return three;
        return {three[piece / each]};
    }
    part.resize(part.size() - std::string_view(".weight").size());
    replace_first(part, ".out_proj", ".output");
    replace_first(part, ".linear", ".ffn.linear");
    replace_first(part, "_embedding", "_token_embedding");
    replace_first(part, "_token_embedding_norm", "_embedding_norm");
    return {part == "fc_out" ? "logits" : part};
}

/// A table that the file has once is of both sides.
void add_tied(const Mapping& mapping, std::set<std::string>& parts) {
    const auto is_of_target = [](const MappingEntry& entry) { return entry.parameter == "tgt_embedding.weight"; };
    const bool tied = std::none_of(mapping.entries.begin(), mapping.entries.end(), is_of_target);
    if (tied && parts.count("src_token_embedding") > 0) parts.insert("tgt_token_embedding");
}

/// The module that a tensor is of: its name without the last part.
std::string module_of(const std::string& tensor) {
    const auto dot = tensor.rfind('.');
    return dot == std::string::npos ? "" : tensor.substr(0, dot);
}

/// What all parts begin with, up to a dot; of two that are the same of either side, what they are without it.
std::string common_part(const std::set<std::string>& parts) {
    if (parts.size() == 2 && parts.begin()->starts_with("src_") && "tgt_" + parts.begin()->substr(4) == *parts.rbegin())
        return parts.begin()->substr(4);
    std::string common = *parts.begin();
    for (const std::string& part : parts) {
        while (!common.empty() && part != common && !part.starts_with(common + '.')) common = module_of(common);
    }
    return common;
}

}  // namespace

ModuleNames module_names(const Mapping& mapping) {
    PartsOfModules own, around;
    std::set<std::string> all;
    for (const MappingEntry& entry : mapping.entries) {
        for (std::size_t i = 0; i < entry.pieces.size(); ++i) {
            if (entry.pieces[i].kind != Piece::Kind::tensor) continue;
            const std::vector<std::string> listed = parts_of_piece(entry, i);
            std::set<std::string> parts(listed.begin(), listed.end());
            add_tied(mapping, parts);
            all.insert(parts.begin(), parts.end());
            std::string module = module_of(entry.pieces[i].tensor);
            if (!module.empty()) own[module].insert(parts.begin(), parts.end());
            for (; !module.empty(); module = module_of(module)) around[module].insert(parts.begin(), parts.end());
        }
    }
    ModuleNames names;
    for (const auto& [module, parts] : around) {
        const std::string ours = parts.empty() ? "" : common_part(parts);
        const bool whole = own.count(module) > 0 && (parts.size() == 1 || (!ours.empty() && all.count("src_" + ours) > 0));
        const auto beside = [&, &of_module = parts](const std::string& part) {
            return part.starts_with(ours + '.') && of_module.count(part) == 0;
        };
        const bool complete = parts.size() > 1 && std::none_of(all.begin(), all.end(), beside);
        if (!ours.empty() && (whole || complete)) names[module] = {ours, whole};
    }
    return names;
}

ModuleNames imported_module_names(const std::filesystem::path& folder) {
    const std::filesystem::path mapping = folder / model_folder::mapping;
    return std::filesystem::exists(mapping) ? module_names(read_mapping(mapping)) : ModuleNames{};
}

std::optional<std::string> in_our_words(const std::string& name, const ModuleNames& modules) {
    for (std::string module = name; !module.empty(); module = module_of(module)) {
        const auto known = modules.find(module);
        if (known == modules.end()) continue;
        if (module == name) return known->second.ours;
        if (known->second.whole) return std::nullopt;
        return known->second.ours + name.substr(module.size());
    }
    return std::nullopt;
}

}  // namespace vitrine
