#pragma once
/// Sessions that say a part only, as links do: what one says beyond another, as JSON, and the way back from there.
///
///     {"batch": {"src": ["<bos> I am", …]}, "against": {"tgt": […]},
///      "place": {"view": "attention"}, "views": {"attention": {"share": 70}}, "habits": {"generate": {…}}}
///
/// Each part may be missing. "batch" holds the rows of tokens in words, or ids, and only those that are not the model's own;
/// "against" those of run A of a comparison.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/session/data.h"

namespace vitrine {

struct Batch;
struct Model;

/// The place as JSON, with every key; and back. Throws Error, whose text begins with `where` and names the field.
nlohmann::ordered_json place_json(const SavedPlace& place);
SavedPlace place_from(const nlohmann::json& json, const std::string& where, Modules modules);

/// What `session` says of the place and the modules and `usual` does not. Habits are the reader's own, but for those of the view
/// that is shown. What means something on this machine only is left out.
nlohmann::ordered_json said_beyond(const SavedSession& session, const SavedSession& usual, Modules modules);

/// The session `usual` with what a link says in its place and its modules. Requires: said_beyond() has written it, or each of its
/// fields has been read. Throws Error naming a field that fits none.
SavedSession with_said(SavedSession usual, const nlohmann::ordered_json& said, Modules modules);

/// Rows of tokens as a batch file has them: in words where these mean the same ids, else in ids. Rows that were filled up are as
/// short as they came; rows of `labels` have null where there is no label.
nlohmann::ordered_json rows_in_words(const IndexTensor& rows, const Vocabulary& vocabulary, bool has_tokenizer,
                                     bool labels = false);

/// What is said of the batch, for a model: other rows are those of `usual`. `notes` gets a line on words that no vocabulary has.
/// Throws Error naming the field.
std::shared_ptr<const Batch> batch_said(const nlohmann::ordered_json& batch, const Model& model, const Batch& usual,
                                        std::vector<std::string>& notes);

/// Restores what a link says of the place and the modules, where all else is as in `usual`. Returns a line on what does not fit the
/// open model and was left as it was; empty: all of it fits. Requires: a run is shown.
std::string restore_said(State& state, const nlohmann::ordered_json& said, const SavedSession& usual);

}  // namespace vitrine
