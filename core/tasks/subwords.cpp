#include "core/tasks/subwords.h"

#include <algorithm>

#include "core/tasks/task_builders.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr int drawn_pairs = 20'000;

/// The words of a sentence with spaces between them, without bos and eos.
std::string text_of(const Sentence& sentence, const Vocabulary& words, const SpecialTokens& tokens) {
    std::string text;
    for (const std::int32_t id : sentence) {
        if (id == tokens.bos || id == tokens.eos) continue;
        text += (text.empty() ? "" : " ") + words.word(id);
    }
    return text;
}

/// Visits pairs drawn from an endless task; they are the same every time.
template <class Look>
void look_at_drawn(const Task& task, const Look& look) {
    Random random(1);
    Example example;
    for (int i = 0; i < drawn_pairs; ++i) {
        task.draw(random, example);
        look(example);
    }
}

/// Converts examples in words to subwords.
class Rewriting {
public:
    Rewriting(const Task& words, std::shared_ptr<const Tokenizer> tokenizer, const SubwordSpecials& specials)
        : source_(words.source_vocabulary),
          target_(words.target_vocabulary),
          before_(words.tokens),
          tokenizer_(std::move(tokenizer)),
          specials_(specials) {}

    /// A reader for one thread.
    SubwordReader reader() const { return SubwordReader(*tokenizer_, specials_); }

    void rewrite(const Example& words, SubwordReader& reader, Example& example) const {
        const Sentence unknown{specials_.unknown};
        example = subword_example(reader.find(text_of(words.source, source_, before_)).value_or(unknown),
                                  reader.find(text_of(words.target, target_, before_)).value_or(unknown), specials_);
    }

    std::vector<Example> rewritten(const std::vector<Example>& words, SubwordReader& reader) const {
        std::vector<Example> examples(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) rewrite(words[i], reader, examples[i]);
        return examples;
    }

private:
    const Vocabulary source_, target_;
    const SpecialTokens before_;
    const std::shared_ptr<const Tokenizer> tokenizer_;
    const SubwordSpecials specials_;
};

/// Lets the task draw converted pairs. Skips pairs that are longer than the longest of many drawn pairs and the held-out ones,
/// since training reserves memory for the longest possible pair.
void draw_in_subwords(const Task& words, const std::shared_ptr<const Rewriting>& rewriting, SubwordReader& reader, Task& task) {
    Example looked_at;
    look_at_drawn(words, [&](const Example& drawn) {
        rewriting->rewrite(drawn, reader, looked_at);
        make_room(looked_at, task);
    });
    const Size source = task.longest_source, target = task.longest_target;
    task.draw = [rewriting, draw = words.draw, source, target](Random& random, Example& example) {
        SubwordReader own = rewriting->reader();
        Example drawn;
        do {
            draw(random, drawn);
            rewriting->rewrite(drawn, own, example);
        } while (static_cast<Size>(example.source.size()) > source || static_cast<Size>(example.target.size()) > target);
    };
}

}  // namespace

Tokenizer learned_tokenizer(const std::string& corpus, std::size_t vocabulary_size) {
    return *train_tokenizer(corpus, subword_training(vocabulary_size));
}

BpeTrainingOptions subword_training(std::size_t vocabulary_size) {
    return {.vocabulary_size = vocabulary_size, .special = {"[PAD]", "[BOS]", "[EOS]", "[UNK]"}, .rules = {}};
}

Example subword_example(Sentence source, Sentence target, const SubwordSpecials& specials) {
    source.insert(source.begin(), specials.tokens.bos);
    source.push_back(specials.tokens.eos);
    return {std::move(source), std::move(target), {}};
}

std::string training_text(const Task& task) {
    std::string text;
    const auto add = [&](const Example& example) {
        text += text_of(example.source, task.source_vocabulary, task.tokens) + '\n';
        text += text_of(example.target, task.target_vocabulary, task.tokens) + '\n';
    };
    for (const Example& example : task.examples) add(example);
    if (task.is_endless()) look_at_drawn(task, add);
    return text;
}

Task in_subwords(const Task& words, const std::shared_ptr<const Tokenizer>& tokenizer, const SubwordSpecials& specials) {
    const auto rewriting = std::make_shared<const Rewriting>(words, tokenizer, specials);
    SubwordReader reader = rewriting->reader();
    Task task;
    task.name = words.name;
    task.text = words.text;
    task.source_vocabulary = task.target_vocabulary = tokenizer->vocabulary();
    task.tokens = specials.tokens;
    task.examples = rewriting->rewritten(words.examples, reader);
    task.held_out = rewriting->rewritten(words.held_out, reader);
    task.held_out_lines = words.held_out_lines;
    task.held_out_kinds = words.held_out_kinds;
    task.shuffles = words.shuffles;
    measure_lists(task);
    if (words.is_endless()) draw_in_subwords(words, rewriting, reader, task);
    task.lost_bytes = reader.lost();
    return task;
}

}  // namespace vitrine
