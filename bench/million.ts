import { MEASURED } from "./lib/measured.ts";
import { option } from "./lib/option.ts";
import { ALCHEMY_CU, PUBLISHED } from "./lib/published.ts";
import { row } from "./lib/row.ts";

/**
 * Arithmetic to a million orders with a slice every five minutes: what binds first, and what a
 * month costs: `npm run bench:million`. Starts from what was measured here (lib/measured.ts) and
 * what others publish (lib/published.ts). What is not published is an option: --orders=1000000
 * --every=300 (seconds) --shard=60 (orders) --at-once=4 (vaults of a shard) --seconds-per-slice=4
 * (network and block included) --cu-dollars=0 (per million compute units)
 */
const number = (name: string, standard: number): number => Number(option(name, String(standard)));
const ORDERS = number("orders", 1e6);
const EVERY_SEC = number("every", 300);
const SHARD = number("shard", 60);
const AT_ONCE = number("at-once", 4);
const SECONDS_PER_SLICE = number("seconds-per-slice", 4);
const CU_DOLLARS = number("cu-dollars", 0);
const MONTH_SEC = 30 * 24 * 3_600;

const wanted = ORDERS / EVERY_SEC;
const slices = wanted * MONTH_SEC;
const shards = slices / SHARD;
const commandsPerSlice = 2 + 1 / SHARD;
const bytesPerSlice = MEASURED.sliceBytes + MEASURED.claimBytes / SHARD;
const cuPerSlice = Object.entries(MEASURED.rpcCalls).reduce(
  (sum, [method, calls]) => sum + calls * (ALCHEMY_CU[method] ?? Number.NaN),
  0,
);
const p = Object.fromEntries(
  Object.entries(PUBLISHED).map(([name, { value }]) => [name, value]),
) as {
  [name in keyof typeof PUBLISHED]: number;
};

/** Slices a second that each limit lets through, all else being endless. */
const limits: [string, number][] = [
  [
    `RPC: Alchemy's free tier, ${cuPerSlice} compute units a slice`,
    p.alchemyFreeCuPerSecond / cuPerSlice,
  ],
  ["venue: Uniswap's default key, 2 calls a slice", p.uniswapPerSecond / 2],
  ["venue: 0x Standard, 1 call a slice", p.zeroxStandardPerSecond],
  ["venue: 0x Custom, as published; more by contract", p.zeroxCustomPerSecond],
  [
    `QStash: ${p.qstashParallelism} shards at once, ${AT_ONCE} vaults each, ` +
      `${SECONDS_PER_SLICE} s a slice`,
    (p.qstashParallelism * AT_ONCE) / SECONDS_PER_SLICE,
  ],
  [
    "chain: all of Base's gas, at the local contracts' gas",
    p.baseGasPerBlock / p.baseSecondsPerBlock / MEASURED.gas,
  ],
  ["Redis: one thread of this machine for the scripts", 1e6 / MEASURED.redisCpuUsPerSlice],
  ["Redis: Upstash's commands a second", p.redisCommandsPerSecond / commandsPerSlice],
];

const gb = (slices * bytesPerSlice) / 1e9;
const commandDollars = ((slices * commandsPerSlice) / 1e5) * p.redisDollarsPer100kCommands;
const storedGb = (ORDERS * MEASURED.bytesPerOrder) / 1e9;
const above = (amount: number, free: number) => Math.max(0, amount - free);

/** Dollars a month. */
const prices: [string, number][] = [
  [
    "Workers, requests (a shard is one)",
    (above(shards, p.workersRequestsIncluded) / 1e6) * p.workersDollarsPerMillionRequests,
  ],
  [
    `Workers, CPU at ${MEASURED.cpuMsPerSlice} ms a slice`,
    (above(slices * MEASURED.cpuMsPerSlice, p.workersCpuMsIncluded) / 1e6) *
      p.workersDollarsPerMillionCpuMs,
  ],
  [`Upstash Redis, ${commandsPerSlice.toFixed(2)} commands a slice`, commandDollars],
  [
    `Upstash Redis, ${Math.round(gb / 1_000)} TB of scripts and answers`,
    above(gb, p.redisFreeGbOut) * p.redisDollarsPerGbOut,
  ],
  [
    `Upstash Redis, ${storedGb.toFixed(1)} GB stored`,
    above(storedGb, 1) * p.redisDollarsPerGbStored,
  ],
  ["QStash, messages", (shards / 1e5) * p.qstashDollarsPer100k],
  ...(CU_DOLLARS > 0
    ? [
        [
          `RPC, at $${CU_DOLLARS} a million compute units`,
          ((slices * cuPerSlice) / 1e6) * CU_DOLLARS,
        ] as [string, number],
      ]
    : []),
];

console.log(
  `${ORDERS} orders, one slice each every ${EVERY_SEC} s: ${wanted.toFixed(0)} slices a ` +
    `second, ${slices.toExponential(2)} a month\n`,
);
console.log(
  row("limit, the first to bind first", "slices a second", `of the ${wanted.toFixed(0)} wanted`),
);
console.log(row("---", "---", "---"));
for (const [name, perSecond] of limits.toSorted(([, a], [, b]) => a - b))
  console.log(
    row(
      name,
      perSecond < 10 ? perSecond.toFixed(1) : perSecond.toFixed(0),
      `${((100 * perSecond) / wanted).toFixed(perSecond < wanted / 10 ? 2 : 0)} %`,
    ),
  );
console.log(`\n${row("a month", "$")}`);
console.log(row("---", "---"));
for (const [name, dollars] of prices) console.log(row(name, dollars.toFixed(0)));
console.log(
  row(
    CU_DOLLARS > 0 ? "together, without venues and gas" : "together, without RPC, venues and gas",
    prices.reduce((sum, [, dollars]) => sum + dollars, 0).toFixed(0),
  ),
);
const daily = (shards * 24 * 3_600) / MONTH_SEC;
console.log(
  `\nInstead by plan: QStash Fixed 10M at $${p.qstashFixed10MDollars} holds ` +
    `${(daily / 1e6).toFixed(1)} million messages a ` +
    `day${daily > p.qstashFixedMessagesADay ? " NOT" : ""}; ` +
    (`Upstash Fixed 500GB at $${p.redisFixed500GbDollars} has no price per command but ` +
      `${p.redisFixed500GbTbOut} TB of bandwidth.`),
);
console.log(
  `Not in the sum: RPC, ${(slices * cuPerSlice).toExponential(2)} compute units (no price of ` +
    "a unit was found: --cu-dollars gives it); " +
    (`0x, by contract (published: from $${p.zeroxCustomDollars} a month and a share of the ` +
      "volume); ") +
    `gas, ${(slices * MEASURED.gas).toExponential(2)} units that the vaults' agents pay.`,
);
console.log("\nSources:");
for (const [name, { value, source }] of Object.entries(PUBLISHED))
  console.log(`- ${name} = ${value}: ${source}`);
