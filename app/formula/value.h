#pragma once
/// The values of formulas: booleans, numbers and tables of numbers, texts and lists of texts, tensors of a run.

#include <string>
#include <variant>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Numbers in the order of their indices, the last index moving fastest. Without a shape, it is a single number.
struct Numbers {
    std::vector<Size> shape = {};
    std::vector<double> values = {0};
};

using Texts = std::vector<std::string>;

/// The cells of a tensor are only read when they are needed. Requires: its run outlives the value.
using Value = std::variant<bool, Numbers, std::string, Texts, TensorView>;

Value number(double value);
Value list(std::vector<double> values);

/// What a value is, for messages: "a number", "a table of 5 × 6 numbers", "a text".
std::string kind_of(const Value& value);

/// Each throws Error, "… is a text, not a number", if the value is something else. `what`: its name in the message.
double number_in(const Value& value, const std::string& what);
Size whole_number_in(const Value& value, const std::string& what);
bool truth_in(const Value& value, const std::string& what);
std::string text_in(const Value& value, const std::string& what);
Texts texts_in(const Value& value, const std::string& what);

/// The numbers of a value or a tensor. Also throws Error if a tensor has more cells than a lesson could need.
Numbers numbers_in(const Value& value, const std::string& what);

/// A value as text in a sentence: whole numbers without decimals and in groups of three digits, "44 626"; others as on screen,
/// "0.5274"; texts as they are, lists with commas.
std::string written(const Value& value);

/// The same in a command or the name of an anchor, where a blank ends a word: whole numbers are not grouped, "44626".
std::string written_in_one_piece(const Value& value);

}  // namespace vitrine
