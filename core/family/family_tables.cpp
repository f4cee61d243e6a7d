#include "core/family/family_tables.h"

namespace vitrine {

namespace {

/// The name under which the folder stores a table: `own`, unless the table is tied to `base` and has the same numbers. If the
/// folder has neither, the error asks for `base`.
std::string table_name(const std::string& own, const std::string& base, bool tied, const StoredUnder& stored) {
    const ForeignTensor *mine = own.empty() ? nullptr : stored(own), *shared = base.empty() ? nullptr : stored(base);
    if (base.empty() || !mine) return base.empty() ? own : base;
    return tied && shared && same_numbers(*mine, *shared) ? base : own;
}

/// The table that all share or, if the folder lacks it, the first of the tables tied to it that the folder has.
std::string shared_name(const FamilyTables& tables, const StoredUnder& stored) {
    if (tables.shared.empty() || stored(tables.shared)) return tables.shared;
    for (const std::string& other : {tables.source, tables.target, tables.tied ? tables.output : std::string()})
        if (!other.empty() && stored(other)) return other;
    return tables.shared;
}

Tie tie_of(const Configuration& c, const std::string& source, const std::string& target, const std::string& output) {
    const bool one_output = output == (c.has_decoder() ? target : source);
    const bool one_embedding = c.has_encoder() && c.has_decoder() && source == target;
    if (one_embedding) return one_output ? Tie::all : Tie::embeddings;
    return one_output ? Tie::output : Tie::none;
}

}  // namespace

void settle_tables(FamilyModel& model, const StoredUnder& stored) {
    const FamilyTables& tables = model.tables;
    Configuration& c = model.configuration;
    const std::string shared = shared_name(tables, stored);
    std::string source = table_name(tables.source, shared, tables.tied, stored);
    std::string target = table_name(tables.target, shared, tables.tied, stored);
    std::string& input = c.has_decoder() ? target : source;
    if (tables.tied && !stored(input) && stored(tables.output)) input = tables.output;
    const std::string output = tables.tied ? table_name(tables.output, input, true, stored) : tables.output;
    c.tie = tie_of(c, source, target, output);
    ParameterNames all;
    if (c.has_encoder()) all.push_back({source, "src_embedding.weight"});
    if (c.has_decoder() && !c.ties_embeddings()) all.push_back({target, "tgt_embedding.weight"});
    if (c.logits && !c.ties_output()) all.push_back({output, "fc_out.weight"});
    model.tensors.insert(model.tensors.begin(), all.begin(), all.end());
    for (const std::string& name : {tables.shared, tables.source, tables.target, tables.output})
        if (!name.empty()) model.passed_over.push_back(name);
}

}  // namespace vitrine
