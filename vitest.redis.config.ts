import { defineConfig } from "vitest/config";
import { redisSuites } from "./test/redis-suites.ts";
import { vitestDefaults } from "./test/support/vitest-defaults.ts";

/** `npm run test:redis`: on a redis-server, which each suite starts for itself. */
export default defineConfig({
  test: {
    retry: 0,
    allowOnly: false,
    projects: [
      {
        test: {
          name: "redis",
          include: [...redisSuites.again, ...redisSuites.alone],
          exclude: ["test/faults/**"],
          ...vitestDefaults,
          env: { TEST_REDIS: "real" },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "redis-stack",
          include: ["test/faults/**/*.test.ts"],
          ...vitestDefaults,
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
    ],
  },
});
