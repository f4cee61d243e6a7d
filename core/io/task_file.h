#pragma once
/// Training data from files: sentence pairs as TSV, or batches as JSON.

#include "core/io/batch_file.h"

namespace vitrine {

/// The content of a file and its fingerprint (core/io/training_json.h).
struct FileContent {
    std::string text, fingerprint;
};
FileContent read_with_fingerprint(const std::filesystem::path& path);

/// Sentence pairs of a TSV, to be split into words or characters. Throws Error, prefixed with `where`, naming a line that does not
/// have exactly one TAB, has an empty side, or is not UTF-8, since a vocabulary could not be saved as JSON then.
ParallelText parallel_text_from(std::string_view text, TextUnit unit, const std::string& where);

/// Sentence pairs for a tokenizer, which accepts any bytes.
ParallelText parallel_bytes_from(std::string_view text, const std::string& where);

/// The batches in an array of {src, tgt, labels}, or in such an array under the key "batches" of an object. A single such object,
/// as in the sentences.json of a model folder, is one batch. Throws Error, prefixed with `where`, naming the batch, and the field
/// that is missing or cannot run; labels are required, too.
std::vector<Batch> batches_from(std::string_view text, const BatchLanguage& language, const std::string& where);

}  // namespace vitrine
