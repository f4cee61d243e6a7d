#pragma once
/// Commands: changes to the state, as plain data. A command is any struct C beside which
///
///     void do_command(State& state, const C& command);
///
/// is declared. Overload resolution finds this function; no list names all commands.

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitrine {

struct State;

/// Properties of all commands of one type. A command struct that has any of them declares them as `traits`:
///
///     static constexpr CommandTraits traits{.edits_run = true};
struct CommandTraits {
    bool edits_run = false;         ///< it changes the run; while two runs are compared, run B
    bool acts_on_b = false;         ///< it brings another run, or a result for the run that edits apply to
    bool brings_b_forward = false;  ///< while run A is shown, it first shows run B, so that its effect is visible
    bool chooses_tensor = false;    ///< the user chooses a tensor with it
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
    requires(!std::is_base_of_v<Command, C>) Command(C command)
        : any_(static_cast<const AnyCommand*>(new CommandOf<C>(std::move(command)))) {}

    CommandTraits traits() const { return any_->traits(); }
    void carry_out(State& state) const { any_->carry_out(state); }

    /// The command, if it has this type; else null.
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

    // Made from a pointer to the base class, so that the code of shared_ptr is compiled once and not for every type of command.
    std::shared_ptr<const AnyCommand> any_;
};

using Commands = std::vector<Command>;

/// Carries out a command and updates everything that depends on what it changed. A command that makes no sense in this state, for
/// example with a path that no tensor has, changes nothing.
void apply(State& state, const Command& command);

}  // namespace vitrine
