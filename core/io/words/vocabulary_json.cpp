#include "core/io/words/vocabulary_json.h"

#include <system_error>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

Vocabulary vocabulary_from(const nlohmann::json& list, const std::string& where) {
    if (!list.is_array()) fail(where, "a list of words is expected, not " + shown(list));
    if (list.empty()) fail(where, "no words");
    std::vector<std::string> words;
    for (const auto& word : list) {
        if (!word.is_string()) fail(where, "[" + std::to_string(words.size()) + "] is " + shown(word) + ", it must be a word");
        words.push_back(word.get<std::string>());
    }
    return Vocabulary(std::move(words));
}

void check_size(const Vocabulary& vocabulary, const char* field, Size size, const std::string& where) {
    if (vocabulary.empty() || static_cast<Size>(vocabulary.words().size()) == size) return;
    fail(where, std::to_string(vocabulary.words().size()) + " words, " + in_quotes(field) + " of the configuration is " +
                    std::to_string(size));
}

Vocabulary read_vocabulary(const std::filesystem::path& path) {
    std::error_code unknown;
    if (std::filesystem::status(path, unknown).type() == std::filesystem::file_type::not_found) return {};
    return vocabulary_from(read_json(path), path.string());
}

std::string vocabulary_text(const Vocabulary& vocabulary) { return nlohmann::json(vocabulary.words()).dump(1) + "\n"; }

}  // namespace vitrine
