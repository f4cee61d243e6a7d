#pragma once
/// Another program's trace, held against the open run. Plain data.

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
    std::string sentence;      ///< of cause_sentence()
    std::string explains;      ///< path of the tensor that differs first without it
    std::string right, found;  ///< the formula as the model has it, and as it is in the trace
};

/// What a search for causes has found.
struct ToldCauses {
    std::vector<ToldCause> causes;
    std::string unexplained;  ///< a sentence about what differs even so; empty: nothing does
    bool stopped = false;     ///< the user has stopped the search
};

struct HeldTrace {
    std::string file = {};                        ///< that is run A, or is to be; empty: none
    int asked = 0;                                ///< the how manieth time one was asked for
    std::shared_ptr<const Run> recorded = {};     ///< run A that was made of it; null: not yet
    std::shared_ptr<const Run> reference = {};    ///< the run B that it was matched with
    std::shared_ptr<const ToldCauses> told = {};  ///< null: not known yet
    int tried = 0;                                ///< altered runs, in the search for causes so far

    std::shared_ptr<std::atomic<bool>> stop = {};  ///< ends the search when it is set; null: no trace is held
};

}  // namespace vitrine
