#include "core/tensor/parallel.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vitrine {

namespace {

/// Idle threads spin this long for new work before they sleep: waking from sleep takes longer than most operations.
constexpr std::chrono::microseconds attentive{100};

void breathe() {
#if defined(__x86_64__)
    _mm_pause();
#endif
}

/// Spins until `done` is true, or until the time is over. Returns whether `done` became true.
template <class Done>
bool look_out(Done&& done) {
    const auto end = std::chrono::steady_clock::now() + attentive;
    do {
        for (int i = 0; i < 32; ++i) {
            if (done()) return true;
            breathe();
        }
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

thread_local bool works_on_a_part = false;

/// One parallel loop: its parts that no thread has taken yet.
class Job {
public:
    Job(PartFunction part, Size count) : part_(part), count_(count) {}

    void work() {
        works_on_a_part = true;
        for (Size i; (i = next_.fetch_add(1)) < count_;) {
            try {
                part_(i);
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                problem_ = std::current_exception();
            }
        }
        works_on_a_part = false;
    }

    void rethrow() {
        if (problem_) std::rethrow_exception(problem_);
    }

private:
    PartFunction part_;
    Size count_;
    std::atomic<Size> next_ = 0;
    std::mutex mutex_;
    std::exception_ptr problem_;
};

/// The helper threads of one thread.
class Helpers {
public:
    /// Starts `count` helpers, or as many as the system provides.
    explicit Helpers(int count) {
        threads_.reserve(static_cast<std::size_t>(count));
        try {
            while (size() < count) threads_.emplace_back([this] { help(); });
        } catch (const std::system_error&) {
        }
    }

    int size() const { return static_cast<int>(threads_.size()); }

    ~Helpers() {
        ending_ = true;
        announce();
    }

    void run(Job& job) {
        job_ = &job;
        announce();
        job.work();
        // A helper enters before it looks for a job. So once there is no job and no helper inside, none still uses the job.
        job_ = nullptr;
        const auto all_out = [&] { return inside_ == 0; };
        while (!look_out(all_out)) std::this_thread::yield();
        job.rethrow();
    }

private:
    void announce() {
        ++announced_;
        announced_.notify_all();
    }

    void help() {
        for (unsigned seen = 0; !ending_;) {
            if (!look_out([&] { return announced_ != seen; })) announced_.wait(seen);
            seen = announced_;
            ++inside_;
            if (Job* job = job_) job->work();
            --inside_;
        }
    }

    std::atomic<Job*> job_ = nullptr;
    std::atomic<unsigned> announced_ = 0;  // incremented for every new job, and at the end
    std::atomic<int> inside_ = 0;
    std::atomic<bool> ending_ = false;
    std::vector<std::jthread> threads_;  // last member: joined before the members they use are destroyed
};

#if defined(__EMSCRIPTEN__)
constexpr int most_threads = 8;  // in a browser each thread is a worker of the page, which takes megabytes
#else
constexpr int most_threads = std::numeric_limits<int>::max();
#endif

int machine_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads); }

thread_local int allowed = 0;  // 0: the machine's core count

/// The calling thread's helpers, `count` of them if the system provides as many.
Helpers& own_helpers(int count) {
    thread_local std::unique_ptr<Helpers> helpers;
    thread_local int asked_for = -1;
    if (asked_for != count) {
        helpers.reset();  // joins the old helpers first
        helpers = std::make_unique<Helpers>(count);
        asked_for = count;
    }
    return *helpers;
}

}  // namespace

void set_threads(int count) { allowed = std::max(count, 0); }

int threads() {
    static const int most = machine_threads();
    if (works_on_a_part) return 1;
    return allowed > 0 ? allowed : most;
}

void share(Size count, PartFunction part) {
    const int others = threads() - 1;
    if (others == 0 || count <= 1) {
        for (Size i = 0; i < count; ++i) part(i);
        return;
    }
    Job job(part, count);
    own_helpers(others).run(job);
}

void share_among_all(PartFunction part) {
    const Size count = threads() == 1 ? 1 : own_helpers(threads() - 1).size() + 1;
    std::atomic<Size> arrived = 0;
    const auto meet = [&](Size i) {
        for (++arrived; arrived < count;) std::this_thread::yield();
        part(i);
    };
    share(count, meet);
}

}  // namespace vitrine
