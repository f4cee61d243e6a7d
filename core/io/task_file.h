#pragma once
/// What people bring to be learned: sentence pairs as TSV, or batches as JSON.

#include <filesystem>
#include <vector>

#include "core/io/batch_file.h"
#include "core/tasks/task.h"

namespace vitrine {

/// A file's content with its fingerprint (core/io/training_json.h).
struct FileContent {
    std::string text, fingerprint;
};
FileContent read_with_fingerprint(const std::filesystem::path& path);

/// Sentence pairs of a TSV that become words or characters. Throws Error, `where` first, naming the line that has no TAB or more
/// than one, an empty side, or a text that is not UTF-8: a vocabulary could not be saved as JSON.
ParallelText parallel_text_from(std::string_view text, TextUnit unit, const std::string& where);

/// The same for a tokenizer, which takes any bytes.
ParallelText parallel_bytes_from(std::string_view text, const std::string& where);

/// The batches of an array of {src, tgt, labels}, or of such an array under the key "batches" of an object. Throws Error, `where`
/// first, naming the batch and the field that is missing, labels too, or cannot run.
std::vector<Batch> batches_from(std::string_view text, const BatchLanguage& language, const std::string& where);

}  // namespace vitrine
