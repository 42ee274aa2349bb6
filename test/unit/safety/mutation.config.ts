import { defineConfig } from "vitest/config";

/**
 * What stryker runs: this folder alone, without the suites that bring up real parts. The hostile bytes are left out:
 * they only ask that nothing throws, differ from run to run and take the longest.
 */
export default defineConfig({
  test: { include: ["test/unit/safety/**/*.test.ts"], exclude: ["**/*.hostile.test.ts"], retry: 0 },
});
