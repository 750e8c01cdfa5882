/* OpenCL C, strict floats. n comes first, the result last. Run by pocl_peer.py. */
#pragma OPENCL FP_CONTRACT OFF
#define ID(k) get_global_id(k)
#define MEET barrier(CLK_LOCAL_MEM_FENCE)

kernel void k_zero(global uint *o) { o[ID(0)] = 0; }
kernel void k_xor(uint n, global const uint *a, global const uint *b, global uint *o) { o[ID(0)] = a[ID(0)] ^ b[ID(0)]; }
kernel void k_saxpy(uint n, float s, global const float *x, global const float *y, global float *o) {
    o[ID(0)] = s * x[ID(0)] + y[ID(0)];
}
kernel void k_hash(uint n, uint seed, global uint *o) {
    uint h = (uint)ID(0) ^ seed;
    for (int r = 0; r < 16; r++) {
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        h *= 0xc2b2ae35u;
        h ^= h >> 16;
        h += 0x9e3779b9u;
        h = (h << 5) | (h >> 27);
    }
    o[ID(0)] = h;
}
kernel void k_histogram(uint n, global const uint *x, global uint *o) {
    local uint bins[256];
    uint t = get_local_id(0);
    bins[t] = 0;
    MEET;
    for (uint i = ID(0); i < n; i += get_global_size(0)) atomic_inc(&bins[x[i] & 255]);
    MEET;
    atomic_add(&o[t], bins[t]);
}
#define REDUCED(NAME, VALUE)                                                                                           \
    kernel void NAME(uint n, global const uint *x, global uint *o) {                                                   \
        local uint parts[256];                                                                                         \
        uint t = get_local_id(0), s = 0;                                                                               \
        for (uint i = ID(0); i < n; i += get_global_size(0)) s += VALUE;                                               \
        parts[t] = s;                                                                                                  \
        MEET;                                                                                                          \
        for (uint k = 128; k > 0; k >>= 1) {                                                                           \
            if (t < k) parts[t] += parts[t + k];                                                                       \
            MEET;                                                                                                      \
        }                                                                                                              \
        if (t == 0) atomic_add(o, parts[0]);                                                                           \
    }
REDUCED(k_sum, x[i])
REDUCED(k_popcount, popcount(x[i]))
kernel void k_scan_tiles(global const uint *x, global uint *o, global uint *sums) {
    local uint parts[256];
    uint t = get_local_id(0), at = get_group_id(0) * 1024 + t * 4;
    uint a = x[at], b = a + x[at + 1], c = b + x[at + 2], d = c + x[at + 3];
    parts[t] = d;
    MEET;
    for (uint k = 1; k < 256; k <<= 1) {
        uint left = t >= k ? parts[t - k] : 0;
        MEET;
        parts[t] += left;
        MEET;
    }
    uint before = parts[t] - d;
    o[at] = before + a;
    o[at + 1] = before + b;
    o[at + 2] = before + c;
    o[at + 3] = before + d;
    if (t == 255) sums[get_group_id(0)] = parts[255];
}
kernel void k_scan_sums(global uint *sums, uint n) {
    local uint parts[256];
    uint t = get_local_id(0), each = (n + 255) / 256, s = 0;
    for (uint i = t * each; i < min(n, (t + 1) * each); i++) s += sums[i];
    parts[t] = s;
    MEET;
    for (uint k = 1; k < 256; k <<= 1) {
        uint left = t >= k ? parts[t - k] : 0;
        MEET;
        parts[t] += left;
        MEET;
    }
    uint before = parts[t] - s;
    for (uint i = t * each; i < min(n, (t + 1) * each); i++) {
        uint value = sums[i];
        sums[i] = before;
        before += value;
    }
}
kernel void k_scan_add(global uint *o, global const uint *sums) {
    uint before = sums[get_group_id(0)], at = get_group_id(0) * 1024 + get_local_id(0);
    for (uint k = 0; k < 4; k++) o[at + k * 256] += before;
}
kernel void k_matmul(uint n, global const float *a, global const float *b, global float *o) {
    uint j = ID(0), i = ID(1);
    float s = 0;
    for (uint k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
    o[i * n + j] = s;
}
kernel void k_tiled(uint n, global const float *a, global const float *b, global float *o) {
    local float left[16][16], right[16][16];
    uint tx = get_local_id(0), ty = get_local_id(1), j = ID(0), i = ID(1);
    float s = 0;
    for (uint k0 = 0; k0 < n; k0 += 16) {
        left[ty][tx] = a[i * n + k0 + tx];
        right[ty][tx] = b[(k0 + ty) * n + j];
        MEET;
        for (uint k = 0; k < 16; k++) s += left[ty][k] * right[k][tx];
        MEET;
    }
    o[i * n + j] = s;
}
kernel void k_dfa(uint n, global const uchar *text, global const uint *table, global uint *o) {
    uint state = 0, hits = 0, chunk = ID(0);
    for (uint k = 0; k < 65536; k++) {
        state = table[state * 256 + text[chunk * 65536 + k]];
        hits += (uint)(state >= 12);
    }
    o[chunk] = hits * 16 + state;
}
kernel void k_stencil(uint n, global const float *x, global float *o) {
    uint j = ID(0), i = ID(1), p = i * n + j;
    if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
        o[p] = x[p];
    else
        o[p] = ((((x[p] + x[p - 1]) + x[p + 1]) + x[p - n]) + x[p + n]) * 0.2f;
}
kernel void k_nbody(uint n, global const float *px, global const float *py, global const float *pz,
                    global const float *mass, global float *o) {
    uint i = ID(0);
    float x = px[i], y = py[i], z = pz[i], ax = 0, ay = 0, az = 0;
    for (uint j = 0; j < n; j++) {
        float dx = px[j] - x, dy = py[j] - y, dz = pz[j] - z;
        float r2 = ((dx * dx + dy * dy) + dz * dz) + 1e-3f;
        float inv = 1.0f / sqrt(r2), s = mass[j] * ((inv * inv) * inv);
        ax += dx * s;
        ay += dy * s;
        az += dz * s;
    }
    o[i] = ax;
    o[n + i] = ay;
    o[2 * n + i] = az;
}
kernel void k_mandelbrot(uint n, float left, float top, float step, global uint *o) {
    float cx = left + ID(0) * step, cy = top + ID(1) * step, zx = 0, zy = 0;
    uint count = 0;
    while (count < 256) {
        float x2 = zx * zx, y2 = zy * zy;
        if (x2 + y2 > 4.0f) break;
        count++;
        zy = (2.0f * zx) * zy + cy;
        zx = (x2 - y2) + cx;
    }
    o[ID(1) * n + ID(0)] = count;
}
kernel void k_bfs(uint n, uint depth, global const uint *first, global const uint *to, global const uint *level,
                  global uint *found) {
    uint v = ID(0);
    if (level[v] == depth)
        for (uint e = first[v]; e < first[v + 1]; e++)
            if (level[to[e]] == 0xffffffffu) found[to[e]] = depth + 1;
}
