/* The C baseline: loops with OpenMP, strict floats, n first. Built by c_peer.py. */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t u32;
typedef uint8_t u8;

void xor_words(long n, const u32 *a, const u32 *b, u32 *out) {
#pragma omp parallel for simd schedule(static) if (n > 16384)
    for (long i = 0; i < n; i++) out[i] = a[i] ^ b[i];
}

void saxpy(long n, float s, const float *x, const float *y, float *out) {
#pragma omp parallel for simd schedule(static) if (n > 16384)
    for (long i = 0; i < n; i++) out[i] = s * x[i] + y[i];
}

void hash_words(long n, u32 seed, u32 *out) {
#pragma omp parallel for simd schedule(static)
    for (long i = 0; i < n; i++) {
        u32 h = (u32)i ^ seed;
        for (int r = 0; r < 16; r++) {
            h ^= h >> 16;
            h *= 0x85ebca6bu;
            h ^= h >> 13;
            h *= 0xc2b2ae35u;
            h ^= h >> 16;
            h += 0x9e3779b9u;
            h = (h << 5) | (h >> 27);
        }
        out[i] = h;
    }
}

/* Four histograms a thread: neighbouring equal values do not wait for each other's store. */
void histogram(long n, const u32 *x, u32 *out) {
    memset(out, 0, 256 * sizeof *out);
#pragma omp parallel
    {
        u32 local[4][256];
        memset(local, 0, sizeof local);
#pragma omp for schedule(static)
        for (long i = 0; i < n / 4; i++)
            for (int q = 0; q < 4; q++) local[q][x[4 * i + q] & 255]++;
#pragma omp critical
        for (int i = 0; i < 256; i++) out[i] += local[0][i] + local[1][i] + local[2][i] + local[3][i];
    }
}

void sum(long n, const u32 *x, u32 *out) {
    u32 s = 0;
#pragma omp parallel for simd reduction(+ : s) schedule(static)
    for (long i = 0; i < n; i++) s += x[i];
    out[0] = s;
}

/* Sixteen pixels side by side, until none of them is left. */
void mandelbrot(long side, float left, float top, float step, u32 *out) {
#pragma omp parallel for schedule(dynamic, 8)
    for (long y = 0; y < side; y++)
        for (long x0 = 0; x0 < side; x0 += 16) {
            float cy = top + y * step, cx[16], zx[16] = {0}, zy[16] = {0};
            u32 count[16] = {0}, live[16];
            for (int q = 0; q < 16; q++) {
                live[q] = 1;
                cx[q] = left + (x0 + q) * step;
            }
            for (int k = 0; k < 256; k++) {
                u32 any = 0;
#pragma omp simd reduction(| : any)
                for (int q = 0; q < 16; q++) {
                    float x2 = zx[q] * zx[q], y2 = zy[q] * zy[q];
                    live[q] &= !(x2 + y2 > 4.0f);
                    count[q] += live[q];
                    any |= live[q];
                    zy[q] = (2.0f * zx[q]) * zy[q] + cy;
                    zx[q] = (x2 - y2) + cx[q];
                }
                if (!any) break;
            }
            for (int q = 0; q < 16; q++) out[y * side + x0 + q] = count[q];
        }
}

/* Eight chunks side by side: one chunk alone is a chain of dependent loads. */
void dfa(long n, const u8 *text, const u32 *table, u32 *out) {
#pragma omp parallel for schedule(static)
    for (long g = 0; g < n / 65536; g += 8) {
        u32 state[8] = {0}, hits[8] = {0};
        for (long j = 0; j < 65536; j++)
            for (int q = 0; q < 8; q++) {
                state[q] = table[state[q] * 256 + text[(g + q) * 65536 + j]];
                hits[q] += state[q] >= 12;
            }
        for (int q = 0; q < 8; q++) out[g + q] = hits[q] * 16 + state[q];
    }
}

/* Each thread adds up its part, then scans it from the sum of those before. */
void scan(long n, const u32 *x, u32 *out) {
    u32 sums[257] = {0};
#pragma omp parallel num_threads(omp_get_max_threads() < 256 ? omp_get_max_threads() : 256)
    {
        int t = omp_get_thread_num(), threads = omp_get_num_threads();
        long first = n * t / threads, end = n * (t + 1) / threads;
        u32 s = 0;
        for (long i = first; i < end; i++) s += x[i];
        sums[t + 1] = s;
#pragma omp barrier
        s = 0;
        for (int i = 0; i <= t; i++) s += sums[i];
        for (long i = first; i < end; i++) out[i] = s += x[i];
    }
}

