// The numbers of a softmax as core/ops has them: NaN stays NaN, and what is below the smallest normal number is 0.

const float infinity = uintBitsToFloat(0x7f800000u);
const float smallest = uintBitsToFloat(0x00800000u);

bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

float larger(float a, float b) { return is_nan(a) ? a : is_nan(b) ? b : max(a, b); }

// What is smaller than the smallest normal number is 0.
float exponential(float x) {
    if (is_nan(x)) return x;
    float power = x < -88.0 ? 0.0 : exp(x);
    return power < smallest ? 0.0 : power;
}

// The share of one masked score, given its row's maximum and the sum of its row's exponentials. No key is allowed: 0.
float weight_of(float masked_score, vec2 row) {
    if (is_nan(row.y)) return row.y;
    return row.y == 0.0 ? 0.0 : exponential(masked_score - row.x) / row.y;
}
