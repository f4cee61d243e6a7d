#include <algorithm>

#include "core/import/entries.h"
#include "core/import/fitting.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The number of tokens of a table that has not been found yet, large enough for any special id.
constexpr Size words_of_unknown = 1 << 16;

/// The length of the rows of an embedding table: d_model, or d_embed if another matrix projects it to d_model. 0: it is not a
/// table.
Size row_of(const Found& table, const Found& projection, Size width) {
    if (!table || !table.module->weight) return 0;
    const auto shape = table.module->weight.tensor->squeezed();
    if (shape.size() != 2) return 0;
    if (shape[0] == width || shape[1] == width) return width;
    return projection ? shape[1] : 0;
}

/// Whether the target's table or the output is the same tensor as another one, and therefore tied to it.
bool is_tied(const Found& found, const Found& other, Mapping& mapping) {
    if (!found || !other || !other.module->weight) return false;
    if (found.module == other.module) return true;
    if (!found.module->weight || !same_numbers(*found.module->weight.tensor, *other.module->weight.tensor)) return false;
    mapping.left.push_back({found.module->weight.name, "tied: the same numbers as " + in_quotes(other.module->weight.name)});
    return true;
}

Size words_in(const Found& table, Size row) { return row > 0 ? table.module->weight.tensor->count() / row : 0; }

/// Adds a table of embeddings, tokens × row.
void add_table(const std::string& parameter, const Found& table, Size row, EntryMaker& maker, const std::string& note = {}) {
    if (row == 0) {
        if (table) maker.miss(table.module->shown() + " is no table of rows of d_model " + std::to_string(maker.width));
        return maker.miss("no tensor for " + parameter, {{parameter, {words_of_unknown * maker.width}}});
    }
    const NamedForeign& weight = table.module->weight;
    const auto axes = matrix_axes(*weight.tensor, words_in(table, row), row, false);
    Found found = table;
    const bool turned = shortest(*axes) == std::vector{1, 0};
    if (!note.empty()) take_worse(found, {table.module, Certainty::guessed, note});
    maker.add(parameter, {{.tensor = weight.name, .axes = shortest(*axes)}}, found, turned ? "transposed" : "");
}

/// Adds LayerNorms outside of the layers: both stacks have one, or neither.
void add_norm_pair(const std::string& source, const std::string& target, const Found& of_source, const Found& of_target,
                   EntryMaker& maker) {
    if (!of_source && !of_target) return;
    maker.add_norm(source, of_source);
    maker.add_norm(target, of_target);
}

/// Whether the name of a stack's LayerNorm leaves open where it is: "layer_norm" does, but "norm" is the final one of
/// nn.Transformer.
bool is_open(const Found& norm) {
    if (!norm) return false;
    const Words& last = norm.module->parts.back();
    return std::all_of(last.begin(), last.end(),
                       [](const std::string& word) {
                           return has_word({word}, {"layer", "norm", "ln", "layernorm"});
                       }) &&
           last != Words{"norm"};
}

void add_stack_norms(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker) {
    const SideParts &source = parts.source, &target = parts.target;
    add_norm_pair("src_embedding_norm", "tgt_embedding_norm", source.embedding_norm, target.embedding_norm, maker);
    const bool open = (is_open(source.stack_norm) || is_open(target.stack_norm)) && !source.embedding_norm;
    if (open && known.count(ImportQuestion::stack_norm) == 0) {
        maker.mapping.answers[ImportQuestion::stack_norm] = {"final", AnswerSource::guessed, "most have it behind the layers"};
    }
    if (open && answers_with(known, ImportQuestion::stack_norm, "embedding")) {
        return add_norm_pair("src_embedding_norm", "tgt_embedding_norm", source.stack_norm, target.stack_norm, maker);
    }
    add_norm_pair("transformer.encoder.norm", "transformer.decoder.norm", source.stack_norm, target.stack_norm, maker);
}

/// The bias before the logits: the output's own, or a lone one.
void add_output_bias(const OuterParts& parts, Size words, EntryMaker& maker) {
    if (!maker.has_bias) return;
    for (const Found* found : {&parts.output, &parts.output_bias}) {
        const bool fits = *found && found->module->bias && found->module->bias.tensor->count() == words;
        if (fits) return maker.add("fc_out.bias", {{.tensor = found->module->bias.name}}, *found);
    }
    maker.add("fc_out.bias", {zeros_of(words > 0 ? words : words_of_unknown)}, {}, "absent, so zeros");
}

}  // namespace

void add_outer(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker) {
    const SideParts &source = parts.source, &target = parts.target;
    const Found& source_table = source.table ? source.table : target.table;
    const Found& target_table = target.table ? target.table : source.table;
    const Size source_row = row_of(source_table, source.projection, maker.width);
    const Size target_row = row_of(target_table, target.projection, maker.width);
    const bool same = is_tied(target_table, source_table, maker.mapping);
    const bool output_is_table = !parts.output || is_tied(parts.output, target_table, maker.mapping);
    std::string note = source.table && target.table ? "" : "the only table, so that of both sides";
    const std::string output_note = parts.output ? "" : "also the output, since the file has no matrix for it";
    add_table("src_embedding.weight", source_table, source_row, maker, same ? with_reason(note, output_note) : note);
    if (!same) add_table("tgt_embedding.weight", target_table, target_row, maker, output_note);
    if (source.projection) maker.add_linear("src_embedding_projection", source.projection, maker.width, source_row);
    if (target.projection) maker.add_linear("tgt_embedding_projection", target.projection, maker.width, target_row);
    add_positions(parts, known, maker);
    add_stack_norms(parts, known, maker);
    const Size words = words_in(target_table, target_row);
    if (!output_is_table) {
        Found weight = parts.output;
        const auto axes = weight.module->weight ? matrix_axes(*weight.module->weight.tensor, words, maker.width,
                                                              maker.order_of(*weight.module).in_out)
                                                : std::nullopt;
        if (axes) {
            maker.add("fc_out.weight", {{.tensor = weight.module->weight.name, .axes = shortest(*axes)}}, weight,
                      shortest(*axes) == std::vector{1, 0} ? "transposed" : "");
        } else {
            maker.miss(weight.module->shown() + " does not have the shape of fc_out.weight, " + std::to_string(words) + "×" +
                           std::to_string(maker.width),
                       {{"fc_out.weight", {(words > 0 ? words : words_of_unknown) * maker.width}}});
        }
    }
    add_output_bias(parts, words, maker);
}

}  // namespace vitrine
