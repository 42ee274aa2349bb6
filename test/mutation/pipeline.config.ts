import { defineConfig } from "vitest/config";
import { keepThread } from "./keep-thread.ts";

/** What stryker runs against mutants of src/pipeline and src/attempts: its own suites, over the simulator's chain, wallet and Redis. */
export default defineConfig({
  plugins: [keepThread()],
  test: {
    include: ["test/unit/{pipeline,attempts}/**/*.test.ts"],
    setupFiles: ["test/mutation/forget-mutant.ts", "test/support/seed-fast-check.ts"],
    retry: 0,
    // Stryker has its own time limit, taken from the first run.
    testTimeout: 60_000,
  },
});
