#include "core/io/learning_data.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "core/files/problem.h"
#include "core/io/pair_file.h"
#include "core/io/task_file.h"
#include "core/tasks/one_text.h"
#include "core/tasks/subwords.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The content of a source's file; notes its fingerprint and absolute path in the source, since training may go on from another
/// folder.
std::string read_content(DataSource& source) {
    FileContent content = read_with_fingerprint(source.name);
    source.name = std::filesystem::absolute(source.name).lexically_normal().string();
    source.fingerprint = std::move(content.fingerprint);
    return std::move(content.text);
}

void check_words(const Vocabulary& own, const Vocabulary& asked, const char* side, const std::string& where) {
    if (own.empty() || own.words() == asked.words()) return;
    fail(where, fmt::format("its {} vocabulary differs from that of the task", side));
}

/// The requested tokenizer; null if none is requested.
template <class Data>
std::shared_ptr<const Tokenizer> tokenizer_for(const Data& data, const TokenizerRequest& request, const std::string& where) {
    if (request.vocabulary_size == 0) return request.known;
    const std::string text = training_text(data);
    return within(where, [&] { return std::make_shared<const Tokenizer>(learned_tokenizer(text, request.vocabulary_size)); });
}

/// Converts the task to that tokenizer's tokens, with a note about bytes without a token.
LearningData cut(Task task, std::shared_ptr<const Tokenizer> tokenizer, const std::string& where) {
    LearningData data{std::move(task), {}, std::move(tokenizer)};
    if (const std::string note = note_of_lost(data.task->lost_bytes); !note.empty()) data.notes.push_back(where + ": " + note);
    return data;
}

SubwordSpecials specials_of(const TokenizerRequest& request, const Tokenizer& tokenizer) {
    return request.specials ? *request.specials : subword_specials(tokenizer);
}

/// Whether a text is too long to be held in memory.
bool stays_in_file(const std::filesystem::path& path) {
    constexpr std::uintmax_t most_in_memory = 16'000'000;  // bytes
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown) && std::filesystem::file_size(path, unknown) > most_in_memory;
}

/// The pairs of a text that stays in its file; nothing if so few of its sources differ that none can be held out.
std::optional<LearningData> open_stored(DataSource& source, const TokenizerRequest& request,
                                        const std::function<Task(Task)>& for_model) {
    const bool has_tokenizer = request.known || request.vocabulary_size > 0;
    const std::string where = source.name;
    const auto file = std::make_shared<const PairFile>(where, !has_tokenizer);
    const TextUnit unit = has_tokenizer ? TextUnit::words : source.unit;
    const std::vector<bool> held_out = held_out_lines_of(*file, unit);
    if (std::ranges::find(held_out, true) == held_out.end()) return std::nullopt;
    source.name = std::filesystem::absolute(where).lexically_normal().string();
    source.fingerprint = file->fingerprint();
    if (!has_tokenizer) return LearningData{for_model(stored_text_task(file, held_out, unit)), {}};
    const auto tokenizer = request.vocabulary_size == 0 ? request.known : within(where, [&] {
        return std::make_shared<const Tokenizer>(learned_tokenizer(*file, held_out, request.vocabulary_size));
    });
    return cut(stored_text_task(file, held_out, tokenizer, specials_of(request, *tokenizer)), tokenizer, where);
}

}  // namespace

TokenizerRequest tokenizer_of(std::shared_ptr<const Tokenizer> tokenizer, const Configuration& configuration) {
    if (!tokenizer) return {};
    for (const std::int32_t id : {configuration.pad_src, configuration.pad_tgt, configuration.bos, configuration.eos}) {
        if (id == no_token)
            throw Error(
                "sentence pairs need padding, a beginning and an end, and the model does not have all of them: give batches of "
                "ids");
    }
    const SubwordSpecials specials = subword_specials(*tokenizer, configuration);
    return {std::move(tokenizer), 0, specials};
}

BatchSource LearningData::source(const BatchSize& size, std::uint64_t seed) const {
    return task ? BatchSource(*task, size, seed) : BatchSource(batches, size.accumulated);
}

