#include "core/tasks/one_text.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/tasks/stored_pairs.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::uint64_t hidden_percent = 15;

/// The words of the target, whose ids stay the same, then the words that only the source has, then the new tokens.
Vocabulary words_of_both(const Task& pairs, bool masks) {
    std::vector<std::string> words = pairs.target_vocabulary.words();
    for (const std::string& word : pairs.source_vocabulary.words()) {
        if (!pairs.target_vocabulary.id(word)) words.push_back(word);
    }
    std::vector<std::string> added{separator_word};
    if (masks) added.emplace_back(mask_word);
    for (const std::string& token : added) {
        if (std::ranges::find(words, token) != words.end())
            throw Error("the sentences contain the token " + in_quotes(token) + ", which a model of one stack needs for itself");
        words.push_back(token);
    }
    return Vocabulary(std::move(words));
}

/// Puts the two sentences of a pair into one text.
class Joining {
public:
    Joining(const Task& pairs, const Vocabulary& both)
        : tokens_(pairs.tokens), separator_(both.id(separator_word).value()), mask_(both.id(mask_word).value_or(no_token)) {
        for (const std::string& word : pairs.source_vocabulary.words()) ids_.push_back(both.id(word).value());
    }

    /// Makes the pair a single text, reusing its memory.
    void join(Random& random, Example& pair) const {
        pair.alignment.clear();
        std::erase_if(pair.source, [this](std::int32_t id) { return id == tokens_.bos || id == tokens_.eos; });
        for (std::int32_t& id : pair.source) id = ids_[static_cast<std::size_t>(id)];
        pair.source.push_back(separator_);
        if (mask_ != no_token) become_text(random, pair);
    }

    /// Hides other words of a text. Requires: the example is that of an encoder alone.
    void hide(Random& random, Example& text) const {
        text.source = text.target;
        const auto first = std::ranges::find(text.source, separator_) + 1;
        const auto last = text.source.end() - (tokens_.eos != no_token);
        const auto count = static_cast<std::uint64_t>(last - first);
        if (count == 0) return;
        for (auto word = first; word != last; ++word) {
            if (random.below(100) < hidden_percent) *word = mask_;
        }
        if (std::find(first, last, mask_) == last) first[static_cast<std::ptrdiff_t>(random.below(count))] = mask_;
    }

    /// The numbers of tokens after joining.
    StoredPairs::Counts counts(StoredPairs::Counts pair) const {
        const std::size_t frame = (tokens_.bos != no_token) + (tokens_.eos != no_token);
        const std::size_t given = pair.source - frame + 1;
        if (mask_ == no_token) return {given, pair.target};
        return {given + pair.target + frame, given + pair.target + frame};
    }

private:
    void become_text(Random& random, Example& pair) const {
        Sentence& text = pair.target;
        text.insert(text.begin(), pair.source.begin(), pair.source.end());
        if (tokens_.bos != no_token) text.insert(text.begin(), tokens_.bos);
        if (tokens_.eos != no_token) text.push_back(tokens_.eos);
        hide(random, pair);
    }

    const SpecialTokens tokens_;
    const std::int32_t separator_, mask_;  // mask_: no_token if no words are hidden
    std::vector<std::int32_t> ids_;        // for each word of the source, its id in the common vocabulary
};

/// Joins pairs of a list when they are read.
class JoinedPairs final : public StoredPairs {
public:
    JoinedPairs(std::shared_ptr<const StoredPairs> pairs, std::shared_ptr<const Joining> joining)
        : pairs_(std::move(pairs)), joining_(std::move(joining)) {}

    std::size_t size() const override { return pairs_->size(); }
    Counts counts(std::size_t number) const override { return joining_->counts(pairs_->counts(number)); }
    void read(std::size_t number, Example& pair) const override {
        pairs_->read(number, pair);
        Random random(number);  // what is hidden at first; training hides anew
        joining_->join(random, pair);
    }

private:
    const std::shared_ptr<const StoredPairs> pairs_;
    const std::shared_ptr<const Joining> joining_;
};

}  // namespace

Task in_one_text(Task task, Architecture architecture) {
    if (architecture == Architecture::transformer) return task;
    const bool masks = architecture == Architecture::encoder;
    const Vocabulary both = words_of_both(task, masks);
    const auto joining = std::make_shared<const Joining>(task, both);
    Random random(1);
    for (auto* list : {&task.examples, &task.held_out}) {
        for (Example& example : *list) joining->join(random, example);
    }
    if (task.stored) task.stored = std::make_shared<const JoinedPairs>(task.stored, joining);
    task.architecture = architecture;
    task.source_vocabulary = task.target_vocabulary = both;
    ++task.longest_source;
    if (masks) {
        task.longest_source = task.longest_target = task.longest_source + task.longest_target + 2;
        task.hide = [joining](Random& numbers, Example& text) { joining->hide(numbers, text); };
    }
    if (!task.draw) return task;
    task.draw = [joining, draw = std::move(task.draw)](Random& numbers, Example& example) {
        draw(numbers, example);
        joining->join(numbers, example);
    };
    return task;
}

}  // namespace vitrine
