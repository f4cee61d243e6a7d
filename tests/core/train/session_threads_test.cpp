/// A session on one thread and the readers of its snapshots on another: to be run under ThreadSanitizer, too.

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/train/small_session.h"

namespace vitrine::session_threads_test {
using namespace vitrine::tests;

namespace {

using Clock = std::chrono::steady_clock;

/// A number that any change of the snapshot's tensors would change.
double checksum(const Snapshot& snapshot) {
    double sum = 0;
    const auto add = [&](const auto& tensor) {
        for (Size i = 0; i < tensor.count(); ++i)
            sum = 0.999 * sum + static_cast<double>(tensor.data()[i] == 0 ? 1 : tensor.data()[i]);
    };
    visit_tensors(add, *snapshot.parameters);
    visit_tensors(add, snapshot.activations->logits);
    visit_tensors(add, *snapshot.gradients);
    return sum;
}

/// Trains on a thread of its own until it is destroyed; any other thread can take its newest snapshot.
class Runner {
public:
    Runner() : thread_([this] { run(); }) {}
    ~Runner() { ended_ = true; }

    std::shared_ptr<const Snapshot> latest() {
        const std::scoped_lock lock(mutex_);
        return latest_;
    }

private:
    void run() {
        Session session(small_plan());
        session.run();
        while (!ended_) {
            if (session.has_news() || session.is_snapshot_due()) show(session.snapshot());
            session.advance();
        }
    }

    void show(std::shared_ptr<const Snapshot> snapshot) {
        const std::scoped_lock lock(mutex_);
        latest_ = std::move(snapshot);
    }

    std::atomic<bool> ended_ = false;
    std::mutex mutex_;
    std::shared_ptr<const Snapshot> latest_;
    std::jthread thread_;
};

}  // namespace

TEST_CASE("a reader takes snapshots while training runs, and those it keeps do not change") {
    std::vector<std::pair<std::shared_ptr<const Snapshot>, double>> kept;
    std::uint64_t number = 0;
    bool grows = true;
    {
        Runner runner;
        const auto end = Clock::now() + std::chrono::milliseconds(400), latest_end = Clock::now() + std::chrono::seconds(30);
        // On a busy machine the threads take turns, and a few hundred milliseconds may all go to one of them.
        while (Clock::now() < end || (kept.size() < 3 && Clock::now() < latest_end)) {
            const auto snapshot = runner.latest();
            if (!snapshot || (!kept.empty() && snapshot == kept.back().first)) continue;
            grows &= snapshot->number > number && snapshot->history.size() == static_cast<std::size_t>(snapshot->steps);
            number = snapshot->number;
            kept.emplace_back(snapshot, checksum(*snapshot));
        }
    }
    CHECK(grows);
    CHECK(kept.size() > 2);
    for (const auto& [snapshot, sum] : kept) CHECK(checksum(*snapshot) == sum);
}

TEST_CASE("a reader that lets go of every snapshot meets no number of another one") {
    Runner runner;
    bool same = true;
    for (const auto end = Clock::now() + std::chrono::milliseconds(200); Clock::now() < end;) {
        if (const auto snapshot = runner.latest()) same &= checksum(*snapshot) == checksum(*snapshot);
    }
    CHECK(same);
}

TEST_CASE("a snapshot is due at most thirty times a second") {
    Session session(small_plan());
    session.run();
    session.snapshot();
    const auto start = Clock::now();
    int count = 0;
    std::chrono::duration<double> passed{};
    for (; passed.count() < 0.3; passed = Clock::now() - start) {
        session.advance();
        if (!session.is_snapshot_due()) continue;
        session.snapshot();
        ++count;
    }
    CHECK(count > 0);
    CHECK(count <= 30 * passed.count() + 1);
}

TEST_CASE("snapshots that nobody keeps give their memory to later ones") {
    Session session(small_plan());
    std::set<const Activations*> places;
    for (int i = 0; i < 20; ++i) {
        session.step_once();
        places.insert(session.snapshot()->activations.get());
    }
    CHECK(places.size() <= 3);
}

TEST_CASE("a snapshot outlives its session") {
    std::shared_ptr<const Snapshot> snapshot;
    double sum = 0;
    {
        Session session(small_plan());
        session.step_once();
        snapshot = session.snapshot();
        sum = checksum(*snapshot);
    }
    CHECK(checksum(*snapshot) == sum);
}

}  // namespace vitrine::session_threads_test