Vocabularies LearningData::vocabularies() const {
    const bool reads_source = task->architecture != Architecture::decoder,
               says_target = task->architecture != Architecture::encoder;
    return {reads_source ? task->source_vocabulary : Vocabulary(), says_target ? task->target_vocabulary : Vocabulary(), tokenizer};
}

Batch LearningData::probe(std::uint64_t seed) const { return task ? probe_batch(*task, probe_size, seed) : batches.front(); }

LearningData open_pairs(DataSource& source, const TokenizerRequest& request, Architecture architecture) {
    const bool has_tokenizer = request.known || request.vocabulary_size > 0;
    if (has_tokenizer && architecture != Architecture::transformer)
        throw Error(name_of(source) + ": a model of one stack learns it in words or characters, not in the tokens of a tokenizer");
    const auto for_model = [&](Task task) {
        return within(name_of(source), [&] { return in_one_text(std::move(task), architecture); });
    };
    if (source.kind == DataKind::task) {
        Task words = make_task(source.name);
        const auto tokenizer = tokenizer_for(words, request, name_of(source));
        if (!tokenizer) return {for_model(std::move(words)), {}};
        return cut(in_subwords(words, tokenizer, specials_of(request, *tokenizer)), tokenizer, name_of(source));
    }
    if (stays_in_file(source.name)) {
        if (auto data = open_stored(source, request, for_model)) return *std::move(data);
    }
    const std::string where = source.name, content = read_content(source);
    if (!has_tokenizer) return {for_model(parallel_text_task(parallel_text_from(content, source.unit, where))), {}};
    const ParallelText text = parallel_bytes_from(content, where);
    const auto tokenizer = tokenizer_for(text, request, where);
    return cut(parallel_text_task(text, *tokenizer, specials_of(request, *tokenizer)), tokenizer, where);
}

LearningData open_batches(DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies) {
    const std::string where = source.name;
    return {std::nullopt,
            batches_from(read_content(source),
                         {configuration, vocabularies.source, vocabularies.target, nullptr, vocabularies.tokenizer.get()}, where)};
}

LearningData open_again(const DataSource& source, const Configuration& configuration, const Vocabularies& vocabularies) {
    DataSource now = source;
    LearningData data = source.kind == DataKind::batches
                            ? open_batches(now, configuration, vocabularies)
                            : open_pairs(now, tokenizer_of(vocabularies.tokenizer, configuration), configuration.architecture);
    if (now.fingerprint != source.fingerprint) fail(source.name, "has changed since training began");
    if (data.task) check_fits(*data.task, configuration, vocabularies, name_of(source));
    return data;
}

std::string name_of(const DataSource& source) {
    return source.kind == DataKind::task ? "the task " + in_quotes(source.name) : source.name;
}

void check_fits(const Task& task, const Configuration& configuration, const Vocabularies& vocabularies, const std::string& where) {
    Configuration asked = configuration;
    apply_task(task, asked);
    const auto compare = [&](const char* field, Size has, Size asks) {
        const std::string value = has == no_token ? "null" : std::to_string(has);
        if (has != asks)
            fail(where, fmt::format("does not fit the task: its {} is {}, the task asks for {}", in_quotes(field), value, asks));
    };
    compare("src_vocab_size", configuration.src_vocab_size, asked.src_vocab_size);
    compare("tgt_vocab_size", configuration.tgt_vocab_size, asked.tgt_vocab_size);
    compare("pad_src", configuration.pad_src, asked.pad_src);
    compare("pad_tgt", configuration.pad_tgt, asked.pad_tgt);
    compare("bos", configuration.bos, asked.bos);
    compare("eos", configuration.eos, asked.eos);
    if (configuration.has_encoder()) check_words(vocabularies.source, task.source_vocabulary, "source", where);
    if (configuration.has_decoder()) check_words(vocabularies.target, task.target_vocabulary, "target", where);
}

}  // namespace vitrine
