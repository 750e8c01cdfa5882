"""Bodies that attract each other: `vy.vec`, a tuple as result, a generic kernel in f32 and f64, the same bytes everywhere."""

import numpy as np

import vyre as vy

T = vy.TypeVar("T", vy.f32, vy.f64)
SOFT = 0.01


@vy.func
def pull(here, there, mass):
    d = there - here
    r = 1 / vy.sqrt(vy.dot(d, d) + SOFT)
    return d * (mass * r * r * r), -mass * r  # acceleration, potential


@vy.kernel(domain="mass")
def forces(at: vy.In[T], mass: vy.In[T], force: vy.Out[T], energy: vy.Out[T]):
    i = vy.global_id()
    if i < mass.size:
        here = vy.vec(at[i, 0], at[i, 1], at[i, 2])
        total = vy.vec(at.dtype(0), 0, 0)
        depth = at.dtype(0)
        for j in range(mass.size):
            a, p = pull(here, vy.vec(at[j, 0], at[j, 1], at[j, 2]), mass[j])
            total += a
            depth += p
        force[i, 0], force[i, 1], force[i, 2] = total * mass[i]
        energy[i] = depth * mass[i] / 2


def main() -> None:
    dice = np.random.default_rng(1)
    for dtype in (np.float32, np.float64):
        at, mass = dice.normal(size=(200, 3)).astype(dtype), dice.random(200).astype(dtype)
        shapes = {"force": at.shape, "energy": mass.shape}
        force, energy = forces(at, mass, shapes=shapes, backend="cpu")
        assert abs(force.sum(0)).max() < 1e-2  # what one pulls, pulls back
        report = forces.check(at[:20], mass[:20], shapes={"force": (20, 3), "energy": (20,)}, backends=["cpu"])
        assert report.ok
        print(f"{np.dtype(dtype).name}: energy {energy.sum():.6f}, bytes as the reference's: {report.status}")


if __name__ == "__main__":
    main()
