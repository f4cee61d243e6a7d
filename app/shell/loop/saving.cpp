#include "app/shell/loop/saving.h"

#include <exception>
#include <new>
#include <utility>

namespace vitrine {

namespace {

SavingOutcome outcome_of(const Saving::Work& work, const GoesOn& goes_on) {
    try {
        return Saved{work(goes_on)};
    } catch (const WritingStopped&) {
        return SavingStopped{};
    } catch (const std::bad_alloc&) {
        return SavingFailed{"this needs more memory than there is"};
    } catch (const std::exception& error) {
        return SavingFailed{error.what()};
    }
}

}  // namespace

void Saving::start(Work work) {
    done_ = 0;
    ended_ = false;
    thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
        outcome_ = outcome_of(work, [&](double done) {
            done_ = done;
            return !stop.stop_requested();
        });
        ended_ = true;
        ended_.notify_all();
    });
}

std::optional<SavingOutcome> Saving::take() {
    if (!busy() || !ended_) return std::nullopt;
    thread_.join();
    return std::exchange(outcome_, {});
}

void Saving::wait() const {
    if (busy()) ended_.wait(false);
}

}  // namespace vitrine