void matmul(long n, const float *a, const float *b, float *out) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) {
        float *row = out + i * n;
        memset(row, 0, n * sizeof *row);
        for (long k = 0; k < n; k++)
            for (long j = 0; j < n; j++) row[j] = a[i * n + k] * b[k * n + j] + row[j];
    }
}

/* Tiles of two vectors in as many rows as there are registers for; n is a multiple of 64. */
#ifdef __AVX512F__
enum { LANES = 16, ROWS = 8 };
#else
enum { LANES = 8, ROWS = 4 };
#endif
typedef float wide __attribute__((vector_size(4 * LANES), aligned(4)));
void tiled(long n, const float *a, const float *b, float *out) {
#pragma omp parallel for schedule(static) collapse(2)
    for (long j = 0; j < n; j += 2 * LANES)
        for (long top = 0; top < n; top += 64)
            for (long i = top; i < top + 64; i += ROWS) {
                wide sums[ROWS][2];
                for (int q = 0; q < ROWS; q++) sums[q][0] = sums[q][1] = (wide){0};
                for (long k = 0; k < n; k++) {
                    wide left = *(const wide *)(b + k * n + j), right = *(const wide *)(b + k * n + j + LANES);
                    for (int q = 0; q < ROWS; q++) {
                        wide factor = a[(i + q) * n + k] - (wide){0};
                        sums[q][0] = factor * left + sums[q][0];
                        sums[q][1] = factor * right + sums[q][1];
                    }
                }
                for (int q = 0; q < ROWS; q++) {
                    *(wide *)(out + (i + q) * n + j) = sums[q][0];
                    *(wide *)(out + (i + q) * n + j + LANES) = sums[q][1];
                }
            }
}

void stencil(long n, const float *x, float *out) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++) {
        const float *r = x + i * n;
        float *row = out + i * n;
        if (i == 0 || i == n - 1) {
            memcpy(row, r, n * sizeof *row);
            continue;
        }
        row[0] = r[0];
        row[n - 1] = r[n - 1];
        for (long j = 1; j < n - 1; j++) row[j] = ((((r[j] + r[j - 1]) + r[j + 1]) + r[j - n]) + r[j + n]) * 0.2f;
    }
}

/* Sixteen bodies side by side; n is a multiple of 16. */
void nbody(long n, const float *px, const float *py, const float *pz, const float *mass, float *out) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i += 16) {
        float x[16], y[16], z[16], ax[16] = {0}, ay[16] = {0}, az[16] = {0};
        for (int q = 0; q < 16; q++) {
            x[q] = px[i + q];
            y[q] = py[i + q];
            z[q] = pz[i + q];
        }
        for (long j = 0; j < n; j++) {
#pragma omp simd
            for (int q = 0; q < 16; q++) {
                float dx = px[j] - x[q], dy = py[j] - y[q], dz = pz[j] - z[q];
                float r2 = ((dx * dx + dy * dy) + dz * dz) + 1e-3f;
                float inv = 1.0f / sqrtf(r2), s = mass[j] * ((inv * inv) * inv);
                ax[q] += dx * s;
                ay[q] += dy * s;
                az[q] += dz * s;
            }
        }
        for (int q = 0; q < 16; q++) {
            out[i + q] = ax[q];
            out[n + i + q] = ay[q];
            out[2 * n + i + q] = az[q];
        }
    }
}

void popcount(long n, const u32 *x, u32 *out) {
    u32 s = 0;
#pragma omp parallel for simd reduction(+ : s) schedule(static)
    for (long i = 0; i < n; i++) s += __builtin_popcount(x[i]);
    out[0] = s;
}

void bfs(long n, u32 depth, const u32 *first, const u32 *to, const u32 *level, u32 *found) {
#pragma omp parallel for schedule(static)
    for (long v = 0; v < n; v++)
        if (level[v] == depth)
            for (u32 e = first[v]; e < first[v + 1]; e++)
                if (level[to[e]] == 0xffffffffu) found[to[e]] = depth + 1;
}
