/* The C baseline: plain loops with OpenMP, strict floats. Built by c_peer.py. */
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
void dfa(const u8 *text, const u32 *table, u32 *out) {
#pragma omp parallel for schedule(static)
    for (long g = 0; g < 256; g += 8) {
        u32 state[8] = {0}, hits[8] = {0};
        for (long j = 0; j < 65536; j++)
            for (int q = 0; q < 8; q++) {
                state[q] = table[state[q] * 256 + text[(g + q) * 65536 + j]];
                hits[q] += state[q] >= 12;
            }
        for (int q = 0; q < 8; q++) out[g + q] = hits[q] * 16 + state[q];
    }
}
