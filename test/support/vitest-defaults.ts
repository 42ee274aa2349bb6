import "../../local/require-node.mjs";

/** Of every project of every vitest configuration. */
export const vitestDefaults = {
  setupFiles: [
    "test/support/fill-chains.ts",
    "test/support/seed-fast-check.ts",
    "test/support/close-connections.ts",
  ],
  // Far above what anything takes: time-outs end what hangs, they do not judge a busy machine.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
