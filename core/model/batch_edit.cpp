#include "core/model/batch_edit.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// A token, its label where its sentence is labelled (a label of padding means none), and its segment.
struct Word {
    std::int32_t id = 0, label = 0, segment = 0;
};
using Words = std::vector<Word>;

/// A sentence. Its class is filler where it has none.
struct WordPair {
    Words source, target;
    std::int32_t of_class = filler;
};

/// The length of a sentence up to the last position where the token or its label is not padding.
Size length_of(const IndexTensor& tokens, const IndexTensor& labels, Size sentence, std::int32_t pad) {
    const auto is_padding = [&](Size position) {
        return tokens.at({sentence, position}) == pad && (labels.empty() || labels.at({sentence, position}) == pad);
    };
    if (tokens.empty()) return 0;
    Size length = tokens.size(1);
    while (length > 0 && is_padding(length - 1)) --length;
    return length;
}

Words words_of(const IndexTensor& tokens, const IndexTensor& labels, Size sentence, std::int32_t pad) {
    Words words;
    const Size length = length_of(tokens, labels, sentence, pad);
    for (Size position = 0; position < length; ++position) {
        const std::int32_t label = labels.empty() ? pad : labels.at({sentence, position});
        words.push_back({tokens.at({sentence, position}), label});
    }
    return words;
}

/// The labels of a side. Only the tokens that the last stack reads have labels.
const IndexTensor& labels_of(const Batch& batch, const Configuration& c, BatchSide side) {
    static const IndexTensor none;
    if (c.classes > 0) return none;
    return (side == BatchSide::source) == (c.last_stack() == StackKind::encoder) ? batch.labels : none;
}

bool are_shifted(const Words& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i - 1].label != words[i].id) return false;
    }
    return true;
}

/// A batch split into sentences for editing.
class Sentences {
public:
    Sentences(const Batch& batch, const Configuration& configuration) : c_(configuration), labelled_(!batch.labels.empty()) {
        for (Size i = 0; i < batch.sentences(); ++i) {
            pairs_.push_back({words_of(batch.src, labels_of(batch, c_, BatchSide::source), i, c_.pad_src),
                              words_of(batch.tgt, labels_of(batch, c_, BatchSide::target), i, c_.pad_tgt)});
            if (labelled_ && c_.classes > 0) pairs_.back().of_class = batch.labels.at({i, 0});
            for (std::size_t at = 0; !batch.segments.empty() && at < pairs_.back().source.size(); ++at)
                pairs_.back().source[at].segment = batch.segments.at({i, static_cast<Size>(at)});
        }
        segmented_ = !batch.segments.empty();
        shifted_ = c_.has_decoder() && std::ranges::all_of(pairs_, are_shifted, &WordPair::target);
    }

    void carry_out(const ReplaceToken& edit) {
        require_word(edit.place.side, edit.id);
        change(edit.place, 0, [&](Words& words) { words[place_of(edit)].id = edit.id; });
    }
    void carry_out(const InsertToken& edit) {
        require_word(edit.place.side, edit.id);
        require_room(static_cast<Size>(words_at(edit.place).size()) + 1);
        change(edit.place, 1, [&](Words& words) { words.insert(words.begin() + edit.place.position, new_word(words, edit)); });
    }
    void carry_out(const EraseToken& edit) {
        change(edit.place, 0, [&](Words& words) {
            if (words.size() == 1) throw Error("A sentence needs at least one token.");
            words.erase(words.begin() + edit.place.position);
        });
    }
    void carry_out(const MoveToken& edit) {
        change(edit.place, 0, [&](Words& words) {
            if (edit.to < 0 || edit.to >= static_cast<Size>(words.size()))
                throw Error("There is no such position in the sentence.");
            const auto from = words.begin() + edit.place.position, to = words.begin() + edit.to;
            from < to ? std::rotate(from, from + 1, to + 1) : std::rotate(to, from, from + 1);
        });
    }
    void carry_out(const CopySentence& edit) {
        require_sentence(edit.sentence);
        const WordPair copy = pairs_[static_cast<std::size_t>(edit.sentence)];
        pairs_.insert(pairs_.begin() + edit.sentence + 1, copy);
    }
    void carry_out(const EraseSentence& edit) {
        require_sentence(edit.sentence);
        if (pairs_.size() == 1) throw Error("A batch needs at least one sentence.");
        pairs_.erase(pairs_.begin() + edit.sentence);
    }

