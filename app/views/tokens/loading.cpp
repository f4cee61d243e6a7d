#include "app/views/tokens/loading.h"

#include <exception>
#include <system_error>
#include <utility>

#include "app/views/tokens/commands.h"
#include "core/files/problem.h"
#include "core/io/model_folder.h"
#include "core/io/tokenizer_file.h"

namespace vitrine {

namespace {

void read(LoadedTokenizer& loaded, TokenizerFrom from, const std::filesystem::path& path) {
    const auto tokenizer = std::make_shared<const Tokenizer>(read_tokenizer(path));
    loaded.tokenizer = tokenizer;
    loaded.from = from;
    loaded.path = path;
}

/// Reads the tokenizer that comes with the program. A problem is added to an earlier one.
void read_on_board(LoadedTokenizer& loaded) {
    try {
        if (const auto path = tokenizer_on_board()) return read(loaded, TokenizerFrom::board, *path);
        loaded.problem += std::string(loaded.problem.empty() ? "" : "; ") + "the built-in tokenizer is missing";
    } catch (const std::exception& error) {
        loaded.problem += std::string(loaded.problem.empty() ? "" : "; ") + error.what();
    }
}

/// The model's own; where its folder holds one that it does not use, why.
void take_of_model(LoadedTokenizer& loaded) {
    const auto& [file, own, folder] = loaded.question;
    const std::filesystem::path path = folder ? *folder / model_folder::tokenizer : std::filesystem::path();
    std::error_code unreadable;
    if (own) {
        loaded.tokenizer = own;
        loaded.from = TokenizerFrom::model;
        loaded.path = folder && !std::filesystem::exists(path, unreadable) ? *folder : path;
        return;
    }
    if (!folder || !std::filesystem::exists(path, unreadable)) return;
    try {
        read_tokenizer(path);
        loaded.problem = path.string() + ": it was not there when the model was opened";
    } catch (const std::exception& error) {
        loaded.problem = error.what();
    }
}

/// Throws where a chosen file cannot be had.
LoadedTokenizer loaded_tokenizer(const TokenizerQuestion& question) {
    LoadedTokenizer loaded{.question = question};
    if (!question.file.empty()) read(loaded, TokenizerFrom::file, question.file);
    if (!loaded.tokenizer) take_of_model(loaded);
    if (!loaded.tokenizer) read_on_board(loaded);
    return loaded;
}

}  // namespace

Job tokenizer_job(const TokenizerQuestion& question) {
    Job job =
        job_of([question](Work&) { return ShowTokenizer{std::make_shared<const LoadedTokenizer>(loaded_tokenizer(question))}; },
               [question](std::string why) -> Command {
                   return TokenizerRefused{question, std::move(why)};
               });
    job.question = question;
    return job;
}

std::optional<MissingResult> missing_tokenizer(const State& state) {
    if (!lacks_tokenizer(state)) return std::nullopt;
    return MissingResult{.job = tokenizer_job(tokenizer_question(state)), .at_once = true, .tag = "tokenizer"};
}

}  // namespace vitrine
