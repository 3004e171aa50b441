"""Reads the files that independent_reader_test.cpp wrote and compares them with its samples."""
import csv
import pathlib
import sys

import numpy as np


def sample(n):
    i = np.arange(n, dtype=np.float32)
    t = i + np.float32(1) / np.float32(3)
    return {
        "P": np.stack([t, np.float32(-0.1) * t, np.float32(1e-7) * t], axis=1),
        "v": np.stack([-t, np.float32(1e20) * t, np.full(n, 0.1, np.float32)], axis=1),
        "id": 2147483647 - np.arange(n),
        "density": np.float32(1000) + np.float32(0.1) * t,
        "orient": np.stack([np.full(n, x, np.float32) for x in (0.1, 0.2, 0.3)] + [t], axis=1),
    }


def check_vtk(path, expected):
    import meshio

    mesh = meshio.read(path)
    np.testing.assert_array_equal(mesh.points.astype(np.float32), expected["P"])
    for name, ours in (("velocity", "v"), ("id", "id"), ("density", "density"), ("orient", "orient")):
        np.testing.assert_array_equal(np.squeeze(mesh.point_data[name]), expected[ours], err_msg=f"{path} {name}")


def check_ply(path, expected):
    import meshio

    mesh = meshio.read(path)
    np.testing.assert_array_equal(mesh.points, expected["P"])
    np.testing.assert_array_equal(mesh.point_data["vy"], expected["v"][:, 1])
    np.testing.assert_array_equal(mesh.point_data["id"], expected["id"])


def check_csv(path, expected):
    rows = list(csv.DictReader(open(path, newline="")))
    np.testing.assert_array_equal(np.array([row["x"] for row in rows], np.float32), expected["P"][:, 0])
    np.testing.assert_array_equal(np.array([int(row["id"]) for row in rows]), expected["id"])


def check_mesh(path):
    import meshio

    mesh = meshio.read(path)
    np.testing.assert_array_equal(mesh.cells_dict["triangle"], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    np.testing.assert_allclose(mesh.points[2], [0, 1 / 3, 0], rtol=1e-7)


def check_tets(path):
    import meshio

    mesh = meshio.read(path)
    np.testing.assert_array_equal(mesh.cells_dict["tetra"], [[0, 1, 2, 3], [1, 2, 3, 4]])
    np.testing.assert_array_equal(np.squeeze(mesh.point_data["number"]), [0, -1, -2, -3, -4])
    np.testing.assert_allclose(np.squeeze(mesh.cell_data["stress"][0]), [1 / 3, 1 / 4], rtol=1e-7)
    np.testing.assert_array_equal(mesh.cell_data["axis"][0][:, 2], [0, 1])


def check_meshio(folder):
    expected = sample(50)
    check_vtk(folder / "particles.vtu", expected)
    check_vtk(folder / "particles.vtk", expected)
    check_ply(folder / "particles.ply", expected)
    check_csv(folder / "particles.csv", expected)
    check_mesh(folder / "mesh.ply")
    check_mesh(folder / "mesh.obj")
    check_tets(folder / "tets.vtu")


def check_openvdb(folder):
    import pyopenvdb

    grids, about = pyopenvdb.readAll(str(folder / "a.vdb"))
    grid = grids[0]
    assert about["creator"] == "lamella", about
    assert (grid.name, grid.gridClass, grid.background) == ("surface", "level set", 3.0)
    assert grid.activeVoxelCount() == 2
    accessor = grid.getConstAccessor()
    assert accessor.getValue((1, 2, 3)) == -0.25 and accessor.getValue((-8, 16, 0)) == 0.75
    assert grid.transform.indexToWorld((1, 2, 3)) == (1.5, 3.0, 4.5)


if __name__ == "__main__":
    {"meshio": check_meshio, "openvdb": check_openvdb}[sys.argv[1]](pathlib.Path(sys.argv[2]))