    void carry_out(const ReplaceTarget& edit) {
        require_sentence(edit.sentence);
        pairs_[static_cast<std::size_t>(edit.sentence)].target = labelled(BatchSide::target, edit.tokens, edit.labels);
    }

    void carry_out(const ReplaceSentence& edit) {
        require_sentence(edit.sentence);
        const Sentence none(c_.has_decoder() ? edit.target.size() : edit.source.size(), c_.output_padding());
        const Sentence& labels = edit.labels.empty() ? none : edit.labels;
        if (labelled_ && edit.labels.empty() && c_.output_padding() == no_token)
            throw Error("This model has no padding, so every token needs a label.");
        WordPair pair;
        if (c_.has_encoder())
            pair.source = c_.has_decoder() ? unlabelled(edit.source) : labelled(BatchSide::source, edit.source, labels);
        if (c_.has_decoder()) pair.target = labelled(BatchSide::target, edit.target, labels);
        pairs_[static_cast<std::size_t>(edit.sentence)] = std::move(pair);
    }

    /// All sentences, padded to the longest.
    Batch padded() const {
        Batch batch;
        if (c_.has_encoder()) pad(&WordPair::source, &Word::id, c_.pad_src, batch.src);
        if (c_.has_decoder()) pad(&WordPair::target, &Word::id, c_.pad_tgt, batch.tgt);
        const auto labelled_side = c_.has_decoder() ? &WordPair::target : &WordPair::source;
        if (labelled_ && c_.classes > 0) {
            batch.labels.resize({static_cast<Size>(pairs_.size()), 1});
            for (std::size_t i = 0; i < pairs_.size(); ++i) batch.labels.data()[i] = pairs_[i].of_class;
        } else if (labelled_) {
            pad(labelled_side, &Word::label, c_.output_padding(), batch.labels);
        }
        if (segmented_) pad(&WordPair::source, &Word::segment, c_.pad_src == filler ? filler : 0, batch.segments);
        return batch;
    }

private:
    /// Fills a tensor with one number of every token of a side. It has at least one column, if only of padding.
    void pad(Words WordPair::*side, std::int32_t Word::*number, std::int32_t padding, IndexTensor& tensor) const {
        std::vector<Sentence> sentences;
        for (const WordPair& pair : pairs_) {
            Sentence& sentence = sentences.emplace_back();
            for (const Word& word : pair.*side) sentence.push_back(word.*number);
        }
        if (std::ranges::all_of(sentences, &Sentence::empty)) sentences.front().push_back(padding);
        pad_together(sentences, padding, tensor);
    }

    /// A new token takes the segment of the token before it or, at the start of the sentence, of the token after it.
    Word new_word(const Words& words, const InsertToken& edit) const {
        const auto place = static_cast<std::size_t>(edit.place.position);
        const Word* beside = words.empty() ? nullptr : &words[place > 0 ? place - 1 : 0];
        return {edit.id, c_.output_padding(), beside ? beside->segment : 0};
    }

    static std::size_t place_of(const ReplaceToken& edit) { return static_cast<std::size_t>(edit.place.position); }

    Words& words_at(const TokenPlace& place) {
        require_sentence(place.sentence);
        WordPair& pair = pairs_[static_cast<std::size_t>(place.sentence)];
        return place.side == BatchSide::source ? pair.source : pair.target;
    }

    /// Changes the tokens of the sentence. Throws Error where the position is not in it; `behind`: how many positions after the
    /// last token are allowed.
    template <class Change>
    void change(const TokenPlace& place, Size behind, const Change& change) {
        Words& words = words_at(place);
        if (place.position < 0 || place.position >= static_cast<Size>(words.size()) + behind)
            throw Error("There is no such position in the sentence.");
        const Words before = words;
        change(words);
        const bool of_labelled_side = (place.side == BatchSide::target) == c_.has_decoder();
        const bool needs_label = labelled_ && !shifted_ && of_labelled_side && words.size() > before.size();
        if (needs_label && c_.output_padding() == no_token)
            throw Error("This model has no padding, so every token needs a label, and this one would have none.");
        if (labelled_ && shifted_ && place.side == BatchSide::target) shift_labels(words, before);
    }

