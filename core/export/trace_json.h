#pragma once
/// A trace as JSON: {"tensors": {NAME: {"type", "shape", "axes", "values"}}}, values flat and row-major.

#include <vector>

#include "core/files/file.h"
#include "core/files/tensor_bytes.h"

namespace vitrine {

/// Writes the text piece by piece, a tensor on each line. Numbers have as many digits as tell them from every other float32; those
/// that JSON cannot hold are "-inf", "inf" and "nan".
void write_trace_json(const std::vector<NamedTensor>& tensors, const Sink& sink);

}  // namespace vitrine
