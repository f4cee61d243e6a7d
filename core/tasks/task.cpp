#include "core/tasks/task.h"

#include <algorithm>

#include "core/tasks/seeds.h"
#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

struct Entry {
    TaskInfo info;
    Task (*make)();
};

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all{
        {{"copy", "eight letters, written as they are read"}, copy_task},
        {{"reverse", "one to ten letters, written backwards"}, reverse_task},
        {{"sort", "one to ten digits, written in order"}, sort_task},
        {{"addition", "two numbers of one to three digits, and their sum"}, addition_task},
        {{"digits", "ten numbers of eight digits each, and their mean"}, digits_task},
        {{"navigation", "the two sentences of the sample navigation, French to English"}, navigation_task},
        {{"translation", "the five sentences of the sample translation, English to French"}, translation_task},
        {{"english-french", "short English sentences of many kinds, and their French"}, english_french_task},
    };
    return all;
}

/// Copies a sentence into a row, starting at `place`.
void put(const Sentence& sentence, Size row, Size place, IndexTensor& tokens) {
    std::copy(sentence.begin(), sentence.end(), &tokens.at({row, place}));
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
        throw Error("task '" + name + "': there is none of that name" + meant);
    std::string all;
    for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
    throw Error("task '" + name + "': there is none of that name; there are " + all);
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
    c.src_vocab_size = static_cast<Size>(task.source_vocabulary.words().size());
    c.tgt_vocab_size = static_cast<Size>(task.target_vocabulary.words().size());
    c.pad_src = task.tokens.pad_source;
    c.pad_tgt = task.tokens.pad_target;
    c.bos = task.tokens.bos;
    c.eos = task.tokens.eos;
}

bool fits(const Task& task, const Configuration& configuration, const Vocabulary& source, const Vocabulary& target) {
    Configuration asked = configuration;
    apply_task(task, asked);
    return asked == configuration && source.words() == task.source_vocabulary.words() &&
           target.words() == task.target_vocabulary.words();
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
    make_batch(std::span(from).first(std::min(from.size(), count)), task.tokens, batch);
    return batch;
}

namespace {

/// A target between its beginning and its end, as far as these exist.
class FramedTarget {
public:
    FramedTarget(const Sentence& target, const SpecialTokens& tokens) : target_(target), tokens_(tokens) {}

    Size length() const { return begins() + words() + (tokens_.eos != no_token); }
    std::int32_t operator[](Size place) const {
        if (place < begins()) return tokens_.bos;
        return place - begins() < words() ? target_[static_cast<std::size_t>(place - begins())] : tokens_.eos;
    }

private:
    Size begins() const { return tokens_.bos != no_token; }
    Size words() const { return static_cast<Size>(target_.size()); }

    const Sentence& target_;
    const SpecialTokens& tokens_;
};

void require_padding(bool lengths_differ, std::int32_t pad, const char* side) {
    if (lengths_differ && pad == no_token)
        throw Error(std::string("the model has no padding, and the ") + side + "s are not all equally long");
}

}  // namespace

void make_batch(std::span<const Example> examples, const SpecialTokens& tokens, Batch& batch) {
    std::size_t source = 0;
    Size target = 0;
    bool sources_differ = false, targets_differ = false;
    for (const Example& example : examples) {
        const Size length = FramedTarget(example.target, tokens).length();
        sources_differ |= source > 0 && example.source.size() != source;
        targets_differ |= target > 0 && length != target;
        source = std::max(source, example.source.size());
        target = std::max(target, length);
    }
    require_padding(sources_differ, tokens.pad_source, "source");
    require_padding(targets_differ, tokens.pad_target, "target");
    if (target < 2) throw Error("a target of one word, without beginning and end, leaves nothing to predict");
    const Size count = static_cast<Size>(examples.size());
    batch.src.resize({count, static_cast<Size>(source)});
    batch.tgt.resize({count, target - 1});
    batch.labels.resize({count, target - 1});
    batch.src.fill(tokens.pad_source);
    batch.tgt.fill(tokens.pad_target);
    batch.labels.fill(tokens.pad_target);
    for (Size i = 0; i < count; ++i) {
        const Example& example = examples[static_cast<std::size_t>(i)];
        put(example.source, i, 0, batch.src);
        const FramedTarget framed(example.target, tokens);
        for (Size t = 0; t + 1 < framed.length(); ++t) {
            batch.tgt.at({i, t}) = framed[t];
            batch.labels.at({i, t}) = framed[t + 1];
        }
    }
}

}  // namespace vitrine
