#include "app/importing/planning.h"

#include <algorithm>
#include <utility>

#include "app/base/browser.h"
#include "app/base/home_path.h"
#include "app/export/export_names.h"
#include "app/importing/commands.h"
#include "app/importing/texts.h"
#include "app/importing/words.h"
#include "app/state/state.h"
#include "core/foreign/weights_file.h"
#include "core/import/import_saving.h"
#include "core/import/verify.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

constexpr Tag import_tag = "import";

ImportRow row_of(const MappingEntry& entry, ImportRow::Kind kind, const std::optional<Configuration>& sizes,
                 const ForeignWeights& weights) {
    ImportRow row{.entry = entry, .shapes = {}, .kind = kind};
    if (sizes) row.shapes = piece_shapes(entry, *sizes, weights);
    for (const Piece& piece : entry.pieces) {
        row.stored.push_back(shape_words(piece, weights));
        row.taken.push_back(taking_text(piece, weights));
    }
    return row;
}

/// Adds tables that the model does not have because another table takes their place. `sizes`: nothing if tensors contradict one
/// another; no other tensor can be chosen then.
void add_tied_rows(std::vector<ImportRow>& rows, const std::optional<Configuration>& sizes) {
    const auto has = [&](const std::string& parameter) {
        return std::ranges::any_of(rows, [&](const ImportRow& row) { return row.entry.parameter == parameter; });
    };
    const std::string source = "src_embedding.weight", target = "tgt_embedding.weight", output = "fc_out.weight";
    const std::string of_output = has(target) ? target : source;
    for (const auto& [parameter, other] : {std::pair{target, source}, std::pair{output, of_output}}) {
        if (has(parameter)) continue;
        ImportRow& row = rows.emplace_back();
        row.entry = {
            .parameter = parameter, .pieces = {Piece{.kind = Piece::Kind::zeros, .rows = 0}}, .reason = "tied to " + other};
        if (sizes) row.shapes = {{.rows = 0, .row = sizes->embedding_width()}};
        row.kind = ImportRow::Kind::tied;
        row.stored = {""}, row.taken = {""};
    }
}

/// Parameters outside the layers come first, with embeddings and output on top, because guesses are most likely to be wrong
/// there.
void put_tables_first(std::vector<ImportRow>& rows) {
    std::ranges::stable_sort(rows, {}, [](const ImportRow& row) {
        const std::string& parameter = row.entry.parameter;
        return parameter.starts_with("src_embedding.")           ? 0
               : parameter.starts_with("tgt_embedding.")         ? 1
               : parameter.starts_with("fc_out.")                ? 2
               : parameter.find(".layers.") != std::string::npos ? 4
                                                                 : 3;
    });
}

std::vector<ImportRow> rows_in(const Import& import, const ImportRequest& request, const std::optional<Configuration>& sizes) {
    std::vector<ImportRow> rows;
    for (const MappingEntry& entry : import.mapping().entries) {
        const bool corrected = std::ranges::count(request.corrections, entry.parameter, &MappingEntry::parameter) > 0;
        rows.push_back(row_of(entry, corrected ? ImportRow::Kind::corrected : ImportRow::Kind::found, sizes, *request.weights));
    }
    for (const MappingEntry& entry : import.mapping().wanted)
        rows.push_back(row_of(entry, ImportRow::Kind::missing, sizes, *request.weights));
    return rows;
}

