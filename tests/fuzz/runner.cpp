#include "tests/fuzz/runner.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <new>
#include <thread>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Seconds of processor time, as a busy machine must not lead to findings; a trial may wait many more seconds. The address
// sanitizer makes reading three times as slow, or more if there are many small allocations.
#if defined(__SANITIZE_ADDRESS__)
constexpr double most_seconds = 100;
#else
constexpr double most_seconds = 20;
#endif
constexpr double most_seconds_waited = 300, most_megabytes = 2000;

/// Memory that both processes share.
struct Board {
    std::atomic<int> trial, accepted, refused, findings, slowest_trial;
    std::atomic<Clock::rep> begun;
    std::atomic<double> begun_at;  // in seconds of the processor
    std::atomic<double> slowest, megabytes;
};

/// The seconds of the processor that a process has taken, with all its threads.
double processor_seconds(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Memory that is shared with the processes that are forked.
Board& shared_board() {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return *new (memory) Board{};
}

double seconds_since(Clock::rep begun) {
    return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(begun)).count();
}

std::uint64_t seed_of(const Kind& kind, std::uint64_t seed, int trial) {
    for (const char c : kind.name) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return seed + static_cast<std::uint64_t>(trial);
}

std::string name_of(const Kind& kind, std::uint64_t seed, int trial) {
    return std::string(kind.name) + "-" + std::to_string(seed) + "-" + std::to_string(trial);
}

/// The most memory that this process has taken.
double megabytes_taken() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The memory that another process takes now.
double megabytes_of(pid_t process) {
    std::ifstream sizes("/proc/" + std::to_string(process) + "/statm");
    double all = 0, resident = 0;
    sizes >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// "/tmp/x: 'nhead' is 7, it must be at most 3" and "/tmp/x: 'd_model' is 9, it must be at most 4" have the same form.
std::string form_of(std::string refusal, const fs::path& folder) {
    const std::string path = folder.string() + '/';
    for (auto at = refusal.find(path); at != std::string::npos; at = refusal.find(path)) refusal.erase(at, path.size());
    std::string form;
    bool quoted = false;
    for (const char c : refusal) {
        const bool mark = c == '\'' || c == '"', digit = c >= '0' && c <= '9';
        if (mark) quoted = !quoted;
        if (quoted && !mark) continue;
        if (digit && form.ends_with('0')) continue;
        form += digit ? '0' : mark ? '\'' : c;
    }
    return form;
}

/// Runs trials one after the other in this process.
class Worker {
public:
    Worker(const Kind& kind, const Trials& trials, const fs::path& folder, Board& board)
        : kind_(kind), trials_(trials), folder_(folder), board_(board), refusals_(folder / "refusals", std::ios::app) {
        // Trials must not reach what the user has at home.
        for (const char* place : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"})
            setenv(place, (folder / "trial").c_str(), 1);
    }

    void run() {
        for (int trial = board_.trial; trial < trials_.first + trials_.count; ++trial) {
            board_.begun = Clock::now().time_since_epoch().count();
            board_.begun_at = processor_seconds(0);
            board_.trial = trial;
            run(trial);
            const double took = processor_seconds(0) - board_.begun_at;
            if (took > board_.slowest) board_.slowest = took, board_.slowest_trial = trial;
            board_.megabytes = std::max<double>(board_.megabytes, megabytes_taken());
        }
        board_.trial = trials_.first + trials_.count;
    }

private:
    void run(int trial) {
        const fs::path folder = folder_ / "trial";
        fs::remove_all(folder);
        fs::create_directory(folder);
        Random random(seed_of(kind_, trials_.seed, trial));
        try {
            const Outcome outcome = kind_.attempt(random, folder);
            ++(outcome.refusal.empty() ? board_.accepted : board_.refused);
            if (!outcome.refusal.empty()) refusals_ << form_of(outcome.refusal, folder) << std::endl;
        } catch (const std::exception& error) {
            report(trial, error.what());
        } catch (...) {
            report(trial, "something was thrown that is no exception");
        }
    }

    void report(int trial, const std::string& what);

    const Kind& kind_;
    const Trials& trials_;
    const fs::path& folder_;
    Board& board_;
    std::ofstream refusals_;
};

/// Says what was found, and keeps the files of the trial.
void report_finding(const Kind& kind, std::uint64_t seed, int trial, const fs::path& files, const std::string& what) {
    const fs::path kept = fs::current_path() / ("fuzz-" + name_of(kind, seed, trial));
    std::error_code unkept;
    fs::remove_all(kept, unkept);
    fs::copy(files, kept, fs::copy_options::recursive, unkept);
    std::cout << "FOUND " << kind.name << ", seed " << seed << ", trial " << trial << ": " << what << "\n  again: fuzz_tests 1 "
              << seed << ' ' << kind.name << ' ' << trial << "\n  files: " << kept.string() << std::endl;
}

void Worker::report(int trial, const std::string& what) {
    ++board_.findings;
    report_finding(kind_, trials_.seed, trial, folder_ / "trial", what);
}

/// Waits for a worker, and kills it if a trial takes too much time or memory. Returns what is wrong; "" if the worker ended as it
/// should.
std::string watch(pid_t worker, const Board& board) {
    for (int status = 0;;) {
        if (waitpid(worker, &status, WNOHANG) == worker) {
            if (WIFSIGNALED(status)) return std::string("ended by the signal ") + strsignal(WTERMSIG(status));
            return WEXITSTATUS(status) == 0 ? "" : "ended with status " + std::to_string(WEXITSTATUS(status));
        }
        const bool late = processor_seconds(worker) - board.begun_at > most_seconds,
                   stuck = seconds_since(board.begun) > most_seconds_waited;
        if (late || stuck || megabytes_of(worker) > most_megabytes) {
            kill(worker, SIGKILL);
            waitpid(worker, &status, 0);
            return late ? "took too long" : stuck ? "did not end" : "took too much memory";
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

std::set<std::string> lines_of(const fs::path& file) {
    std::set<std::string> lines;
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);) lines.insert(line);
    return lines;
}

}  // namespace

Tally run_trials(const Kind& kind, const Trials& trials) {
    const TemporaryFolder folder;
    Board& board = shared_board();
    const Clock::time_point begun = Clock::now();
    const int end = trials.first + trials.count;
    board.trial = trials.first;
    while (board.trial < end) {
        board.begun = Clock::now().time_since_epoch().count();
        board.begun_at = 0;
        std::cout.flush();
        const pid_t worker = fork();
        if (worker == 0) {
            Worker(kind, trials, folder.path(), board).run();
            std::cout.flush();
            // Exits without returning: destructors would remove the folder, which belongs to the other process.
            kind.draws ? std::_Exit(0) : std::exit(0);
        }
        const std::string wrong = watch(worker, board);
        if (wrong.empty()) break;
        ++board.findings;
        report_finding(kind, trials.seed, board.trial, folder.path() / "trial", wrong);
        ++board.trial;
    }
    Tally tally{board.accepted, board.refused,       board.findings,  std::chrono::duration<double>(Clock::now() - begun).count(),
                board.slowest,  board.slowest_trial, board.megabytes, lines_of(folder.path() / "refusals")};
    munmap(&board, sizeof board);
    return tally;
}

}  // namespace vitrine::fuzz
