#pragma once
/// Commands about a trace recorded by another program.

#include "app/base/command.h"
#include "app/views/compare/state.h"

namespace vitrine {

/// Reads a trace, makes it run A and the open run B, and looks for the cause of their first difference.
struct HoldTrace {
    std::string file;
};
void do_command(State& state, const HoldTrace& command);

/// The trace has been read and matched. Ignored if it is no longer wanted.
struct ShowTrace {
    std::string file;
    std::shared_ptr<const Run> recorded, reference;
};
void do_command(State& state, const ShowTrace& command);

struct TraceFailed {
    std::string why;  ///< in one line
};
void do_command(State& state, const TraceFailed& command);

/// Ends the search for causes. What it has found stays.
struct StopSearch {};
void do_command(State& state, const StopSearch& command);

/// Reports the progress, and then the result, of the search. Both are ignored if this is no longer run A.
struct CausesTried {
    std::shared_ptr<const Run> recorded;
    int tried = 0;
};
void do_command(State& state, const CausesTried& command);

struct TellCauses {
    std::shared_ptr<const Run> recorded;
    std::shared_ptr<const ToldCauses> told;
};
void do_command(State& state, const TellCauses& command);

/// Drops the trace, and ends a search under way.
void let_go(HeldTrace& held);

}  // namespace vitrine
