import { defineConfig } from "vitest/config";

/** What stryker runs against mutants of src/execution: its own suites, over the simulator's chain, wallet and Redis. */
export default defineConfig({
  test: {
    include: ["test/unit/execution/**/*.test.ts"],
    setupFiles: ["test/support/seed-fast-check.ts"],
    retry: 0,
    // Stryker has its own time limit, taken from the first run.
    testTimeout: 60_000,
  },
});
