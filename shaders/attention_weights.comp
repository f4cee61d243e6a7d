// Computes the weights of rows whose masked scores are stored.
#include "attention_softmax.glsl"

layout(local_size_x = 256) in;

layout(location = 0) uniform ivec3 u_rows;  // distance of rows in vec4s, number of rows, the number of the first row among all

layout(std430, binding = 5) readonly buffer Rows { vec2 b_row[]; };  // maximum, sum of exponentials
layout(std430, binding = 6) readonly buffer Masked { vec4 b_masked[]; };
layout(std430, binding = 7) writeonly buffer Weights { vec4 b_weights[]; };

void main() {
    uint count = uint(u_rows.x) * uint(u_rows.y), step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += step) {
        vec2 row = b_row[uint(u_rows.z) + i / uint(u_rows.x)];
        vec4 masked = b_masked[i];
        b_weights[i] =
            vec4(weight_of(masked.x, row), weight_of(masked.y, row), weight_of(masked.z, row), weight_of(masked.w, row));
    }
}
