/**
 * What others publish, in dollars and per second, each with where it was read: stored copies of
 * public pages looked up on 2026-11-20, to be read again before a provider's contract is signed.
 * `unverified`: a third party's transcription, not the provider's page.
 */
export const PUBLISHED = {
  workersRequestsIncluded: {
    value: 10e6,
    source: "developers.cloudflare.com/workflows/reference/pricing (same as Workers Standard)",
  },
  workersDollarsPerMillionRequests: {
    value: 0.3,
    source: "developers.cloudflare.com/workflows/reference/pricing",
  },
  workersCpuMsIncluded: {
    value: 30e6,
    source: "developers.cloudflare.com/workflows/reference/pricing",
  },
  workersDollarsPerMillionCpuMs: {
    value: 0.02,
    source: "developers.cloudflare.com/workflows/reference/pricing",
  },
  workersSubrequests: {
    value: 10_000,
    source: "developers.cloudflare.com/workers/platform/limits, paid plan",
  },
  redisDollarsPer100kCommands: {
    value: 0.2,
    source: "upstash.com/pricing/redis, as read 2026-09-20 by api-evangelist/upstash",
  },
  redisDollarsPerGbOut: { value: 0.03, source: "the same: bandwidth above 200 GB a month" },
  redisFreeGbOut: { value: 200, source: "the same" },
  redisDollarsPerGbStored: { value: 0.25, source: "the same: above the first GB" },
  redisCommandsPerSecond: {
    value: 10_000,
    source: "the same: all plans but Enterprise (100,000 and more)",
  },
  redisFixed500GbDollars: { value: 1_500, source: "the same: Fixed 500GB, 20 TB of bandwidth" },
  redisFixed500GbTbOut: { value: 20, source: "the same" },
  qstashDollarsPer100k: {
    value: 1,
    source: "upstash.com/pricing/qstash by api-evangelist/qstash (unverified)",
  },
  qstashFixed10MDollars: { value: 420, source: "the same: Fixed 10M, so many messages a day" },
  qstashFixedMessagesADay: { value: 10e6, source: "the same" },
  qstashParallelism: { value: 100, source: "docs/facts/edge.md 4, pay-as-you-go" },
  zeroxStandardPerSecond: {
    value: 5,
    source:
      "0x.org/docs/developer-resources/rate-limits (free tier); Standard says the same " +
      "(unverified)",
  },
  zeroxCustomPerSecond: {
    value: 100,
    source: "api-evangelist/0x: Custom, from $2,500 a month (unverified)",
  },
  zeroxCustomDollars: { value: 2_500, source: "the same" },
  uniswapPerSecond: { value: 3, source: "api-docs.uniswap.org/guides/faqs, default of a key" },
  alchemyFreeCuPerSecond: { value: 500, source: "alchemy.com/docs/reference/throughput" },
  baseGasPerBlock: {
    value: 400e6,
    source: "docs.base.org/base-chain/network-information/throughput-and-limits",
  },
  baseSecondsPerBlock: { value: 2, source: "the same" },
} as const;

/**
 * Compute units per method, alchemy.com/docs/reference/compute-unit-costs. A batch costs the sum of
 * its calls.
 */
export const ALCHEMY_CU: Record<string, number> = {
  eth_call: 26,
  eth_getBlockByNumber: 20,
  eth_maxPriorityFeePerGas: 10,
  eth_estimateGas: 20,
  eth_getBalance: 20,
  eth_getTransactionCount: 20,
  eth_sendRawTransaction: 40,
  eth_getTransactionReceipt: 20,
};
