#pragma once
/// The state of the comparison with another program's trace. Plain data.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace vitrine {

struct Run;

/// A mistake that explains why the trace differs.
struct ToldCause {
    std::string kind;          ///< "scores-not-divided"
    std::string where;         ///< "decoder.layers.1.cross_attn"
    std::string sentence;      ///< made by cause_sentence()
    std::string explains;      ///< path of the first tensor that differs because of this mistake
    std::string right, found;  ///< the formula as the model has it, and as the trace has it
};

/// The result of a search for causes.
struct ToldCauses {
    std::vector<ToldCause> causes;
    std::string unexplained;  ///< a sentence about what still differs; empty: nothing does
    bool stopped = false;     ///< the user has stopped the search
};

struct HeldTrace {
    std::string file = {};                        ///< the file of run A, present or future; empty: none
    int asked = 0;                                ///< counts the requests for a trace
    std::shared_ptr<const Run> recorded = {};     ///< run A, made from the trace; null: not yet
    std::shared_ptr<const Run> reference = {};    ///< run B, with which it was matched
    std::shared_ptr<const ToldCauses> told = {};  ///< null: not known yet
    int tried = 0;                                ///< number of altered runs tried in the search for causes

    std::shared_ptr<std::atomic<bool>> stop = {};  ///< setting it ends the search; null: there is no trace
};

}  // namespace vitrine
