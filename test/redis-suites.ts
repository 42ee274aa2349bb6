/**
 * What `npm run test:redis` runs on a redis-server. `alone`: suites that kill it, cut its file, or
 * hold another Redis to it; they run nowhere else. `again`: suites that `npm test` runs on the
 * embedded one.
 */
export const redisSuites = {
  alone: [
    "test/faults/**/*.test.ts",
    "test/local/killed-redis.test.ts",
    "test/unit/simulation/redis-fidelity.test.ts",
  ],
  again: [
    "test/local/redis-front.test.ts",
    "test/local/redis-parity.test.ts",
    "test/unit/audit/seal-audit.test.ts",
    // On no other Redis, but over twenty times as many cases.
    "test/unit/calls/dry-run.test.ts",
    "test/unit/history/sample-vaults.test.ts",
    "test/unit/notifications/deliver-outbox.test.ts",
    "test/unit/notifications/order-cards.test.ts",
    "test/unit/store/**/*.test.ts",
    "test/unit/webhooks/deliver-webhooks.test.ts",
  ],
};
