#pragma once
/// What all strategies share: the sentences in the making, the model that reads them, and the record of both. core/decode alone
/// includes this.

#include <utility>

#include "core/decode/generate.h"
#include "core/pass/word_by_word.h"
#include "core/tensor/random.h"

namespace vitrine {

/// A sentence in the making.
struct Growing {
    int node = 0;          // its last word's
    Sentence tokens = {};  // from bos on
    Size parent = 0;       // which one of the step before it goes on from
    Random random{0};      // draws its words
};

class Search {
public:
    /// Checks what is asked for.
    Search(WordByWord& words, const DecodingModel& model, const Sentence& source, const DecodeOptions& options);

    const DecodeOptions& options() const { return record_.options; }
    const Generation& record() const { return record_; }
    std::vector<Growing>& growing() { return growing_; }
    const std::vector<Growing>& growing() const { return growing_; }

    /// True while there is a sentence to continue and room for another word.
    bool goes_on() const;

    /// Runs the encoder, and begins with bos.
    void begin();

    /// The decoder reads the growing sentences: a new step.
    void read();

    /// The step's number, and log P of every word after a growing sentence.
    int step() const { return static_cast<int>(record_.steps.size()); }
    const std::vector<double>& next(std::size_t sentence) const { return log_probabilities_[row_of(sentence)]; }
    const std::vector<Scalar>& logits(std::size_t sentence) const { return record_.steps.back().rows[row_of(sentence)].logits; }

    /// The word chosen by hand for this step, if any.
    std::optional<std::int32_t> forced() const;

    /// Notes a word after a growing sentence down as considered, at this place among those it competes with. Returns its node.
    int consider(std::size_t sentence, std::int32_t token, std::size_t rank);

    /// Says that a considered word is taken: eos ends its sentence, any other joins `grown`.
    void take(int node, std::size_t sentence, Reason reason, std::vector<Growing>& grown);

    WordNode& node(int number) { return record_.nodes[static_cast<std::size_t>(number)]; }
    const std::vector<int>& finished() const { return finished_; }
    bool ends(std::int32_t token) const { return record_.options.stops_at_eos && token == configuration_.eos; }

    /// The record with its sentences, the best first; of those that have not ended only where `with_unfinished`.
    Generation finish(bool with_unfinished);

    /// The record as it is, where somebody has stopped it.
    Generation stop() { return std::move(record_); }

private:
    /// Several draws begin alike: the first step has one row for all of them.
    std::size_t row_of(std::size_t sentence) const { return step() == 1 ? 0 : sentence; }
    std::size_t row_count() const { return step() == 0 ? 1 : growing_.size(); }

    StepRow make_row(std::size_t row, const Tensor& logits) const;
    std::vector<CacheRow> rows_added(Size sentence) const;
    std::vector<Tensor> attended(Size sentence) const;
    void count_work(const IndexTensor& tokens, DecodeStep& step) const;

    WordByWord& words_;
    const Configuration& configuration_;
    const IndexTensor source_;
    Generation record_;
    std::vector<Growing> growing_;
    std::vector<std::vector<double>> log_probabilities_;
    std::vector<int> finished_;
};

/// The likeliest so many words, of equal ones the lower id first.
std::vector<std::int32_t> likeliest(const std::vector<double>& log_probabilities, std::size_t count);

/// One step of greedy decoding or of sampling: every growing sentence by itself.
void choose_one_each(Search& search);

/// One step of beam search: the best continuations of all growing sentences together.
void choose_beam(Search& search);

/// Whether a beam search is done although it could go on.
bool has_enough(const Search& search);

}  // namespace vitrine
