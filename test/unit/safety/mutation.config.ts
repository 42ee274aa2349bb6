import { defineConfig } from "vitest/config";

/**
 * What stryker runs: this folder alone, without the suites that bring up real parts. The hostile bytes are left out:
 * they ask that nothing throws, take the longest and kill next to nothing that the others let live.
 */
export default defineConfig({
  test: { include: ["test/unit/safety/**/*.test.ts"], exclude: ["**/*.hostile.test.ts"], retry: 0 },
});
