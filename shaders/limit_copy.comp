// Measures how fast a card copies memory from one buffer to another.

layout(local_size_x = 256) in;

layout(location = 0) uniform uint u_count;  // vec4s

layout(std430, binding = 6) readonly buffer From { vec4 b_from[]; };
layout(std430, binding = 7) writeonly buffer To { vec4 b_to[]; };

void main() {
    uint step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < u_count; i += step) b_to[i] = b_from[i];
}
