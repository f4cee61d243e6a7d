#pragma once
/// Partial sessions, as in links: what one session has beyond another, as JSON, and how to apply it again.
///
///     {"batch": {"src": ["<bos> I am", …]}, "against": {"tgt": […]},
///      "place": {"view": "attention"}, "views": {"attention": {"share": 70}}, "habits": {"generate": {…}}}
///
/// Each part may be missing. "batch" has rows of tokens in words, or ids, and only those that are not the model's own; "against"
/// has the rows of run A of a comparison.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/session/data.h"

namespace vitrine {

struct Batch;
struct Model;

/// The place as JSON, with every key, and the reverse. The reverse throws Error, whose text begins with `where` and names the
/// field.
nlohmann::ordered_json place_json(const SavedPlace& place);
SavedPlace place_from(const nlohmann::json& json, const std::string& where, Modules modules);

/// What `session` has beyond `usual` in its place and its modules. Habits are left out, since they are the user's own, except
/// those of the shown view; and so is what only means something on this machine.
nlohmann::ordered_json said_beyond(const SavedSession& session, const SavedSession& usual, Modules modules);

/// The session `usual` with what a link says about its place and its modules. Requires: said_beyond() has written it, or each of
/// its fields has been read. Throws Error naming a field that fits none.
SavedSession with_said(SavedSession usual, const nlohmann::ordered_json& said, Modules modules);

/// Rows of tokens as in a batch file: in words if these stand for the same ids, otherwise in ids. Rows that were filled up are as
/// short as they were read; rows of `labels` have null where there is no label.
nlohmann::ordered_json rows_in_words(const IndexTensor& rows, const Vocabulary& vocabulary, bool has_tokenizer,
                                     bool labels = false);

/// The batch of a link, for a model; rows that it does not have are those of `usual`. `notes` gets a line about words that are in
/// no vocabulary. Throws Error naming the field.
std::shared_ptr<const Batch> batch_said(const nlohmann::ordered_json& batch, const Model& model, const Batch& usual,
                                        std::vector<std::string>& notes);

/// Restores what a link says about the place and the modules, while everything else is as in `usual`. Returns a line about what
/// does not fit the open model and was left unchanged; empty: all of it fits. Requires: a run is shown.
std::string restore_said(State& state, const nlohmann::ordered_json& said, const SavedSession& usual);

}  // namespace vitrine
