#pragma once
/// The functions of formulas.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/formula/scope.h"

namespace vitrine {

using Arguments = std::vector<Value>;

struct Function {
    std::string_view name;
    std::size_t least, most;  ///< number of arguments
    Value (*call)(const Arguments& arguments, const Scope& scope);
    std::string_view says;  ///< what it returns, for the documentation
};

/// The functions of numbers and texts, and the functions that read a run, in the order of the documentation.
std::span<const Function> number_functions();
std::span<const Function> text_functions();
std::span<const Function> run_functions();

/// Throws Error if there is no function of this name, or if it does not take this number of arguments.
const Function& function_named(std::string_view name, std::size_t arguments);

/// The value of a name in the run: a fact such as "d_model", a tensor or a parameter. Throws Error if there is none.
Value run_name(const std::string& name, const Scope& scope);

/// The facts that run_name knows, with their meanings.
struct Fact {
    std::string_view name;
    Value (*read)(const Run& run, const Scope& scope);
    std::string_view says;
};
std::span<const Fact> facts();

/// An operation on every cell, of two tables of the same shape, or of a table and a number.
Value cell_by_cell(const Value& left, const Value& right, double (*operation)(double, double));

}  // namespace vitrine