    /// Tokens from elsewhere, each with its label. Throws Error where they cannot be a sentence.
    Words labelled(BatchSide side, const Sentence& tokens, const Sentence& labels) const {
        if (tokens.size() != labels.size()) throw Error("Every token of a target has exactly one label.");
        Words words = unlabelled(tokens, side);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (labels[i] != c_.output_padding()) require_word(side, labels[i]);
            if (labelled_) words[i].label = labels[i];
        }
        return words;
    }

    Words unlabelled(const Sentence& tokens, BatchSide side = BatchSide::source) const {
        if (tokens.empty()) throw Error("A sentence needs at least one token.");
        require_room(static_cast<Size>(tokens.size()));
        Words words;
        for (const std::int32_t token : tokens) {
            require_word(side, token);
            words.push_back({token, side == BatchSide::source ? c_.pad_src : c_.pad_tgt});
        }
        return words;
    }

    bool ends(const Words& words) const { return !words.empty() && words.back().id == c_.eos; }

    /// Shifts the labels after an edit. The last label stays if the target ended with eos before and still does, or did not and
    /// still does not. Otherwise it is padding after eos, if there is padding, and eos after any other token. In a decoder alone,
    /// whose texts need not end, it always stays.
    void shift_labels(Words& words, const Words& before) const {
        std::int32_t last = before.empty() ? c_.eos : before.back().label;
        if (c_.has_encoder() && ends(words) != ends(before)) last = ends(words) && c_.pad_tgt != no_token ? c_.pad_tgt : c_.eos;
        for (std::size_t i = 0; i < words.size(); ++i) words[i].label = i + 1 < words.size() ? words[i + 1].id : last;
    }

    void require_sentence(Size sentence) const {
        if (sentence < 0 || sentence >= static_cast<Size>(pairs_.size())) throw Error("There is no such sentence.");
    }

    void require_word(BatchSide side, std::int32_t id) const {
        const Size words = side == BatchSide::source ? c_.src_vocab_size : c_.tgt_vocab_size;
        const std::int32_t pad = side == BatchSide::source ? c_.pad_src : c_.pad_tgt;
        if (id < 0 || id >= words)
            throw Error("There is no token " + std::to_string(id) + ": ids go from 0 to " + std::to_string(words - 1) + ".");
        if (id == pad) throw Error("Padding cannot be inserted: shorter sentences are padded automatically.");
    }

    void require_room(Size length) const {
        if (c_.positions != PositionKind::learned || length <= c_.max_positions) return;
        throw Error("This model has learned " + std::to_string(c_.max_positions) + " positions: sentences cannot be longer.");
    }

    const Configuration& c_;
    bool labelled_, shifted_, segmented_;
    std::vector<WordPair> pairs_;
};

}  // namespace

Size sentence_length(const Batch& batch, const Configuration& c, BatchSide side, Size sentence) {
    return side == BatchSide::source ? length_of(batch.src, labels_of(batch, c, side), sentence, c.pad_src)
                                     : length_of(batch.tgt, labels_of(batch, c, side), sentence, c.pad_tgt);
}

Batch with_edit(const Batch& batch, const Configuration& configuration, const BatchEdit& edit) {
    if (!configuration.is_transformer()) throw Error("an attention alone reads vectors, so there are no tokens to edit");
    Sentences sentences(batch, configuration);
    std::visit([&](const auto& which) { sentences.carry_out(which); }, edit);
    Batch changed = sentences.padded();
    check(changed, configuration);
    return changed;
}

namespace {

/// The tokens of a sentence without its padding.
std::span<const std::int32_t> tokens_of(const Batch& batch, const Configuration& configuration, BatchSide side, Size sentence) {
    const IndexTensor& tokens = side == BatchSide::source ? batch.src : batch.tgt;
    const Size length = sentence_length(batch, configuration, side, sentence);
    return {tokens.data() + sentence * tokens.size(1), static_cast<std::size_t>(length)};
}

}  // namespace

bool has_labels_of_another_source(const Batch& batch, Size sentence, const Batch& known, const Configuration& configuration) {
    if (batch.labels.empty() || known.labels.empty() || !configuration.has_encoder() || !configuration.has_decoder()) return false;
    const auto same = [&](BatchSide side, Size other) {
        return std::ranges::equal(tokens_of(batch, configuration, side, sentence), tokens_of(known, configuration, side, other));
    };
    const auto same_labels = [&](Size other) {
        const Size length = sentence_length(batch, configuration, BatchSide::target, sentence);
        for (Size i = 0; i < length; ++i)
            if (batch.labels.at({sentence, i}) != known.labels.at({other, i})) return false;
        return true;
    };
    bool found = false;
    for (Size other = 0; other < known.sentences(); ++other) {
        if (!same(BatchSide::target, other) || !same_labels(other)) continue;
        if (same(BatchSide::source, other)) return false;
        found = true;
    }
    return found;
}

}  // namespace vitrine
