#include "core/tasks/task.h"

#include <algorithm>

#include "core/tasks/seeds.h"
#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

struct Entry {
    TaskInfo info;
    Task (*make)();
};

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all{
        {{"copy", "eight letters, to be copied unchanged"}, copy_task},
        {{"reverse", "one to ten letters, to be reversed"}, reverse_task},
        {{"repeats", "four to twelve different letters, to be repeated"}, repeats_task},
        {{"sort", "one to ten digits, to be sorted"}, sort_task},
        {{"addition", "two numbers of one to three digits, and their sum from its last digit on"}, addition_task},
        {{"digits", "ten numbers of eight digits each, to be averaged"}, digits_task},
        {{"navigation", "the two sentences of the sample navigation, French to English"}, navigation_task},
        {{"translation", "the five sentences of the sample translation, English to French"}, translation_task},
        {{"english-french", "English of every day in up to ten words, and its French"}, english_french_task},
    };
    return all;
}

}  // namespace

const std::vector<TaskInfo>& list_tasks() {
    static const std::vector<TaskInfo> list = [] {
        std::vector<TaskInfo> infos;
        for (const Entry& entry : entries()) infos.push_back(entry.info);
        return infos;
    }();
    return list;
}

Task make_task(const std::string& name) {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) {
        if (entry.info.name == name) {
            Task task = entry.make();
            task.name = entry.info.name;
            task.text = entry.info.text;
            return task;
        }
        names.push_back(entry.info.name);
    }
    if (const std::string meant = did_you_mean(name, similar(name, names)); !meant.empty())
        throw Error("task " + in_quotes(name) + ": there is none of that name" + meant);
    std::string all;
    for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
    throw Error("task " + in_quotes(name) + ": there is none of that name; there are " + all);
}

Vocabulary vocabulary_of(const std::vector<std::string>& words) {
    std::vector<std::string> all{"<pad>", "<s>", "</s>"};
    all.insert(all.end(), words.begin(), words.end());
    return Vocabulary(std::move(all));
}

Vocabulary vocabulary_of_characters(std::string_view characters) {
    std::vector<std::string> words;
    for (const char character : characters) words.emplace_back(1, character);
    return vocabulary_of(words);
}

Sentence ids_of(const Vocabulary& vocabulary, std::string_view text) {
    Sentence ids;
    for (const std::string_view word : split_at_spaces(text)) ids.push_back(vocabulary.id(word).value());
    return ids;
}

void apply_task(const Task& task, Configuration& c) {
    c.architecture = task.architecture;
    if (c.has_encoder()) {
        c.src_vocab_size = static_cast<Size>(task.source_vocabulary.words().size());
        c.pad_src = task.tokens.pad_source;
    } else {
        c.num_encoder_layers = c.src_vocab_size = 0;
        c.pad_src = no_token;
    }
    if (c.has_decoder()) {
        c.tgt_vocab_size = static_cast<Size>(task.target_vocabulary.words().size());
        c.pad_tgt = task.tokens.pad_target;
        c.bos = task.tokens.bos;
        c.eos = task.tokens.eos;
    } else {
        c.num_decoder_layers = c.tgt_vocab_size = 0;
        c.pad_tgt = c.bos = c.eos = no_token;
    }
}

bool fits(const Task& task, const Configuration& configuration, const Vocabulary& source, const Vocabulary& target) {
    Configuration asked = configuration;
    apply_task(task, asked);
    return asked == configuration && (!asked.has_encoder() || source.words() == task.source_vocabulary.words()) &&
           (!asked.has_decoder() || target.words() == task.target_vocabulary.words());
}

Batch probe_batch(const Task& task, Size sentences, std::uint64_t seed) {
    const auto count = static_cast<std::size_t>(sentences);
    std::vector<Example> drawn;
    if (task.held_out.empty() && task.is_endless()) {
        Random random(mixed_seed(seed, Stream::probe, 0));
        drawn.resize(count);
        for (Example& example : drawn) task.draw(random, example);
    }
    const std::vector<Example>& from = !drawn.empty() ? drawn : task.held_out.empty() ? task.examples : task.held_out;
    Batch batch;
    make_batch(std::span(from).first(std::min(from.size(), count)), task.tokens, batch, task.architecture);
    return batch;
}

}  // namespace vitrine
