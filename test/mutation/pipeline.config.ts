import { defineConfig } from "vitest/config";
import { keepThread } from "./keep-thread.ts";
import { PropertiesLast } from "./properties-last.ts";

/**
 * What stryker runs against mutants of src/pipeline, src/attempts and src/vaults: its own suites,
 * over the simulator's chain, wallet and Redis.
 */
export default defineConfig({
  plugins: [keepThread()],
  test: {
    include: ["test/unit/{pipeline,attempts,vaults}/**/*.test.ts"],
    setupFiles: [
      "test/mutation/forget-mutant.ts",
      "test/support/fill-chains.ts",
      "test/support/seed-fast-check.ts",
    ],
    sequence: { sequencer: PropertiesLast },
    retry: 0,
    // Of a mutant that waits for ever: sooner than stryker's own limit, which costs a new process.
    testTimeout: 5_000,
  },
});
