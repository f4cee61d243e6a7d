#include "core/io/tokenizer_file.h"

#include <system_error>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/sample.h"
#include "core/text/tokenizer_json.h"

namespace vitrine {

Tokenizer read_tokenizer(const std::filesystem::path& path) {
    return within(path.string(), [json = read_json(path)] { return tokenizer_from(json); });
}

void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer) {
    write_file_atomically(path, tokenizer_text(tokenizer));
}

std::optional<std::filesystem::path> tokenizer_on_board() {
    for (const std::filesystem::path& samples : sample_folders()) {
        const std::filesystem::path file = samples.parent_path() / "tokenizers/english-french.json";
        std::error_code unreadable;
        if (std::filesystem::exists(file, unreadable)) return file;
    }
    return std::nullopt;
}

}  // namespace vitrine
