import * as z from "zod";
import { auditText } from "../src/store/audit/audit-text.ts";
import { luaAudit } from "../src/store/audit/lua-audit.ts";
import { defineScript, type ReadCall } from "../src/store/kernel/define-script.ts";
import { luaEvents } from "../src/store/orders/lua-events.ts";
import { luaOutbox } from "../src/store/outbox/lua-outbox.ts";
import { encodeOutboxItem } from "../src/store/outbox/outbox-item.ts";
import { eventOf, newHash, T0 } from "../test/unit/store/support/records.ts";
import { startBenchRedis } from "./lib/bench-redis.ts";
import { fill } from "./lib/fill.ts";
import { machine } from "./lib/machine.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";

/**
 * Redis' memory per record, by INFO memory before and after many of them: `npm run bench:memory`.
 * Options: --orders=100000 --vaults=2000
 */
const ORDERS = Number(option("orders", "100000"));
const VAULTS = Number(option("vaults", "2000"));

const vault = `0x${"a1".repeat(20)}`;
const attempt = `twap:${vault}:1:1:1`;
const opened = auditText({
  kind: "attempt_opened",
  actor: "scheduler",
  attempt,
  orderId: 1,
  sliceNumber: 1,
  agent: `0x${"0e".repeat(20)}`,
  nonce: 7,
  hash: newHash(),
  selector: "0x2213bc0b",
  gas: "500000",
  maxFeePerGas: "40000000",
  maxPriorityFeePerGas: "1000000",
  swap: {
    venue: "0x",
    tokenIn: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    tokenOut: "0x0000000000000000000000000000000000000000",
    amountInBase: "20000000",
    amountOutBase: "5000000000000000",
    maxInBase: "20000000",
    minOutBase: "4950000000000000",
  },
});
const ended = auditText({
  kind: "attempt_ended",
  attempt,
  status: "confirmed",
  blockNumber: "41000000",
  soldBase: "20000000",
  boughtBase: "4990000000000000",
});
const notification = encodeOutboxItem({
  id: `${attempt}:executed`,
  operator: `0x${"0e".repeat(20)}`,
  dueMs: T0,
  payload: {
    kind: "slice_executed",
    id: `${attempt}:executed`,
    vault,
    chainId: 8453,
    operator: `0x${"0e".repeat(20)}`,
    createdAt: T0,
    orderId: 1,
    sliceNumber: 1,
    progress: "1/5",
    sellAmount: "20",
    sellSymbol: "USDC",
    buyAmount: "0.00499",
    buySymbol: "ETH",
    estimated: false,
    hash: newHash(),
    blockNumber: "41000000",
    explorerUrl: `https://basescan.org/tx/${newHash()}`,
  },
});

type Input = ReadCall & { vaults: number; times: number; texts: Record<string, unknown> };
const script = (lua: string, uses: readonly string[]) =>
  defineScript({
    name: "memory",
    effect: "read",
    uses,
    lua: `
local function main(input, now)
  for i = 1, input.vaults do
    local vault = '0x' .. redis.sha1hex('vault ' .. int(i))
    for n = 1, input.times do ${lua} end
  end
  return { done = true }
end`,
    encode: (input: Input) => ({ ...input }),
    output: z.object({ done: z.literal(true) }),
  });

const records = {
  "TwapEvent (20 a vault, the most that are kept)": {
    times: 20,
    texts: { event: JSON.stringify(eventOf()) },
    lua: "push_event(vault, input.texts.event)",
    uses: [luaEvents],
  },
  "notification in the outbox (5 an operator)": {
    times: 5,
    texts: { item: notification },
    lua:
      "local item = input.texts.item outbox_add({ id = item.id .. i .. ':' .. n, operator = " +
      "vault, payload = item.payload, dueMs = item.dueMs, to = { channel = 'telegram' } })",
    uses: [luaOutbox],
  },
  "audit entry (100 a vault, of attempts opened and ended)": {
    times: 100,
    texts: { opened, ended },
    lua:
      "audit_append(8453, vault, n % 2 == 1 and input.texts.opened or input.texts.ended, " +
      "now, 1)",
    uses: [luaAudit],
  },
};

const rows = [row("record", "bytes each", "count"), row("---", "---", "---")];
let version = "";
for (const perOperator of [1, 30]) {
  const bench = await startBenchRedis();
  version = bench.version;
  const before = await bench.usedBytes();
  await fill(bench, { from: 1, to: ORDERS, dueMs: T0 + 300_000, perOperator });
  const each = Math.round(((await bench.usedBytes()) - before) / ORDERS);
  rows.push(
    row(`order with all its indexes, ${perOperator} an operator, a vault each`, each, ORDERS),
  );
  await bench.stop();
}
for (const [name, { times, texts, lua, uses }] of Object.entries(records)) {
  const bench = await startBenchRedis();
  const before = await bench.usedBytes();
  await script(lua, uses).run(bench.redis, bench.keys, { nowMs: T0, vaults: VAULTS, times, texts });
  const each = Math.round(((await bench.usedBytes()) - before) / (VAULTS * times));
  rows.push(row(name, each, VAULTS * times));
  await bench.stop();
}
console.log(machine({ "redis-server": version }));
console.log(rows.join("\n"));
