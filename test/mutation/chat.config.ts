import { defineConfig } from "vitest/config";
import { keepThread } from "./keep-thread.ts";
import { PropertiesLast } from "./properties-last.ts";

/**
 * What stryker runs against mutants of src/chat: its own suites, with a model that obeys attackers
 * in place of a real one.
 */
export default defineConfig({
  plugins: [keepThread()],
  test: {
    include: ["test/unit/chat/**/*.test.ts"],
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
