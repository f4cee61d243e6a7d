#pragma once
/// What several heads of queries read together, if they share keys and values (Ainslie et al. 2023, "GQA").

#include <string>

#include "app/run/run.h"

namespace vitrine {

/// "Head 5 reads the keys of key head 2, which heads 4–6 share." for a number computed from a key or a value; "Heads 4–6 share
/// key head 2." for a key or a value itself. Empty if each head has keys of its own.
std::string shared_key_words(const Run& run, const Explanation& explanation);

}  // namespace vitrine
