#include <algorithm>
#include <cmath>

#include "core/import/entries.h"
#include "core/import/fitting.h"
#include "core/ops/embedding.h"

namespace vitrine {

namespace {

constexpr Size default_rows = 512;

/// The number of rows of a table of positions, rows × d_model with axes of length 1 anywhere; 0 if it is not such a table.
Size rows_of_table(const Found& table, Size width) {
    if (!table || !table.module->weight) return 0;
    const auto shape = table.module->weight.tensor->squeezed();
    return shape.size() == 2 && shape[1] == width ? shape[0] : 0;
}

/// Whether a table holds the paper's sines and cosines, up to rounding: some programs compute them in float16, or from rounded
/// frequencies.
bool holds_sinusoids(const Found& table, Size width) {
    constexpr Size looked_at = 64;
    constexpr double tolerance = 2e-3;
    const Size rows = std::min(rows_of_table(table, width), looked_at);
    if (rows == 0) return false;
    Tensor waves{Axis::position, Axis::feature};
    waves.resize({rows, width});
    sinusoidal_positions(waves);
    const std::vector<Scalar> numbers = numbers_of(*table.module->weight.tensor);
    for (Size i = 0; i < rows * width; ++i) {
        const auto difference = static_cast<double>(numbers[static_cast<std::size_t>(i)]) - static_cast<double>(waves.data()[i]);
        if (!(std::abs(difference) <= tolerance)) return false;
    }
    return true;
}

/// BART in Hugging Face's library keeps two rows before the first position.
bool is_of_bart(const SideParts& side) {
    const auto named = [](const Found& found, const char* name) {
        return found && found.module->weight.name.find(name) != std::string::npos;
    };
    return named(side.positions, "embed_positions") && named(side.embedding_norm, "layernorm_embedding");
}

std::vector<int> with_rows_first(const ForeignTensor& tensor) {
    std::vector<int> axes;
    for (int axis = 0; axis < tensor.rank(); ++axis) axes.push_back(axis);
    const auto long_one =
        std::find_if(axes.begin(), axes.end(), [&](int axis) { return tensor.shape[static_cast<std::size_t>(axis)] != 1; });
    if (long_one != axes.end()) std::rotate(axes.begin(), long_one, long_one + 1);
    return shortest(axes);
}

void leave_table(const Found& table, const std::string& reason, bool weight, Mapping& mapping) {
    if (!table || !table.module->weight) return;
    const std::string& name = table.module->weight.name;
    const bool known =
        std::any_of(mapping.left.begin(), mapping.left.end(), [&](const LeftTensor& left) { return left.name == name; });
    if (!known) mapping.left.push_back({name, reason, weight});
}

/// Adds rows of the file's tables, as many as both have.
void add_tables(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker) {
    const Found &source = parts.source.positions, &target = parts.target.positions;
    const bool bart = is_of_bart(parts.source);
    const ImportAnswer guess{
        bart ? "2" : "0", AnswerSource::guessed,
        bart ? "BART's tables begin with two rows that no position has" : "the first row is that of the first position"};
    const auto given = known.find(ImportQuestion::position_offset);
    const ImportAnswer offset = given == known.end() ? guess : given->second;
    maker.mapping.answers[ImportQuestion::position_offset] = offset;
    const Size first = number_of({{ImportQuestion::position_offset, offset}}, ImportQuestion::position_offset, 0);
    const Size rows = std::min(rows_of_table(source, maker.width), rows_of_table(target, maker.width)) - first;
    if (rows < 1) return maker.miss("the table of positions has no row " + std::to_string(first));
    const auto add = [&](const char* parameter, const Found& table) {
        const Size all = rows_of_table(table, maker.width);
        const bool cut = all - first > rows;
        const NamedForeign& weight = table.module->weight;
        std::string note = first > 0 ? "from row " + std::to_string(first) + " on" : "";
        if (cut) note = with_reason(note, "as many rows as the other side has");
        maker.add(parameter,
                  {{.tensor = weight.name,
                    .axes = with_rows_first(*weight.tensor),
                    .first = first,
                    .rows = first > 0 || cut ? rows : -1}},
                  {table.module, bart ? Certainty::guessed : table.certainty, table.why}, note);
    };
    add("src_positions.weight", source);
    add("tgt_positions.weight", target);
    maker.mapping.answers[ImportQuestion::positions] = {"table", AnswerSource::file, "the file has tables"};
}

/// Adds the positions that --positions asks for, if the file has no tables.
void add_made(const ImportAnswers& known, EntryMaker& maker) {
    const std::string kind = value_of(known, ImportQuestion::positions);
    if (kind != "halves" && kind != "none") return;
    const Size rows = number_of(known, ImportQuestion::max_positions, default_rows);
    const Piece::Kind made = kind == "halves" ? Piece::Kind::waves : Piece::Kind::zeros;
    for (const char* parameter : {"src_positions.weight", "tgt_positions.weight"}) {
        maker.add(parameter, {{.kind = made, .rows = made == Piece::Kind::zeros ? rows * maker.width : rows}}, {},
                  kind == "halves" ? "made: all sines before all cosines" : "made: no positions are added");
    }
}

}  // namespace

void add_positions(const OuterParts& parts, const ImportAnswers& known, EntryMaker& maker) {
    Mapping& mapping = maker.mapping;
    const Found &source = parts.source.positions, &target = parts.target.positions;
    const std::string wanted = value_of(known, ImportQuestion::positions);
    const auto leave_both = [&](const std::string& reason, bool weight) {
        leave_table(source, reason, weight, mapping);
        leave_table(target, reason, weight, mapping);
    };
    if (!source && !target) {
        mapping.asked.push_back(ImportQuestion::positions);
        return add_made(known, maker);
    }
    const bool sines = (!source || holds_sinusoids(source, maker.width)) && (!target || holds_sinusoids(target, maker.width));
    const bool as_in_file = wanted.empty() || wanted == "table" || (sines && wanted == "sinusoidal");
    if (!as_in_file) {
        leave_both("another answer was given to --positions", true);
        return add_made(known, maker);
    }
    if (sines) {
        mapping.answers[ImportQuestion::positions] = {"sinusoidal", AnswerSource::file, "the file's own are the paper's"};
        return leave_both("the paper's sines and cosines, which are computed here", false);
    }
    for (const Found* table : {&source, &target}) {
        if (*table && rows_of_table(*table, maker.width) == 0) {
            return maker.miss(table->module->shown() + " is no table of positions × d_model");
        }
    }
    if (!source || !target) return maker.miss(std::string("no table of positions for the ") + (source ? "target" : "source"));
    add_tables(parts, known, maker);
}

}  // namespace vitrine
