#pragma once
/// Imports somebody else's model: its file, what is known about it, and, to find out the rest, a batch with the numbers that it
/// gives.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/import/mapping.h"
#include "core/import/verify.h"
#include "core/model/parameters.h"
#include "core/tensor/error.h"

namespace vitrine {

struct ImportRequest {
    std::filesystem::path file;
    std::optional<std::filesystem::path> batch{};      ///< ids, as `vitrine trace --batch` reads them
    std::optional<std::filesystem::path> reference{};  ///< logits or a whole trace, for the batch
    std::optional<std::filesystem::path> map{};        ///< a mapping.json instead of a proposal
    ImportAnswers given{};
    std::vector<MappingEntry> corrections{};          ///< used instead of what is proposed for the same parameters
    bool without_unfitting = false;                   ///< leaves out what has no place in the paper's layers
    std::shared_ptr<const ForeignWeights> weights{};  ///< the weights of the file, if they have been read; null: they are read
};

struct ImportedModel {
    Configuration configuration;
    Parameters parameters;
    Mapping mapping;  ///< with every answer that the configuration has
    std::optional<Batch> batch{};
    std::shared_ptr<const Reference> reference{};  ///< null: there is none
    std::optional<SearchResult> search{};          ///< the result of the search; nothing: there is no reference
    std::vector<std::string> notes;                ///< one line each
};

/// The mapping may be wrong, so it is worth looking at.
struct DoubtfulMapping : Error {
    using Error::Error;
};

/// An import in steps, so that each can be looked at. import_model() takes them in this order.
class Import {
public:
    /// Reads the file, and the mapping if one is given; otherwise proposes one. Throws Error.
    explicit Import(ImportRequest request);
    Import(const Import&) = delete;
    Import& operator=(const Import&) = delete;

    /// Throws Error if parameters are missing, or if tensors have no place.
    void require_fitting() const;

    /// Reads the batch, if there is one, and takes answers to open questions from it. Throws Error. Requires: the mapping is
    /// fitting.
    void read_batch();

    /// Reads the reference, if there is one, and plans what to try. If it has logits for another number of tokens than the
    /// mapping, looks for a mapping with that number. Throws Error; DoubtfulMapping if there is no such mapping. Requires: the
    /// batch has been read.
    void read_reference();

    /// Tries one more choice of answers. Returns false if none is left: then the mapping has the answers that the reference
    /// shows.
    bool try_next();

    /// Throws Error naming every open question; DoubtfulMapping if the reference was not reproduced.
    void require_answers() const;

    /// Requires: require_fitting() and require_answers() do not throw.
    ImportedModel model() const;

    /// The mapping with the answers that are known so far.
    const Mapping& mapping() const { return mapping_; }
    const std::vector<std::string>& notes() const { return notes_; }

    /// The questions without an answer.
    std::vector<ImportQuestion> open() const;

    /// The sizes that follow from the mapping, even if questions are open. Parameters that nothing was found for have the wanted
    /// sizes. Throws Error if tensors contradict each other.
    Configuration sizes() const;

    /// The search while it is running; null if there is none.
    const Verifier* search() const { return verifier_.get(); }

    /// The result of the search; nothing: there was none, or it has not ended.
    const std::optional<SearchResult>& found() const { return found_; }

private:
    Mapping propose(const ImportAnswers& answers) const;
    std::vector<LeftTensor> proposed_left() const;
    void end_search();
    void fit_words(Size words);
    void read_ids();
    void learn_from_batch();
    std::string where_of_mapping() const;
    std::string open_text() const;

    ImportRequest request_;
    std::string where_;
    std::shared_ptr<const ForeignWeights> weights_;
    std::optional<Mapping> mapped_;
    Size words_ = 0;       // of the target's vocabulary, if the reference shows it; otherwise 0
    ImportAnswers known_;  // answers that were given, or that are in the given mapping
    Mapping mapping_;
    std::optional<Batch> batch_;
    std::shared_ptr<const Reference> reference_;
    std::function<Mapping(const ImportAnswers&)> proposing_;
    std::unique_ptr<Verifier> verifier_;
    std::optional<SearchResult> found_;
    std::vector<std::string> notes_;
};

/// Takes all steps. Throws Error: one line that names all open questions, or what does not fit.
ImportedModel import_model(const ImportRequest& request);

/// The same for an import that has not taken any step yet.
ImportedModel take_all_steps(Import& import);

/// Only the mapping, as far as it can be found; `notes` gets the notes that import_model() would give.
Mapping propose_import(const ImportRequest& request, std::vector<std::string>& notes);

/// A choice as the command-line options for it: "--heads 4 --activation gelu --pad-tgt none".
std::string answers_text(const ImportAnswers& answers);

}  // namespace vitrine
