import { defineConfig } from "vitest/config";
import { keepThread } from "./keep-thread.ts";
import { PropertiesLast } from "./properties-last.ts";

/** What stryker runs against mutants of src/twap: its own suites, which are pure and quick. */
export default defineConfig({
  plugins: [keepThread()],
  test: {
    include: ["test/unit/twap/**/*.test.ts"],
    setupFiles: [
      "test/mutation/forget-mutant.ts",
      "test/support/fill-chains.ts",
      "test/support/seed-fast-check.ts",
    ],
    sequence: { sequencer: PropertiesLast },
    retry: 0,
    // Stryker has its own time limit, taken from the first run.
    testTimeout: 60_000,
  },
});
