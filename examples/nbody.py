"""Bodies that attract each other, as records: f32 sums in one fixed order, so NumPy's bytes after every step."""

import numpy as np

import vyre as vy

BODY = np.dtype([("position", "f4", 3), ("velocity", "f4", 3), ("mass", "f4")])
SOFTENING = np.float32(1e-3)


@vy.kernel(workgroup=64)
def step(now: vy.In[vy.struct(BODY)], dt: vy.f32, after: vy.Out[vy.struct(BODY)]):
    i = vy.global_id()
    fx, fy, fz = vy.f32(0), vy.f32(0), vy.f32(0)
    for j in range(now.size):
        dx = now[j].position[0] - now[i].position[0]
        dy = now[j].position[1] - now[i].position[1]
        dz = now[j].position[2] - now[i].position[2]
        square = dx * dx + dy * dy + dz * dz + SOFTENING
        pull = now[j].mass / (square * vy.sqrt(square))
        fx, fy, fz = fx + pull * dx, fy + pull * dy, fz + pull * dz
    if i < after.size:
        after[i] = now[i]
        after[i].velocity[0] += fx * dt
        after[i].velocity[1] += fy * dt
        after[i].velocity[2] += fz * dt
        for k in range(3):
            after[i].position[k] += after[i].velocity[k] * dt


def in_numpy(now: np.ndarray, dt: np.float32) -> np.ndarray:
    after, force = now.copy(), np.zeros((len(now), 3), np.float32)
    for body in now:
        d = body["position"] - now["position"]
        square = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2] + SOFTENING
        force += (body["mass"] / (square * np.sqrt(square)))[:, None] * d
    after["velocity"] += force * dt
    after["position"] += after["velocity"] * dt
    return after


def main() -> None:
    rng = np.random.default_rng(5)
    bodies = np.zeros(300, BODY)
    bodies["position"], bodies["mass"] = rng.standard_normal((300, 3)), rng.random(300) / 300
    right = bodies
    for _ in range(20):
        bodies = step(bodies, 0.01)
        right = in_numpy(right, np.float32(0.01))
    assert bodies.tobytes() == right.tobytes()
    speed = np.linalg.norm(bodies["velocity"], axis=1)
    print(f"{len(bodies)} bodies, 20 steps; speeds from {speed.min():.4f} to {speed.max():.4f}")


if __name__ == "__main__":
    main()
