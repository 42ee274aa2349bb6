import { defineConfig } from "vitest/config";
import { keepThread } from "./keep-thread.ts";
import { PropertiesLast } from "./properties-last.ts";

/**
 * What stryker runs: shields, calldata and fees alone, without the suites that bring up real parts.
 * The hostile bytes are left out: they only ask that nothing throws, and take the longest.
 */
export default defineConfig({
  plugins: [keepThread()],
  test: {
    include: ["test/unit/{shields,calldata,fees}/**/*.test.ts"],
    exclude: ["**/*.hostile.test.ts"],
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
