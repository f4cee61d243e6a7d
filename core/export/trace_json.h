#pragma once
/// A trace as JSON: {"tensors": {NAME: {"type", "shape", "axes", "values"}}}, values flat and row-major.

#include <vector>

#include "core/files/file.h"
#include "core/files/tensor_bytes.h"

namespace vitrine {

/// Writes the JSON piece by piece, one tensor per line. Numbers have enough digits to distinguish all float32 values; numbers
/// that JSON cannot hold are "-inf", "inf" and "nan".
void write_trace_json(const std::vector<NamedTensor>& tensors, const Sink& sink);

}  // namespace vitrine
