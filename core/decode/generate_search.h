#pragma once
/// Parts shared by all strategies: the growing sentences, the model that reads them, and the record. Only core/decode includes
/// this.

#include <utility>

#include "core/decode/generate.h"
#include "core/tensor/random.h"

namespace vitrine {

/// A growing sentence.
struct GrowingSentence {
    int node = 0;          // node of its last token
    Sentence tokens = {};  // including bos
    Size parent = 0;       // index of the sentence of the previous step that it continues
    Random random{0};      // draws its tokens
};

/// The only token that a step may choose, and why: forced, or required.
struct ForcedToken {
    std::int32_t token = 0;
    Reason reason = Reason::forced;
};

class Search {
public:
    /// Throws Error where options or source are invalid.
    Search(IncrementalDecoder& decoder, const DecodingModel& model, const Sentence& source, const DecodeOptions& options);

    const DecodeOptions& options() const { return record_.options; }
    const Generation& record() const { return record_; }
    std::vector<GrowingSentence>& growing() { return growing_; }
    const std::vector<GrowingSentence>& growing() const { return growing_; }

    /// Whether there is a sentence to continue and room for another token.
    bool goes_on() const;

    /// Runs the encoder and starts with bos.
    void begin();

    /// Runs the decoder on the growing sentences: starts a new step.
    void read();

    /// The number of the step, from 1; and log P of every next token of a growing sentence, −∞ for tokens that are not allowed.
    int step() const { return static_cast<int>(record_.steps.size()); }
    const std::vector<double>& next(std::size_t sentence) const { return log_probabilities_[row_of(sentence)]; }
    const StepRow& row(std::size_t sentence) const { return record_.steps.back().rows[row_of(sentence)]; }

    /// The token forced in this step by hand or by the model's rules, if any.
    std::optional<ForcedToken> forced() const;

    /// Records a token as a considered continuation of a growing sentence, with its rank in the step. Returns its node.
    int consider(std::size_t sentence, std::int32_t token, std::size_t rank);

    /// Chooses a considered token: eos ends its sentence, any other token adds a sentence to `grown`.
    void take(int node, std::size_t sentence, Reason reason, std::vector<GrowingSentence>& grown);

    WordNode& node(int number) { return record_.nodes[static_cast<std::size_t>(number)]; }
    const std::vector<int>& finished() const { return finished_; }
    bool ends(std::int32_t token) const;

    /// Completes the record with its best sentences, best first; unfinished ones only if `with_unfinished`.
    Generation finish(bool with_unfinished);

    /// The incomplete record of a stopped search.
    Generation stop() { return std::move(record_); }

private:
    /// In the first step all draws have the same tokens, so one row is enough for all.
    std::size_t row_of(std::size_t sentence) const { return step() == 1 ? 0 : sentence; }
    std::size_t row_count() const { return step() == 0 ? 1 : growing_.size(); }

    void read_prompt();
    void ask_for_memory(Size bytes);
    /// The model's own log P of a next token, whether it is allowed or not.
    double own_log_probability(std::size_t sentence, std::int32_t token) const;

    void forbid(std::size_t number, StepRow& row);
    void keep_prompt_rows();
    StepRow make_row(std::size_t row, const Tensor& logits) const;
    std::vector<CacheRow> cache_rows(Size sentence, Size position) const;
    std::vector<Tensor> attended(Size sentence) const;
    void count_work(const IndexTensor& tokens, DecodeStep& step) const;

    IncrementalDecoder& decoder_;
    const Configuration& configuration_;
    const IndexTensor source_;  // in a decoder alone the prompt
    Generation record_;
    std::vector<GrowingSentence> growing_;
    std::vector<std::vector<double>> log_probabilities_;
    std::vector<int> finished_;
    Size unasked_ = 0;  // bytes taken since memory was last asked for
};

/// The `count` most probable tokens, ties by ascending id.
std::vector<std::int32_t> likeliest(const std::vector<double>& log_probabilities, std::size_t count);

/// One step of greedy decoding or sampling, independently for every growing sentence.
void choose_one_each(Search& search);

/// One step of beam search: the best continuations over all growing sentences.
void choose_beam(Search& search);

/// Whether a beam search may stop although it could continue.
bool has_enough(const Search& search);

}  // namespace vitrine
