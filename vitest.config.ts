import { defineConfig } from "vitest/config";

/** Fast suites first. Stack suites bring up real parts and share the machine's clock, so they run one after another. */
export default defineConfig({
  test: {
    retry: 0,
    allowOnly: false,
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts"], sequence: { groupOrder: 0 } } },
      {
        test: {
          name: "parts",
          include: ["test/local/**/*.test.ts", "test/chain/**/*.test.ts"],
          exclude: ["test/local/stack.test.ts"],
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "stack",
          include: [
            "test/local/stack.test.ts",
            "test/flows/**/*.test.ts",
            "test/routes/**/*.test.ts",
            "test/runtime/**/*.test.ts",
            "test/regressions/**/*.test.ts",
            "test/payment/**/*.test.ts",
          ],
          sequence: { groupOrder: 2 },
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
