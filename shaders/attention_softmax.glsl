// The numbers of a softmax, as in core/ops: NaN stays NaN, and numbers below the smallest normal number become 0.

const float infinity = uintBitsToFloat(0x7f800000u);
const float smallest = uintBitsToFloat(0x00800000u);

bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

float larger(float a, float b) { return is_nan(a) ? a : is_nan(b) ? b : max(a, b); }

// A result below the smallest normal number becomes 0.
float exponential(float x) {
    if (is_nan(x)) return x;
    float power = x < -88.0 ? 0.0 : exp(x);
    return power < smallest ? 0.0 : power;
}

// The weight of one masked score, given its row's maximum and sum of exponentials. 0 if the row has no visible key.
float weight_of(float masked_score, vec2 row) {
    if (is_nan(row.y)) return row.y;
    return row.y == 0.0 ? 0.0 : exponential(masked_score - row.x) / row.y;
}
