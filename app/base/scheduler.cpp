#include "app/base/scheduler.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vitrine {

namespace {

/// The jobs of one tag. Their turns are taken by the calling thread (slices) or by a worker thread.
class Lane {
public:
    Lane() = default;
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    void ask(Job job) {
        std::shared_ptr<Task> task;  // the replaced task is destroyed outside the lock
        std::optional<News> news;
        const std::scoped_lock lock(mutex_);
        if (finds_out(job.question)) return;
        task = std::make_shared<Task>(*this, std::move(job));
        if (asked_) asked_->stop = true;
        asked_.swap(task);
        news_.swap(news);
        done_ = 0;
        changed_.notify_all();
    }

    void stop() {
        const std::scoped_lock lock(mutex_);
        if (asked_) asked_->stop = true;
    }

    std::optional<Command> take() {
        const std::scoped_lock lock(mutex_);
        const auto news = std::exchange(news_, std::nullopt);
        return news ? std::optional(news->command) : std::nullopt;
    }

    bool busy() const {
        const std::scoped_lock lock(mutex_);
        return asked_ || news_;
    }

    double progress() const {
        const std::scoped_lock lock(mutex_);
        return done_;
    }

    /// Whether there is no unfinished job to wait for.
    bool calm() const {
        const std::scoped_lock lock(mutex_);
        return is_calm();
    }

    /// Takes a turn of the newest job; false if there is none.
    bool turn() {
        const std::shared_ptr<Task> task = newest();
        if (!task) return false;
        const Turn left = take_turn(task->job, *task);
        const std::scoped_lock lock(mutex_);
        task->endless = left == Turn::endless;
        if (left == Turn::finished && asked_ == task) asked_.reset();
        changed_.notify_all();
        return true;
    }

protected:
    /// Waits until there is a job; false once the lane has ended.
    bool await_job() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ended_ || asked_; });
        return !ended_;
    }

    void await_calm() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_calm(); });
    }

    void end() {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        if (asked_) asked_->stop = true;
        changed_.notify_all();
    }

private:
    /// A requested job.
    struct Task final : Work {
        Task(Lane& of, Job&& asked) : lane(of), job(std::move(asked)) {}
        bool stop_requested() const override { return stop; }
        void progress(double done) override { lane.note(*this, done); }
        void show(Command news) override { lane.take_over(*this, std::move(news)); }

        Lane& lane;
        const Job job;
        std::atomic<bool> stop = false;
        bool endless = false;  // what its last turn returned; guarded by the lane
    };

    /// A result that has been shown but not yet taken, and the question it answers.
    struct News {
        Command command;
        Question question;
    };

    bool is_calm() const { return !asked_ || asked_->endless; }

    bool finds_out(const Question& question) const {
        return (asked_ && asked_->job.question.is_same_as(question)) || (news_ && news_->question.is_same_as(question));
    }

    std::shared_ptr<Task> newest() const {
        const std::scoped_lock lock(mutex_);
        return asked_;
    }

    void note(const Task& task, double done) {
        const std::scoped_lock lock(mutex_);
        if (asked_.get() == &task) done_ = done;
    }

    void take_over(const Task& task, Command&& command) {
        std::optional<News> news({std::move(command), task.job.question});  // the replaced result is destroyed outside the lock
        const std::scoped_lock lock(mutex_);
        if (asked_.get() == &task) news_.swap(news);
    }

    mutable std::mutex mutex_;  // guards the members below; never contended in slices
    std::condition_variable changed_;
    std::shared_ptr<Task> asked_;  // the newest task; null once it is done
    std::optional<News> news_;
    double done_ = 0;
    bool ended_ = false;
};

/// Has a thread of its own.
class ThreadLane final : public Lane {
public:
    ThreadLane()
        : thread_([this] {
              while (await_job()) turn();
          }) {}
    ~ThreadLane() { end(); }

    void wait() { await_calm(); }

private:
    std::jthread thread_;  // the last member, so that it ends before the others
};

/// What all schedulers have in common.
template <class L>
class Lanes : public Scheduler {
public:
    void ask(Tag tag, Job job) final {
        if (!find(tag)) lanes_.emplace_back(tag, std::make_unique<L>());
        find(tag)->ask(std::move(job));
    }

    void stop(Tag tag) final {
        if (L* lane = find(tag)) lane->stop();
    }

    Commands take() final {
        Commands news;
        for (const auto& [tag, lane] : lanes_) {
            if (auto command = lane->take()) news.push_back(std::move(*command));
        }
        return news;
    }

    bool busy(Tag tag) const final {
        const L* lane = find(tag);
        return lane && lane->busy();
    }

    bool busy() const final {
        return std::ranges::any_of(lanes_, [](const auto& lane) { return lane.second->busy(); });
    }

    double progress(Tag tag) const final {
        const L* lane = find(tag);
        return lane ? lane->progress() : 0;
    }

protected:
    const auto& lanes() const { return lanes_; }

private:
    L* find(Tag tag) const {
        const auto lane = std::ranges::find(lanes_, tag, [](const auto& pair) { return Tag(pair.first); });
        return lane == lanes_.end() ? nullptr : lane->second.get();
    }

    std::vector<std::pair<std::string, std::unique_ptr<L>>> lanes_;
};

class Threads final : public Lanes<ThreadLane> {
public:
    void wait() override {
        for (const auto& [tag, lane] : lanes()) lane->wait();
    }

    void spend(std::chrono::duration<double>) override {}
};

class Slices final : public Lanes<Lane> {
public:
    void wait() override {
        for (const auto& [tag, lane] : lanes()) {
            while (!lane->calm()) lane->turn();
        }
    }

    void spend(std::chrono::duration<double> time) override {
        using Clock = std::chrono::steady_clock;
        const auto end = Clock::now() + time;
        while (take_turns() && Clock::now() < end) continue;
    }

private:
    /// Takes one turn of each tag; false if there is nothing to do.
    bool take_turns() {
        bool any = false;
        for (const auto& [tag, lane] : lanes()) any |= lane->turn();
        return any;
    }
};

}  // namespace

std::unique_ptr<Scheduler> make_scheduler(Scheduling scheduling) {
    if (scheduling == Scheduling::slices) return std::make_unique<Slices>();
    return std::make_unique<Threads>();
}

}  // namespace vitrine
