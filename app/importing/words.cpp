#include "app/importing/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/importing/texts.h"
#include "app/state/state.h"
#include "core/import/verify.h"

namespace vitrine {

std::string title_of(ImportQuestion question) {
    if (question == ImportQuestion::pad_src) return "pad";
    std::string title(text_of(question).key);
    std::ranges::replace(title, '_', ' ');
    return title;
}

std::string rows_words(const ImportPlan& plan) {
    std::ptrdiff_t sure = 0, guessed = 0, corrected = 0, missing = 0;
    for (const ImportRow& row : plan.rows) {
        if (row.kind == ImportRow::Kind::corrected) ++corrected;
        if (row.kind == ImportRow::Kind::missing) ++missing;
        if (row.kind == ImportRow::Kind::found) ++(row.entry.certainty == Certainty::sure ? sure : guessed);
    }
    const auto all = sure + guessed + corrected + missing;
    std::string words = fmt::format("{} {}: {} sure", all, all == 1 ? "parameter" : "parameters", sure);
    if (guessed > 0) words += fmt::format(", {} guessed", guessed);
    if (corrected > 0) words += fmt::format(", {} chosen by hand", corrected);
    if (missing > 0) words += fmt::format(", {} missing", missing);
    return words;
}

std::string shape_words(const Piece& piece, const ForeignWeights& weights) {
    const ForeignTensor* tensor = piece.kind == Piece::Kind::tensor ? weights.find(piece.tensor) : nullptr;
    return tensor ? shape_text(tensor->shape) : "";
}

std::string piece_words(const ImportRow& row, std::size_t place) {
    if (row.kind == ImportRow::Kind::missing) return "nothing";
    if (row.kind == ImportRow::Kind::tied) return row.entry.reason;
    const Piece& piece = row.entry.pieces[place];
    if (piece.kind == Piece::Kind::zeros) return fmt::format("{} zeros", piece.rows);
    if (piece.kind == Piece::Kind::waves) return fmt::format("{} rows of sines and cosines", piece.rows);
    return piece.tensor;
}

std::string part_words(const ImportRow& row, std::size_t place) {
    constexpr std::string_view parts[] = {"queries", "keys", "values"};
    const bool projections =
        row.entry.parameter.find(".in_proj_") != std::string::npos && row.entry.pieces.size() == std::size(parts);
    return projections ? std::string(parts[place]) : "";
}

std::string search_words(const Importing& importing) {
    if (importing.left + importing.tried > 0)
        return fmt::format("trying answers: {} of {} choices", importing.tried, importing.tried + importing.left);
    if (!importing.plan || !importing.plan->verification) return "";
    return verdict_text(*importing.plan->verification);
}

namespace {

/// "heads, norm and 3 more".
std::string open_words(const std::vector<ImportQuestion>& open) {
    constexpr std::size_t most = 6;
    std::string words;
    for (std::size_t i = 0; i < std::min(most, open.size()); ++i) words += (i ? ", " : "") + title_of(open[i]);
    return open.size() > most ? words + fmt::format(" and {} more", open.size() - most) : words;
}

}  // namespace

std::string import_refusal(const State& state) {
    const Importing& importing = state.of<Importing>();
    if (importing.writing) return "The model is being written.";
    if (importing.file.empty()) return "A file is needed.";
    if (!importing.file_problem.empty()) return "The file cannot be read.";
    if (!importing.current || !importing.plan) return "The file is being read.";
    const ImportPlan& plan = *importing.plan;
    if (!plan.file_problem.empty()) return "The file cannot be imported.";
    if (!plan.mapping.missing.empty()) return "Parameters are missing.";
    if (!plan.mapping.unfitting.empty() && !importing.without_unfitting)
        return "This model has no parameters for some of the tensors.";
    if (!plan.mapping_problem.empty()) return "The shapes of the tensors do not fit together.";
    if (!plan.batch_problem.empty()) return "The batch cannot be read.";
    if (!plan.reference_problem.empty()) return "The reference cannot be used.";
    if (!plan.open.empty()) return "Open: " + open_words(plan.open) + ".";
    return typo_in(importing, import_folder_field);
}

}  // namespace vitrine
