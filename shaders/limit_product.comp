// Measures how fast a card multiplies and adds: eight sums in registers, none of which waits for another.

layout(local_size_x = 256) in;

layout(location = 0) uniform vec2 u_factors;  // keep the sums from growing, and are unknown to the compiler
layout(location = 1) uniform int u_rounds;

layout(std430, binding = 7) writeonly buffer To { vec4 b_to[]; };

void main() {
    vec4 sums[8], factor = vec4(u_factors.x), added = vec4(u_factors.y);
    for (int i = 0; i < 8; ++i) sums[i] = vec4(float(gl_LocalInvocationIndex) + float(i));
    for (int round = 0; round < u_rounds; ++round) {
        for (int i = 0; i < 8; ++i) sums[i] = fma(sums[i], factor, added);
    }
    vec4 total = vec4(0);
    for (int i = 0; i < 8; ++i) total += sums[i];
    b_to[gl_GlobalInvocationID.x] = total;
}
