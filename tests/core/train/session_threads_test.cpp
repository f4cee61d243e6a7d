/// Sessions and their readers on different threads: to be run under ThreadSanitizer, too.

#include <atomic>
#include <chrono>
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

}  // namespace

TEST_CASE("a reader takes snapshots while training runs, and those it keeps do not change") {
    Session session(small_plan());
    session.run();
    std::vector<std::pair<std::shared_ptr<const Snapshot>, double>> kept;
    std::uint64_t number = 0;
    bool grows = true;
    for (const auto end = Clock::now() + std::chrono::milliseconds(400); Clock::now() < end;) {
        const auto snapshot = session.latest();
        if (!snapshot || (!kept.empty() && snapshot == kept.back().first)) continue;
        grows &= snapshot->number > number && snapshot->history.size() == static_cast<std::size_t>(snapshot->steps);
        number = snapshot->number;
        kept.emplace_back(snapshot, checksum(*snapshot));
    }
    session.pause();
    session.wait();
    CHECK(grows);
    CHECK(kept.size() > 2);
    for (const auto& [snapshot, sum] : kept) CHECK(checksum(*snapshot) == sum);
}

TEST_CASE("there are at most thirty snapshots a second while running") {
    Session session(small_plan());
    session.run();
    session.wait();
    const auto start = Clock::now();
    const std::uint64_t first = session.latest()->number;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const std::uint64_t last = session.latest()->number;
    const std::chrono::duration<double> passed = Clock::now() - start;
    CHECK(last > first);
    CHECK(static_cast<double>(last - first) <= 30 * passed.count() + 1);
}

TEST_CASE("snapshots that nobody keeps give their memory to later ones") {
    Session session(small_plan());
    std::set<const Activations*> places;
    for (int i = 0; i < 20; ++i) {
        session.step_once();
        session.wait();
        places.insert(session.latest()->activations.get());
    }
    CHECK(places.size() <= 3);
}

TEST_CASE("a snapshot outlives its session") {
    std::shared_ptr<const Snapshot> snapshot;
    double sum = 0;
    {
        Session session(small_plan());
        session.step_once();
        session.wait();
        snapshot = session.latest();
        sum = checksum(*snapshot);
    }
    CHECK(checksum(*snapshot) == sum);
}

TEST_CASE("sessions are started, paused, reset and destroyed in the middle of a step a hundred times") {
    const SessionPlan plan = small_plan();
    Random random(1);
    for (int round = 0; round < 100; ++round) {
        Session session(plan);
        for (std::uint64_t i = random.below(6); i > 0; --i) {
            switch (random.below(6)) {
                case 0:
                    session.pause();
                    break;
                case 1:
                    session.reset();
                    break;
                case 2:
                    session.step_once();
                    break;
                case 3:
                    session.wait();
                    CHECK(session.latest());
                    break;
                default:
                    session.run();
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random.below(300)));
        }
    }
}

TEST_CASE("several threads may ask and wait at the same time") {
    Session session(small_plan());
    std::vector<std::jthread> threads;
    std::atomic<int> unseen = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int step = 0; step < 10; ++step) {
                session.step_once();
                session.wait();
                unseen += session.latest()->steps == 0;
            }
        });
    }
    threads.clear();
    CHECK(unseen == 0);
    session.wait();
    CHECK(session.latest()->steps == 40);
}

}  // namespace vitrine::session_threads_test
