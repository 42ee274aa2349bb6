import { defineConfig } from "vitest/config";

/** What stryker runs against mutants of src/twap: its own suites, which are pure and quick. */
export default defineConfig({
  test: {
    include: ["test/unit/twap/**/*.test.ts"],
    setupFiles: ["test/support/seed-fast-check.ts"],
    retry: 0,
    // Stryker has its own time limit, taken from the first run.
    testTimeout: 60_000,
  },
});
