// Copies a window of stored rows, so that its cells are contiguous.

layout(local_size_x = 256) in;

layout(location = 0) uniform ivec4 u_window;  // first row, first key, rows, keys
layout(location = 1) uniform ivec2 u_places;  // distance of stored rows; where to write

layout(std430, binding = 6) readonly buffer Stored { float b_stored[]; };
layout(std430, binding = 7) writeonly buffer Cells { float b_cells[]; };

void main() {
    uint keys = uint(u_window.w), count = uint(u_window.z) * keys, step = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += step) {
        uint row = uint(u_window.x) + i / keys, key = uint(u_window.y) + i % keys;
        b_cells[uint(u_places.y) + i] = b_stored[row * uint(u_places.x) + key];
    }
}