/// Calls work() and returns the message of its Error; empty if there was none.
template <class Work>
std::string problem_in(Work&& work) {
    try {
        work();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// Plans an import step by step.
class Planning {
public:
    Planning(ImportRequest request, int revision) : request_(std::move(request)), revision_(revision) {}

    Turn turn(Work& work) {
        if (!import_) return begin(work);
        const bool more = !work.stop_requested() && import_->try_next();
        if (!more) finish();
        show(work, !more);
        return more ? Turn::unfinished : Turn::finished;
    }

private:
    Turn begin(Work& work) {
        plan_.file_problem = problem_in([&] { import_ = std::make_shared<Import>(request_); });
        if (import_) look();
        const bool searches = import_ && import_->search();
        if (!searches) finish();
        show(work, !searches);
        return searches ? Turn::unfinished : Turn::finished;
    }

    void look() {
        std::optional<Configuration> sizes;
        plan_.mapping_problem = problem_in([&] { sizes = import_->sizes(); });
        const Mapping& mapping = import_->mapping();
        plan_.rows = rows_in(*import_, request_, sizes);
        add_tied_rows(plan_.rows, sizes);
        put_tables_first(plan_.rows);
        if (sizes) plan_.width = sizes->d_model;
        fits_ = sizes && mapping.missing.empty() && (mapping.unfitting.empty() || request_.without_unfitting);
        if (fits_) plan_.batch_problem = problem_in([&] { import_->read_batch(); });
        if (fits_ && plan_.batch_problem.empty()) plan_.reference_problem = problem_in([&] { import_->read_reference(); });
        take_answers();
    }

    void take_answers() {
        plan_.mapping = import_->mapping();
        plan_.open = import_->open();
        plan_.notes = import_->notes();
        shared_ = std::make_shared<const ImportPlan>(plan_);
    }

    /// If no question is open, the model can be written. With a reference, it is verified as the written folder would be.
    void finish() {
        if (!import_) return;
        take_answers();
        const bool whole = fits_ && plan_.open.empty() && plan_.batch_problem.empty() && plan_.reference_problem.empty();
        if (whole) plan_.import = import_;
        if (import_->found()) plan_.verification = Verification{*import_->found()};
        if (import_->found() && whole) {
            const std::string why = problem_in([&] { plan_.verification = verify_unsaved(import_->model()); });
            if (!why.empty()) plan_.notes.push_back("it could not be verified: " + why);
        }
        shared_ = std::make_shared<const ImportPlan>(plan_);
    }

    void show(Work& work, bool finished) {
        if (!shared_) shared_ = std::make_shared<const ImportPlan>(plan_);
        const Verifier* search = import_ ? import_->search() : nullptr;
        const std::int64_t tried = search ? search->tried() : 0, left = search ? search->left() : 0;
        if (tried + left > 0) work.progress(static_cast<double>(tried) / static_cast<double>(tried + left));
        work.show(ShowImportPlan{revision_, shared_, finished, tried, left});
    }

    ImportRequest request_;
    int revision_;
    std::shared_ptr<Import> import_;
    bool fits_ = false;  // the tensors make up a model
    ImportPlan plan_;
    std::shared_ptr<const ImportPlan> shared_;  // the plan as it was last shown
};

struct ReadingQuestion {
    fs::path file;
    int revision;
    bool operator==(const ReadingQuestion&) const = default;
};

struct PlanningQuestion {
    int revision;
    bool operator==(const PlanningQuestion&) const = default;
};

struct WritingQuestion {
    int revision;
    bool operator==(const WritingQuestion&) const = default;
};

/// In a browser, a folder exists only as long as the page, so it is also handed to the downloads.
ImportPlaces places_of(const Importing& importing) {
    const std::string typed = from_home(importing.texts.at(import_folder_field).text);
    if (!in_browser) return {typed};
    const fs::path folder = unused_path("/imported", fs::path(typed).filename().string(), "");
    return {folder, fs::path("/saved") / folder.filename()};
}

/// Copies the folder elsewhere and then renames the copy, so that the page never takes a half-written folder.
void hand_over(const ImportPlaces& places) {
    const fs::path made = places.folder.parent_path() / ("." + places.download.filename().string());
    fs::remove_all(made);
    fs::copy(places.folder, made);
    fs::rename(made, places.download);
}

std::string written_words(const ImportPlaces& places, const std::optional<Verification>& verification) {
    const std::string verdict = verification ? "; " + verdict_text(*verification) : "";
    if (places.download.empty()) return "Imported to " + places.folder.string() + verdict;
    return "Imported, and handed to the browser's downloads: " + places.download.filename().string() + ".zip" + verdict;
}

}  // namespace

Job reading_job(const fs::path& file) {
    return job_of(
        [file](Work&) {
            return ShowForeignWeights{file, std::make_shared<const ForeignWeights>(read_foreign_weights(file)), ""};
        },
        [file](std::string why) -> Command {
            return ShowForeignWeights{file, nullptr, std::move(why)};
        });
}

Job planning_job(const ImportRequest& request, int revision) {
    const auto planning = std::make_shared<Planning>(request, revision);
    return {.turn = [planning](Work& work) { return planning->turn(work); },
            .failed = [revision](std::string why) -> Command {
                ImportPlan plan;
                plan.file_problem = std::move(why);
                return ShowImportPlan{.revision = revision, .plan = std::make_shared<const ImportPlan>(plan), .finished = true};
            },
            .question = PlanningQuestion{revision}};
}

Job writing_job(const std::shared_ptr<const Import>& import, const ImportPlaces& places) {
    return job_of(
        [import, places](Work&) {
            const ImportedModel imported = import->model();
            if (!places.download.empty()) fs::create_directories(places.folder.parent_path());
            save_import(places.folder, imported);
            const std::optional<Verification> verification = verify_saved(places.folder, imported);
            if (!places.download.empty()) hand_over(places);
            return ImportWritten{places.folder.string(), written_words(places, verification)};
        },
        [](std::string why) -> Command { return ImportFailed{std::move(why)}; });
}

std::optional<MissingResult> missing_plan(const State& state) {
    const Importing& importing = state.of<Importing>();
    if (!is_working(importing) || importing.writing) return std::nullopt;
    Job job = importing.weights ? planning_job(request_of(importing), importing.revision) : reading_job(importing.file);
    if (!importing.weights) job.question = ReadingQuestion{importing.file, importing.revision};
    return MissingResult{.job = std::move(job), .tag = import_tag};
}

std::optional<MissingResult> missing_folder(const State& state) {
    const Importing& importing = state.of<Importing>();
    if (!importing.writing) return std::nullopt;
    Job job = writing_job(importing.plan->import, places_of(importing));
    job.question = WritingQuestion{importing.revision};
    return MissingResult{.job = std::move(job), .tag = import_tag};
}

}  // namespace vitrine
