import { FIRST_PRICE } from "../chain/market.ts";
import type { TRIGGER_COMMANDS, TriggerPlan } from "../options-plan.ts";
import type { AskedTrigger, Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import { limitPriceAt } from "./order-terms.ts";
import { PARTIES } from "./party.ts";
import { startTool } from "./start-tool.ts";

const MINUTE_MS = 60_000;
const ALL_BPS = 10_000n;
/** Millionths of the side's token. No two triggers of a history trade the same amount. */
const AMOUNT_MICRO = { USDC: 21_000_000n, WETH: 8_000n };

/** What the operator of the history's last trigger order does about it. */
export function runTriggerCommand(
  world: World,
  command: (typeof TRIGGER_COMMANDS)[number],
  faults: readonly Fault[],
): void {
  const trigger = world.triggers.at(-1);
  const party = PARTIES.find(({ vault }) => vault === trigger?.vault) ?? PARTIES[0]!;
  if (command === "create trigger") {
    const bps = world.activities.length % 2 === 0 ? 200 : -200;
    const plan = {
      party: PARTIES.indexOf(party),
      type: "stop",
      side: "sell",
      buys: "USDC",
      bps,
    } as const;
    createTrigger(world, plan, faults);
    return;
  }
  if (trigger === undefined) return;
  const name = command === "cancel trigger" ? "cancel_trigger_order" : "cancel_twap_order";
  const started = startTool(world, party, { name, args: { id: trigger.id }, faults });
  started.onEnd = (ended) => {
    world.reached.add(`command${ended.ok ? "" : " refused"}: ${command}`);
    if (!ended.ok) return;
    const effectAt = started.activity.firstEffects.get("cancel-orders") ?? ended.at;
    if (world.mayHaveForgotten(effectAt)) return;
    world.ledger.stops.push({
      kind: command,
      vault: trigger.vault,
      chainId: world.chainId,
      orderId: trigger.id,
      effectAt,
      ackAt: ended.at,
      named: new Set(JSON.stringify(ended.value).match(/0x[0-9a-f]{64}/g) ?? []),
    });
  };
}

/** A trigger order, and what it was asked for, noted once it exists. */
export function createTrigger(
  world: World,
  plan: TriggerPlan,
  faults: readonly Fault[] = [],
  start: typeof startTool = startTool,
): Started {
  const party = PARTIES[plan.party]!;
  const { type, side, buys } = plan;
  const sells = buys === "WETH" ? ("USDC" as const) : ("WETH" as const);
  const [sideToken, other] = side === "sell" ? ([sells, buys] as const) : ([buys, sells] as const);
  const index = BigInt([...world.asked.values()].reduce((sum, count) => sum + count, 0));
  const micro = AMOUNT_MICRO[sideToken] + index * 11n;
  const { text, limit } = limitPriceAt(plan.bps, plan.isOfOther ? other : sideToken);
  const expiresMs =
    plan.expiresMin === undefined
      ? undefined
      : world.scheduler.nowMs() + plan.expiresMin * MINUTE_MS;
  const args = {
    type,
    side,
    sellToken: sells,
    buyToken: buys,
    totalAmount: `${micro / 1_000_000n}.${(micro % 1_000_000n).toString().padStart(6, "0")}`,
    price: text,
    ...(plan.isOfOther && { priceOf: side === "sell" ? "buyToken" : "sellToken" }),
    ...(plan.into !== undefined && { into: { sliceCount: plan.into, intervalMinutes: 5 } }),
    ...(expiresMs !== undefined && { expiresAt: expiresMs }),
    dex: "uniswap",
    autoExecute: true,
  };
  world.asked.set(party.vault, (world.asked.get(party.vault) ?? 0) + 1);
  const started = start(world, party, { name: "create_trigger_order", args, faults });
  const noted = started.onEnd;
  started.onEnd = (ended) => {
    noted?.(ended);
    world.reached.add(`command${ended.ok ? "" : " refused"}: create trigger`);
    if (!ended.ok) return;
    const id = Number((ended.value as { data?: { triggerId?: number } }).data?.triggerId);
    // An agent's waits for its owner in confirm mode.
    if (!Number.isInteger(id)) return;
    const trigger: AskedTrigger = {
      ...party,
      id,
      type,
      side,
      buys,
      totalBase: micro * (sideToken === "USDC" ? 1n : 10n ** 12n),
      price: (FIRST_PRICE * (ALL_BPS + BigInt(plan.bps))) / ALL_BPS,
      limit,
      into: plan.into,
      expiresMs,
      at: started.activity.firstEffects.get("create-order") ?? ended.at,
    };
    world.triggers.push(trigger);
  };
  return started;
}
