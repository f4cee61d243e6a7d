#pragma once
/// Processes that tests start and then kill.

#include <csignal>
#include <functional>

#include <sys/types.h>

namespace vitrine::test {

/// A copy of this process that runs `body` and waits for its end, which a signal is to be. The destructor kills it.
class Child {
public:
    explicit Child(const std::function<void()>& body);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void send(int signal) const { kill(pid_, signal); }

    /// The signal that has ended it, once one has; 0 if it has ended on its own.
    int ended_by();

private:
    pid_t pid_;
};

/// Waits until it holds, 20 seconds at most. Returns whether it does.
bool comes_true(const std::function<bool()>& condition);

}  // namespace vitrine::test
