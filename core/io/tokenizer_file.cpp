#include "core/io/tokenizer_file.h"

#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "core/io/json_text.h"
#include "core/io/problem.h"
#include "core/text/tokenizer_json.h"

namespace vitrine {

Tokenizer read_tokenizer(const std::filesystem::path& path) {
    return within(path.string(), [json = read_json(path)] { return tokenizer_from(json); });
}

void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer) {
    write_file_atomically(path, tokenizer_text(tokenizer));
}

}  // namespace vitrine
