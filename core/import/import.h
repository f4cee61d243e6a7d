#pragma once
/// Brings a model of somebody else's in: its file, what is known of it, and, to find out the rest, a batch with its numbers.

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
    std::vector<MappingEntry> corrections{};          ///< in the place of what is proposed for the same parameters
    bool without_unfitting = false;                   ///< what has no place in the paper's layers is left out
    std::shared_ptr<const ForeignWeights> weights{};  ///< those of the file, where they have been read; null: they are read
};

struct ImportedModel {
    Configuration configuration;
    Parameters parameters;
    Mapping mapping;  ///< with every answer that the configuration has
    std::optional<Batch> batch{};
    std::shared_ptr<const Reference> reference{};  ///< null: there is none
    std::optional<SearchResult> search{};          ///< what came of it; nothing: there is no reference
    std::vector<std::string> notes;                ///< one line each
};

/// What is wrong may be the mapping, so that it is worth looking at.
struct DoubtfulMapping : Error {
    using Error::Error;
};

/// An import, step by step, so that each step can be looked at. import_model() takes them in this order.
class Import {
public:
    /// Reads the file, and the mapping where one is given, and proposes a mapping. Throws Error.
    explicit Import(ImportRequest request);
    Import(const Import&) = delete;
    Import& operator=(const Import&) = delete;

    /// Throws Error where parameters are missing, or tensors have no place.
    void require_fitting() const;

    /// Reads the batch, if there is one, and what it tells of open questions. Throws Error. Requires: the mapping is fitting.
    void read_batch();

    /// Reads the reference, if there is one, and plans what is tried. Where it has logits for another number of words than the
    /// mapping has, a mapping with that number is taken if there is one. Throws Error; DoubtfulMapping where none has it. Requires:
    /// the batch has been read.
    void read_reference();

    /// Tries one more choice of answers. Returns false where none is left: then the mapping has what the reference tells.
    bool try_next();

    /// Throws Error naming every question that is open; DoubtfulMapping where the reference was not reproduced.
    void require_answers() const;

    /// Requires: require_fitting() and require_answers() do not throw.
    ImportedModel model() const;

    /// The mapping with the answers that are known so far.
    const Mapping& mapping() const { return mapping_; }
    const std::vector<std::string>& notes() const { return notes_; }

    /// The questions without an answer.
    std::vector<ImportQuestion> open() const;

    /// The sizes that the mapping has, whatever is open; what nothing was found for is taken as wanted. Throws Error where tensors
    /// contradict each other.
    Configuration sizes() const;

    /// The search while it goes on; null: there is none.
    const Verifier* search() const { return verifier_.get(); }

    /// What came of the search; nothing: there was none, or it has not ended.
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
    Size words_ = 0;       // of the target's vocabulary, where the reference tells it; otherwise 0
    ImportAnswers known_;  // given, or in the mapping that was given
    Mapping mapping_;
    std::optional<Batch> batch_;
    std::shared_ptr<const Reference> reference_;
    std::function<Mapping(const ImportAnswers&)> proposing_;
    std::unique_ptr<Verifier> verifier_;
    std::optional<SearchResult> found_;
    std::vector<std::string> notes_;
};

/// All steps. Throws Error: one line, which names all questions that are open, or what does not fit.
ImportedModel import_model(const ImportRequest& request);

/// The same of an import of which no step has been taken.
ImportedModel take_all_steps(Import& import);

/// Only the mapping, as far as it can be found; `notes` gets what import_model() would say.
Mapping propose_import(const ImportRequest& request, std::vector<std::string>& notes);

/// A choice as the options that give it: "--heads 4 --activation gelu --pad-tgt none".
std::string answers_text(const ImportAnswers& answers);

}  // namespace vitrine
