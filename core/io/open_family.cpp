#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/family/family.h"
#include "core/family/family_weights.h"
#include "core/files/json_text.h"
#include "core/io/model_folder.h"
#include "core/io/open_model.h"
#include "core/io/tokenizer_file.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json generation_configuration(const fs::path& file) {
    std::error_code none;
    return fs::exists(file, none) ? read_json(file) : Json();
}

/// A word for each of the model's ids. If the tokenizer has fewer, the other ids are written in digits; if it has more, a note
/// says so.
Vocabulary words_of(const Tokenizer& tokenizer, Size size, const fs::path& folder, std::vector<std::string>& notes) {
    std::vector<std::string> words = tokenizer.vocabulary().words();
    const auto ids = static_cast<std::size_t>(size);
    if (words.size() > ids)
        notes.push_back(folder.string() + ": the tokenizer has " + std::to_string(words.size()) + " tokens, the model reads " +
                        std::to_string(size) + " of them");
    words.reserve(ids);
    while (words.size() < ids) words.push_back(std::to_string(words.size()));
    words.resize(ids);
    return Vocabulary(std::move(words));
}

/// If a tokenizer cannot be read, there is only a note, since ids serve as well.
void take_tokenizers(const fs::path& folder, Model& model) {
    if (!has_tokenizer(folder)) return;
    try {
        const OpenedTokenizers opened = open_tokenizer(folder);
        model.tokenizer = model.configuration.has_encoder() ? opened.source : opened.target;
        if (model.configuration.has_decoder() && opened.target != model.tokenizer) model.target_tokenizer = opened.target;
    } catch (const Error& error) {
        model.notes.push_back(std::string(error.what()) + "; it is not used, tokens are shown by their ids");
        return;
    }
    const Configuration& c = model.configuration;
    if (c.has_encoder()) model.source_vocabulary = words_of(*model.tokenizer, c.src_vocab_size, folder, model.notes);
    if (!c.has_decoder()) return;
    const bool is_same = c.has_encoder() && !model.target_tokenizer && c.src_vocab_size == c.tgt_vocab_size;
    model.target_vocabulary =
        is_same ? model.source_vocabulary : words_of(*model.tokenizer_of_target(), c.tgt_vocab_size, folder, model.notes);
}

}  // namespace

bool is_family_folder(const fs::path& folder) {
    try {
        return is_family_configuration(read_json(folder / model_folder::configuration));
    } catch (const Error&) {
        return false;  // whoever reads the file next says what is wrong
    }
}

void open_family(const fs::path& folder, Model& model) {
    const fs::path file = folder / model_folder::configuration, rules = folder / model_folder::generation;
    const Json configuration = read_json(file), generation = generation_configuration(rules);
    FamilyModel family = family_model_from(configuration, file.string());
    const std::string where = (generation.is_null() ? file : rules).string();
    model.rules = generation_rules_from(configuration, generation, family, where);
    model.parameters = read_family_weights(folder, family);
    model.configuration = family.configuration;
    model.family = family.family;
    model.classes = Vocabulary(std::move(family.class_names));
    model.parameter_names = std::move(family.tensors);
    if (!family.note.empty()) model.notes.push_back(folder.string() + ": " + family.note);
    take_tokenizers(folder, model);
    for (const std::string& rule : model.rules.not_used) model.notes.push_back(where + ": " + in_quotes(rule) + " is not used");
}

}  // namespace vitrine
