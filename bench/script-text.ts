import { createHash, randomUUID } from "node:crypto";
import { claimDue } from "../src/store/orders/claim-due.ts";
import { T0 } from "../test/unit/store/support/records.ts";
import { startBenchRedis } from "./lib/bench-redis.ts";
import { machine } from "./lib/machine.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";

/**
 * What it costs redis-server that a script's text comes with every call: the same claim of nothing,
 * once as EVAL with its text and once as EVALSHA: `npm run bench:text`. Options: --calls=3000
 */
const CALLS = Number(option("calls", "3000"));
const bench = await startBenchRedis();
await bench.command("SCRIPT", "LOAD", claimDue.text);
const sha = createHash("sha1").update(claimDue.text).digest("hex");

const call = () => ({
  requestId: randomUUID(),
  nowMs: T0,
  limit: 20,
  leaseMs: 120_000,
  chainIds: [8453] as const,
});
const ways = {
  EVAL: bench.redis,
  EVALSHA: {
    run: (_: unknown, keys: string[], args: string[]) =>
      bench.command("EVALSHA", sha, keys.length, ...keys, ...args),
  },
};
console.log(machine({ "redis-server": bench.version }));
console.log(row("claim of nothing", "Redis CPU us each", "bytes of text"));
console.log(row("---", "---", "---"));
for (const [name, redis] of Object.entries(ways)) {
  const { server } = await bench.timed(async () => {
    for (let i = 0; i < CALLS; i += 1) await claimDue.run(redis, bench.keys, call());
  });
  console.log(
    row(
      name,
      (server.cpuUs / CALLS).toFixed(0),
      name === "EVAL" ? claimDue.text.length : sha.length,
    ),
  );
}
await bench.stop();
