#include "app/importing/texts.h"

#include "app/export/export_names.h"

namespace vitrine {

namespace {

constexpr std::string_view answer_prefix = "import/answer/";

}  // namespace

std::optional<ImportQuestion> question_of(std::string_view field) {
    if (!field.starts_with(answer_prefix)) return std::nullopt;
    for (const QuestionText& text : all_questions()) {
        if (field.substr(answer_prefix.size()) == text.key) return text.question;
    }
    return std::nullopt;
}

std::string answer_field(ImportQuestion question) { return std::string(answer_prefix) + std::string(text_of(question).key); }

bool is_path_field(const std::string& field) {
    return field == import_file_field || field == import_batch_field || field == import_reference_field ||
           field == import_folder_field;
}

std::string typo_in(const Importing& importing, const std::string& field) {
    const auto found = importing.typo.find(field);
    return found == importing.typo.end() ? "" : found->second;
}

void show_path(Importing& importing, const std::string& field, const std::filesystem::path& path) {
    importing.texts[field] = typed_text(path.string());
    importing.typo[field].clear();
    importing.found.clear();
}

void propose_folder(Importing& importing) {
    const std::filesystem::path beside = importing.file.parent_path();
    const std::filesystem::path folder = unused_path(beside, importing.file.stem().string() + "-imported", "");
    show_path(importing, import_folder_field, folder);
}

}  // namespace vitrine
