#include "core/train/subwords.h"

#include <algorithm>

#include "core/tensor/error.h"
#include "core/text/bpe_training.h"
#include "core/train/task_builders.h"

namespace vitrine {

namespace {

constexpr const char *pad_token = "[PAD]", *bos_token = "[BOS]", *eos_token = "[EOS]", *unknown_token = "[UNK]";
constexpr int drawn_pairs = 20'000;

std::int32_t special(const Tokenizer& tokenizer, const char* content) {
    const auto found = std::ranges::find(tokenizer.added(), content, &AddedToken::content);
    if (found == tokenizer.added().end()) {
        throw Error(std::string("the tokenizer has no special token ") + content + "; a model needs [PAD], [BOS], [EOS] and [UNK]");
    }
    return found->id;
}

/// A sentence's words with spaces between them; beginning and end are none.
std::string text_of(const Sentence& sentence, const Vocabulary& words, const SpecialTokens& tokens) {
    std::string text;
    for (const std::int32_t id : sentence) {
        if (id == tokens.bos || id == tokens.eos) continue;
        text += (text.empty() ? "" : " ") + words.word(id);
    }
    return text;
}

/// From examples in words to the same in subwords.
class Rewriting {
public:
    Rewriting(const Task& words, std::shared_ptr<const Tokenizer> tokenizer)
        : source_(words.source_vocabulary),
          target_(words.target_vocabulary),
          before_(words.tokens),
          tokenizer_(std::move(tokenizer)),
          specials_(subword_specials(*tokenizer_)) {}

    /// Nothing of it changes here, so any number of threads may ask.
    void rewrite(const Example& words, Example& example) const {
        example = subword_example(text_of(words.source, source_, before_), text_of(words.target, target_, before_), *tokenizer_,
                                  specials_);
    }

    std::vector<Example> rewritten(const std::vector<Example>& words) const {
        std::vector<Example> examples(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) rewrite(words[i], examples[i]);
        return examples;
    }

    /// How many tokens one word of a vocabulary becomes at most. Spaces part words before they are merged, so a sentence becomes
    /// no more than its words one by one.
    Size longest_word(const Vocabulary& words) const {
        std::size_t longest = 1;
        for (const std::string& word : words.words()) {
            longest = std::max(longest, subwords_of(' ' + word, *tokenizer_, specials_).size());
        }
        return static_cast<Size>(longest);
    }

    const SubwordSpecials& specials() const { return specials_; }

private:
    const Vocabulary source_, target_;
    const SpecialTokens before_;
    const std::shared_ptr<const Tokenizer> tokenizer_;
    const SubwordSpecials specials_;
};

}  // namespace

SubwordSpecials subword_specials(const Tokenizer& tokenizer) {
    const std::int32_t padding = special(tokenizer, pad_token);
    return {{padding, padding, special(tokenizer, bos_token), special(tokenizer, eos_token)}, special(tokenizer, unknown_token)};
}

Tokenizer learned_tokenizer(const std::string& corpus, std::size_t vocabulary_size) {
    return *train_tokenizer(
        corpus, {.vocabulary_size = vocabulary_size, .special = {pad_token, bos_token, eos_token, unknown_token}, .rules = {}});
}

Sentence subwords_of(std::string_view text, const Tokenizer& tokenizer, const SubwordSpecials& specials) {
    Sentence ids = tokenizer.encode(text).ids;
    const SpecialTokens& tokens = specials.tokens;
    for (const std::int32_t id : {tokens.pad_source, tokens.bos, tokens.eos}) std::ranges::replace(ids, id, specials.unknown);
    if (ids.empty()) ids.push_back(specials.unknown);
    return ids;
}

Example subword_example(std::string_view source, std::string_view target, const Tokenizer& tokenizer,
                        const SubwordSpecials& specials) {
    Example example;
    example.source = subwords_of(source, tokenizer, specials);
    example.source.insert(example.source.begin(), specials.tokens.bos);
    example.source.push_back(specials.tokens.eos);
    example.target = subwords_of(target, tokenizer, specials);
    return example;
}

std::string training_text(const Task& task) {
    std::string text;
    const auto add = [&](const Example& example) {
        text += text_of(example.source, task.source_vocabulary, task.tokens) + '\n';
        text += text_of(example.target, task.target_vocabulary, task.tokens) + '\n';
    };
    for (const Example& example : task.examples) add(example);
    if (!task.is_endless()) return text;
    Random random(1);
    Example example;
    for (int i = 0; i < drawn_pairs; ++i) {
        task.draw(random, example);
        add(example);
    }
    return text;
}

Task in_subwords(const Task& words, const std::shared_ptr<const Tokenizer>& tokenizer) {
    const auto rewriting = std::make_shared<const Rewriting>(words, tokenizer);
    Task task;
    task.name = words.name;
    task.text = words.text;
    task.source_vocabulary = task.target_vocabulary = tokenizer->vocabulary();
    task.tokens = rewriting->specials().tokens;
    task.examples = rewriting->rewritten(words.examples);
    task.held_out = rewriting->rewritten(words.held_out);
    task.held_out_lines = words.held_out_lines;
    task.shuffles = words.shuffles;
    if (words.is_endless()) {
        task.longest_source = words.longest_source * rewriting->longest_word(words.source_vocabulary);
        task.longest_target = words.longest_target * rewriting->longest_word(words.target_vocabulary);
        task.draw = [rewriting, draw = words.draw](Random& random, Example& example) {
            Example drawn;
            draw(random, drawn);
            rewriting->rewrite(drawn, example);
        };
    }
    measure_lists(task);
    return task;
}

}  // namespace vitrine
