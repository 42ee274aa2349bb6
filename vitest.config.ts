import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { redisSuites } from "./test/redis-suites.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { vitestDefaults } from "./test/support/vitest-defaults.ts";
import { wholeRunSuites } from "./test/whole-run-suites.ts";

// One seed for all files of a run, told here: several processes run them.
if (process.env.FC_SEED === "random") {
  process.env.FC_SEED = String(randomInt(2 ** 31));
  console.log(`FC_SEED=${process.env.FC_SEED}`);
}
// vitest's own default leaves one core free, which of two is half of the machine.
const cores = availableParallelism();
const SIMULATION_ON_ALL_CORES = [
  "test/simulation/histories.test.ts",
  "test/simulation/simulate.test.ts",
  "test/simulation/grants.test.ts",
];
/** `npm test` says that it is one, and `npm run test:all` that it is whole. */
const isPart = process.env.NPM_TEST === "1" && process.env.TEST_ALL !== "1";
/**
 * What runs on a machine without redis-server: the rest has vitest.redis.config.ts. Fast suites
 * first.
 */
export default defineConfig({
  test: {
    retry: 0,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          exclude: [...redisSuites.alone, ...(isPart ? wholeRunSuites : [])],
          ...vitestDefaults,
          // A process for each core, not for each file: loading the service anew for every file
          // took half of the time.
          isolate: false,
          // One more than cores: a quarter of the time is waiting for the embedded Redis.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "simulation",
          include: SIMULATION_ON_ALL_CORES,
          ...vitestDefaults,
          // They take all cores by processes of their own, so they run one after another and beside
          // nothing else.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      {
        test: {
          name: "parts",
          include: [
            "test/local/**/*.test.ts",
            "test/chain/**/*.test.ts",
            "test/simulation/**/*.test.ts",
          ],
          exclude: [
            "test/local/stack.test.ts",
            ...SIMULATION_ON_ALL_CORES,
            ...redisSuites.alone,
            ...(isPart ? wholeRunSuites : []),
          ],
          ...vitestDefaults,
          maxWorkers: cores,
          sequence: { groupOrder: 2 },
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
          exclude: isPart ? wholeRunSuites : [],
          ...vitestDefaults,
          globalSetup: ["test/support/prepare-once.ts"],
          isolate: false,
          // Each file has a stack and a clock of its own, and waits for it half of the time.
          maxWorkers: 2 * cores,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "walks",
          include: ["test/walks/*.test.ts"],
          exclude: isPart ? wholeRunSuites : [],
          ...vitestDefaults,
          // Each compiles the whole tree on all cores.
          sequence: { groupOrder: 4 },
          testTimeout: 900_000,
        },
      },
    ],
  },
});
