#pragma once
/// What can be done. A command is plain data, any struct C beside which
///
///     void do_command(State& state, const C& command);
///
/// is declared. It is found by the type of the command alone; nothing lists them all.

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitrine {

struct State;

/// What holds of every command of a type, whoever carries it out. A command that has any of it says so in its struct:
///
///     static constexpr CommandTraits traits{.edits_run = true};
struct CommandTraits {
    bool edits_run = false;         ///< somebody changes the run by it; while two runs are compared, run B
    bool acts_on_b = false;         ///< it brings another run, or news of the one that edits act on
    bool brings_b_forward = false;  ///< while A is shown, B is shown first, so that what is done can be seen
    bool chooses_tensor = false;    ///< by hand
};

template <class C>
constexpr CommandTraits traits_of() {
    if constexpr (requires { C::traits; }) return C::traits;
    return {};
}

/// A command of any type; copies share it.
class Command {
public:
    template <class C>
    requires(!std::is_base_of_v<Command, C>) Command(C command) : any_(new CommandOf<C>(std::move(command))) {}

    CommandTraits traits() const { return any_->traits(); }
    void carry_out(State& state) const { any_->carry_out(state); }

    /// The command where it is of this type; null otherwise.
    template <class C>
    const C* as() const {
        const auto* own = dynamic_cast<const CommandOf<C>*>(any_.get());
        return own ? &own->command : nullptr;
    }

private:
    struct AnyCommand {
        virtual ~AnyCommand() = default;
        virtual CommandTraits traits() const = 0;
        virtual void carry_out(State& state) const = 0;
    };

    template <class C>
    struct CommandOf final : AnyCommand {
        explicit CommandOf(C&& made) : command(std::move(made)) {}
        CommandTraits traits() const override { return traits_of<C>(); }
        void carry_out(State& state) const override { do_command(state, command); }
        C command;
    };

    std::shared_ptr<const AnyCommand> any_;
};

using Commands = std::vector<Command>;

/// Carries one command out, and lets everything follow that depends on what it has changed. What makes no sense in this state (a
/// step past the end, a path that no tensor has) changes nothing.
void apply(State& state, const Command& command);

}  // namespace vitrine
