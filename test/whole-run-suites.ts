/**
 * Suites of the stack that `npm test` leaves to `npm run test:all`, and so to CI: each waits for
 * many blocks, venues, compilers or lost answers, and together they are what ten minutes on two cores do not
 * hold. By name they run as any other.
 */
export const wholeRunSuites = [
  "test/flows/crosschain.test.ts",
  "test/flows/missed-ticks.test.ts",
  "test/flows/pace-with-confirmations.test.ts",
  "test/flows/perp-a.test.ts",
  "test/flows/perp-b.test.ts",
  "test/flows/replacements.test.ts",
  "test/flows/shards.test.ts",
  "test/flows/unknown-outcomes.test.ts",
  "test/payment/outages-and-debts.test.ts",
  "test/regressions/attempts-and-nonce-queue.test.ts",
  "test/runtime/client-package.test.ts",
  "test/runtime/plain-wrangler.test.ts",
  "test/walks/walks.test.ts",
];
