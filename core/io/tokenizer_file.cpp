#include "core/io/tokenizer_file.h"

#include <system_error>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/model_folder.h"
#include "core/io/sample.h"
#include "core/text/tokenizer/marian_tokenizer.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "core/text/tokenizer/vocabulary_ids.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

constexpr const char *source_model = "source.spm", *target_model = "target.spm";
constexpr const char *shared_ids = "vocab.json", *target_ids = "target_vocab.json";

bool is_there(const fs::path& path) {
    std::error_code unreadable;
    return fs::exists(path, unreadable);
}

bool is_marian(const fs::path& folder) { return is_there(folder / source_model) || is_there(folder / target_model); }

Vocabulary read_ids(const fs::path& path) {
    return within(path.string(),
                  [json = read_json(path)] { return vocabulary_from_ids(ids_in(json, "vocabulary"), "vocabulary"); });
}

std::shared_ptr<const Tokenizer> read_marian(const fs::path& path, const Vocabulary& vocabulary) {
    const std::string bytes = read_file(path);
    return within(path.string(), [&] { return std::make_shared<const Tokenizer>(marian_tokenizer(bytes, vocabulary)); });
}

/// The file without its long lists; null if it is broken.
nlohmann::json rest_of(const ModelLists& lists) {
    try {
        return parse_json(lists.rest, "");
    } catch (const Error&) {
        return {};
    }
}

}  // namespace

Tokenizer read_tokenizer(const std::filesystem::path& path) {
    const std::string text = read_file(path);
    std::optional<ModelLists> lists = take_model_lists(text);
    const nlohmann::json rest = lists ? rest_of(*lists) : nullptr;
    if (!rest.is_null()) return within(path.string(), [&] { return tokenizer_from(rest, *std::move(lists)); });
    return within(path.string(), [json = parse_json(text, path.string())] { return tokenizer_from(json); });
}

void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer) {
    write_file_atomically(path, tokenizer_text(tokenizer));
}

OpenedTokenizers open_tokenizer(const fs::path& folder) {
    if (is_marian(folder)) {
        const Vocabulary ids = read_ids(folder / shared_ids);
        const bool is_shared = !is_there(folder / target_ids);
        return {read_marian(folder / source_model, ids),
                read_marian(folder / target_model, is_shared ? ids : read_ids(folder / target_ids))};
    }
    if (!is_there(folder / model_folder::tokenizer)) {
        fail(folder.string(), "there is no tokenizer: neither tokenizer.json, nor source.spm, target.spm and vocab.json");
    }
    const auto tokenizer = std::make_shared<const Tokenizer>(read_tokenizer(folder / model_folder::tokenizer));
    return {tokenizer, tokenizer};
}

bool has_tokenizer(const fs::path& folder) { return is_there(folder / model_folder::tokenizer) || is_marian(folder); }

std::optional<std::filesystem::path> tokenizer_on_board() {
    for (const std::filesystem::path& samples : sample_folders()) {
        const std::filesystem::path file = samples.parent_path() / "tokenizers/english-french.json";
        std::error_code unreadable;
        if (std::filesystem::exists(file, unreadable)) return file;
    }
    return std::nullopt;
}

}  // namespace vitrine
