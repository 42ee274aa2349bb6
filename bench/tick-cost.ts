import "../test/support/fill-chains.ts";
import { randomUUID } from "node:crypto";
import { runTick } from "../src/schedule/run-tick.ts";
import { claimDue } from "../src/store/orders/claim-due.ts";
import { storeDeps } from "../test/support/store-deps.ts";
import { T0 } from "../test/unit/store/support/records.ts";
import { startBenchRedis } from "./lib/bench-redis.ts";
import { fill, TEMPLATE } from "./lib/fill.ts";
import { machine } from "./lib/machine.ts";
import { makeDue } from "./lib/make-due.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";

/**
 * What a tick costs a real redis-server, by what is stored and by what is due: `npm run
 * bench:tick`. Each cell twice: claims alone until nothing is due, then the service's own runTick
 * until nothing is due, without a chain (each slice fails at once). Options:
 * --stored=1000,100000,1000000 --due=10,1000,10000 --batch=20 --per-operator=1
 */
const numbers = (text: string) => text.split(",").map(Number);
const STORED = numbers(option("stored", "1000,100000,1000000"));
const DUE = numbers(option("due", "10,1000,10000"));
const BATCH = Number(option("batch", "20"));
const PER_OPERATOR = Number(option("per-operator", "1"));
const LEASE_MS = 120_000;
const IN_TEN_DAYS = T0 + 10 * 24 * 3_600_000;

const bench = await startBenchRedis();
const { redis, keys } = bench;
let nowMs = T0;

/** `count` orders spread over all that are stored, due now. */
async function putDue(stored: number, count: number): Promise<void> {
  nowMs += 1_000;
  const every = Array.from({ length: count }, (_, i) => 1 + Math.floor((i * stored) / count));
  for (let done = 0; done < count; done += 1_000)
    await makeDue.run(redis, keys, {
      nowMs,
      json: TEMPLATE,
      numbers: every.slice(done, done + 1_000),
      dueMs: nowMs - 1,
    });
}

async function claimAll(due: number) {
  const { value, server } = await bench.timed(async () => {
    let claimed = 0;
    for (let left = due; left > 0; ) {
      const call = {
        requestId: randomUUID(),
        nowMs,
        limit: BATCH,
        leaseMs: LEASE_MS,
        chainIds: [8453] as const,
      };
      const answer = await claimDue.run(redis, keys, call);
      if (answer.duplicate) throw new Error("a claim was taken for a duplicate");
      claimed += answer.orders.length;
      left = answer.left.reduce((sum, { orders }) => sum + orders, 0);
    }
    return claimed;
  });
  if (value !== due) throw new Error(`${value} orders claimed of ${due} that were due`);
  return server;
}

/** Ticks until nothing is due, and how often each script ran in all of them. */
async function tickAll(due: number) {
  const trips = new Map<string, number>();
  const counted: typeof redis = {
    run: (script, ...rest) => {
      trips.set(script.name, (trips.get(script.name) ?? 0) + 1);
      return redis.run(script, ...rest);
    },
  };
  const { value, server } = await bench.timed(async () => {
    const done = { ticks: 0, slices: 0 };
    for (let more = true; more; done.ticks += 1) {
      const summary = await runTick(storeDeps({ redis: counted, keys, nowMs: () => nowMs }), {
        jti: randomUUID(),
      });
      done.slices += summary.slices;
      more = summary.more;
    }
    return done;
  });
  if (value.slices !== due) throw new Error(`${value.slices} slices run of ${due} that were due`);
  return { ...value, server, trips };
}

console.log(machine({ "redis-server": bench.version }));
console.log(
  row(
    "stored",
    "due",
    "claims",
    "Redis CPU ms per claim",
    "ticks",
    "trips in them",
    "Redis CPU us per slice",
  ),
);
console.log(row(...Array(7).fill("---")));
for (let i = 0; i < STORED.length; i += 1) {
  const stored = STORED[i]!;
  await fill(bench, {
    from: (STORED[i - 1] ?? 0) + 1,
    to: stored,
    dueMs: IN_TEN_DAYS,
    perOperator: PER_OPERATOR,
  });
  for (const due of DUE.filter((count) => count <= stored)) {
    await putDue(stored, due);
    const claims = await claimAll(due);
    await putDue(stored, due);
    const { ticks, trips, server } = await tickAll(due);
    const tripNames = [...trips].map(([name, count]) => `${count} ${name}`).join(", ");
    const perClaim = (claims.cpuUs / claims.calls / 1_000).toFixed(2);
    console.log(
      row(stored, due, claims.calls, perClaim, ticks, tripNames, (server.cpuUs / due).toFixed(0)),
    );
  }
}
await bench.stop();
