/// Measures cutting texts into tokens, and learning a tokenizer.

#include <memory>

#include "app/cli/bench/benchmarks.h"
#include "core/tasks/task.h"
#include "core/tensor/random.h"
#include "core/text/tokenizer/bpe_training.h"
#include "core/text/tokenizer/tokenizer_encoder.h"

namespace vitrine {

namespace {

constexpr std::size_t corpus_size = 34'000, times = 100, vocabulary_size = 346;

void append_words(const Sentence& sentence, const Vocabulary& vocabulary, std::string& text) {
    for (const std::int32_t id : sentence) {
        const std::string word = vocabulary.word(id);
        if (!word.starts_with('<')) text += word + ' ';  // <s> is not a word
    }
    text.back() = '\n';
}

/// Some 850 English and French sentences, one per line.
std::string corpus() {
    const Task task = make_task("english-french");
    Random random(1);
    std::string text;
    for (Example example; text.size() < corpus_size;) {
        task.draw(random, example);
        append_words(example.source, task.source_vocabulary, text);
        append_words(example.target, task.target_vocabulary, text);
    }
    return text;
}

/// The corpus again and again, so that nearly every word has been encountered before.
const std::string& known_words() {
    static const std::string lines = [] {
        const std::string once = corpus();
        std::string text;
        for (std::size_t i = 0; i < times; ++i) text += once;
        return text;
    }();
    return lines;
}

/// The same amount of words made of random letters, nearly all of them different.
const std::string& new_words() {
    static const std::string lines = [] {
        Random random(2);
        std::string text;
        while (text.size() < corpus_size * times) {
            for (auto length = 1 + random.below(10); length > 0; --length) text += static_cast<char>('a' + random.below(26));
            text += random.below(12) == 0 ? '\n' : ' ';
        }
        text.back() = '\n';
        return text;
    }();
    return lines;
}

Tokenizer trained_on(std::string_view text) {
    return *train_tokenizer(text,
                            {.vocabulary_size = vocabulary_size, .special = {"[PAD]", "[BOS]", "[EOS]", "[UNK]"}, .rules = {}});
}

void encode_lines(const Tokenizer& tokenizer, std::string_view text) {
    TextEncoder encoder(tokenizer);  // that has not encountered any word yet
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = text.find('\n', start);
        encoder.encode(text.substr(start, end - start));
        start = end + 1;
    }
}

using Lines = const std::string& (*)();

/// Encodes lines on one thread, whatever --threads says, since the program encodes texts that way.
Workload on_lines(std::string name, std::string text, Lines lines, std::function<Body()> prepare) {
    return {.name = std::move(name),
            .text = std::move(text),
            .repetitions = 11,
            .seconds = 0.05,
            .prepare = std::move(prepare),
            .bytes = [lines] { return static_cast<double>(lines().size()); }};
}

std::function<Body()> encoding(Lines lines) {
    return [lines] {
        const auto tokenizer = std::make_shared<const Tokenizer>(trained_on(corpus()));
        return [tokenizer, lines] { encode_lines(*tokenizer, lines()); };
    };
}

Body learning() {
    return [] { trained_on(known_words()); };
}

}  // namespace

std::vector<Workload> tokenize_workloads() {
    return {on_lines("tokenize", "English and French sentences to the tokens of a byte-level BPE, most words met before",
                     known_words, encoding(known_words)),
            on_lines("tokenize-new", "the same for words of random letters, hardly any of them met before", new_words,
                     encoding(new_words)),
            on_lines("tokenize-train", "learning 346 tokens from 34 kB of such sentences, a hundred times over", known_words,
                     learning)};
}

}  // namespace vitrine
