#include "hypre_peer.hpp"
#include "timing.hpp"

#include <HYPRE_struct_ls.h>

#include <array>
#include <vector>

namespace lamella {

namespace {

struct Message {
    Message() { MPI_Init(nullptr, nullptr); }
    ~Message() { MPI_Finalize(); }
};

// The diagonal and the couplings to +x, +y, +z: hypre stores a symmetric matrix by half.
constexpr int kEntries = 4;
constexpr std::array<std::array<int, 3>, kEntries> kOffsets{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

std::vector<double> coefficients(int n) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(kEntries) * n * n * n);
    for (int z = 0; z < n; ++z)
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) {
                const int walls = (x == 0) + (x == n - 1) + (y == 0) + (z == 0) + (z == n - 1);
                values.push_back(6.0 - walls);
                for (const int at : {x, y, z}) values.push_back(at < n - 1 ? -1.0 : 0.0);
            }
    return values;
}

struct Problem {
    HYPRE_StructGrid grid{};
    HYPRE_StructStencil stencil{};
    HYPRE_StructMatrix matrix{};
    HYPRE_StructVector b{};
    HYPRE_StructVector x{};

    Problem(int n, std::span<const double> right) {
        std::array<int, 3> low{0, 0, 0};
        std::array<int, 3> high{n - 1, n - 1, n - 1};
        HYPRE_StructGridCreate(MPI_COMM_SELF, 3, &grid);
        HYPRE_StructGridSetExtents(grid, low.data(), high.data());
        HYPRE_StructGridAssemble(grid);
        HYPRE_StructStencilCreate(3, kEntries, &stencil);
        std::array<int, kEntries> entries{0, 1, 2, 3};
        for (int e = 0; e < kEntries; ++e) {
            auto offset = kOffsets[static_cast<std::size_t>(e)];
            HYPRE_StructStencilSetElement(stencil, e, offset.data());
        }
        HYPRE_StructMatrixCreate(MPI_COMM_SELF, grid, stencil, &matrix);
        HYPRE_StructMatrixSetSymmetric(matrix, 1);
        HYPRE_StructMatrixInitialize(matrix);
        auto values = coefficients(n);
        HYPRE_StructMatrixSetBoxValues(matrix, low.data(), high.data(), kEntries, entries.data(), values.data());
        HYPRE_StructMatrixAssemble(matrix);
        std::vector<double> copy(right.begin(), right.end());
        for (auto* vector : {&b, &x}) {
            HYPRE_StructVectorCreate(MPI_COMM_SELF, grid, vector);
            HYPRE_StructVectorInitialize(*vector);
            HYPRE_StructVectorSetBoxValues(*vector, low.data(), high.data(), copy.data());
            HYPRE_StructVectorAssemble(*vector);
        }
    }
    ~Problem() {
        HYPRE_StructVectorDestroy(x);
        HYPRE_StructVectorDestroy(b);
        HYPRE_StructMatrixDestroy(matrix);
        HYPRE_StructStencilDestroy(stencil);
        HYPRE_StructGridDestroy(grid);
    }
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
};

// Red-black Gauss-Seidel and coarse operators without Galerkin products: the fastest of its settings here.
int solve_once(Problem& problem) {
    HYPRE_StructVectorSetConstantValues(problem.x, 0.0);
    HYPRE_StructSolver solver{}, multigrid{};
    HYPRE_StructPCGCreate(MPI_COMM_SELF, &solver);
    HYPRE_StructPCGSetTwoNorm(solver, 1);
    HYPRE_StructPCGSetTol(solver, 1e-6);
    HYPRE_StructPCGSetMaxIter(solver, 100);
    HYPRE_StructPFMGCreate(MPI_COMM_SELF, &multigrid);
    HYPRE_StructPFMGSetMaxIter(multigrid, 1);
    HYPRE_StructPFMGSetTol(multigrid, 0.0);
    HYPRE_StructPFMGSetZeroGuess(multigrid);
    HYPRE_StructPFMGSetRelaxType(multigrid, 2);
    HYPRE_StructPFMGSetRAPType(multigrid, 1);
    HYPRE_StructPFMGSetSkipRelax(multigrid, 1);
    HYPRE_StructPCGSetPrecond(solver, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, multigrid);
    HYPRE_StructPCGSetup(solver, problem.matrix, problem.b, problem.x);
    HYPRE_StructPCGSolve(solver, problem.matrix, problem.b, problem.x);
    int iterations = 0;
    HYPRE_StructPCGGetNumIterations(solver, &iterations);
    HYPRE_StructPFMGDestroy(multigrid);
    HYPRE_StructPCGDestroy(solver);
    return iterations;
}

}  // namespace

std::optional<PeerSolve> hypre_solve(int n, std::span<const double> b) {
    static const Message message;
    Problem problem(n, b);
    PeerSolve result{};
    result.seconds = best_seconds([&] { result.iterations = solve_once(problem); });
    return result;
}

}  // namespace lamella
