/**
 * Suites of the stack that `npm test` leaves to `npm run test:all`, and so to CI: each waits for many blocks, and together they are
 * what ten minutes on two cores do not hold. By name they run as any other.
 */
export const wholeRunSuites = [
  "test/flows/missed-ticks.test.ts",
  "test/flows/pace-with-confirmations.test.ts",
  "test/flows/replacements.test.ts",
  "test/regressions/attempts-and-nonce-queue.test.ts",
];
