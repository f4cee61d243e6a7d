#include "app/state/notice.h"

#include <utility>

namespace vitrine {

void notify(State& state, std::string what) {
    state.notice = std::move(what);
    state.notice_shown = 0;
}

void pass_notice(State& state, double seconds) {
    constexpr double enough = 6;
    if (state.notice.empty()) return;
    state.notice_shown += seconds;
    if (state.notice_shown >= enough) state.notice.clear();
}

}  // namespace vitrine
