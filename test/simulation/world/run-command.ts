import { confirmDelegation } from "../../../src/delegation/confirm-delegation.ts";
import { unwrap } from "../../../src/errors.ts";
import { unfreezeVault } from "../../../src/store/vaults/freeze-vault.ts";
import type { GRANT_COMMANDS, History, NavSyncPlan, OrderPlan, SYNC_COMMANDS } from "../history.ts";
import type { AskedOrder, Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import type { Stop } from "./ledger.ts";
import { termsOf } from "./order-terms.ts";
import { PARTIES, type Party } from "./party.ts";
import { runOperation } from "./run-operation.ts";
import { startTool } from "./start-tool.ts";

type SyncCommand = (typeof SYNC_COMMANDS)[number];
type Command = Exclude<
  Extract<History["steps"][number], { do: "command" }>["command"],
  SyncCommand | (typeof GRANT_COMMANDS)[number]
>;

/**
 * Slices of an order move amounts that no other order of the history moves, and the last one is
 * larger.
 */
const SELL_BASE = 20_000_000n;
const BUY_MICRO = 7_000n;
const LARGE = 1_000n;
/** What "revoke selectors" takes away: 0x's exec stays. */
const ROUTER_EXECUTE = "0x3593564c";

/**
 * An operator's command as a door gives it on: the tool pipeline with credentials, or the script
 * behind a route.
 */
export function runCommand(
  world: World,
  command: Command,
  order: AskedOrder | undefined,
  faults: readonly Fault[],
): Started | undefined {
  const party = PARTIES.find(({ vault }) => vault === order?.vault) ?? PARTIES[0]!;
  switch (command) {
    case "cancel":
    case "pause":
      if (order === undefined) return undefined;
      return stopping(
        world,
        command,
        party,
        order.id,
        tool(world, party, `${command}_twap_order`, { id: order.id }, faults),
      );
    case "cancel all":
      return stopping(
        world,
        command,
        party,
        undefined,
        tool(world, party, "cancel_twap_order", { id: 0 }, faults),
      );
    case "revoke":
      return stopping(
        world,
        command,
        party,
        undefined,
        tool(world, party, "revoke_delegation", {}, faults),
      );
    case "revoke selectors": {
      const args = { selectors: [ROUTER_EXECUTE] };
      return stopping(
        world,
        command,
        party,
        undefined,
        tool(world, party, "revoke_selectors", args, faults),
      );
    }
    case "freeze":
      return stopping(
        world,
        command,
        party,
        undefined,
        tool(world, party, "freeze_vault", {}, faults),
      );
    case "resume":
      if (order === undefined) return undefined;
      return lifting(
        world,
        "pause",
        tool(world, party, "resume_twap_order", { id: order.id }, faults),
      );
    case "unfreeze":
      return lifting(world, "freeze", unfreeze(world, party, faults));
    case "confirm":
      return lifting(world, "revoke", confirm(world, party, faults));
    case "call": {
      const args = { tokenIn: "USDC", tokenOut: "WETH", amountIn: "3.1", dex: "uniswap" };
      return tool(world, party, "build_vault_swap", args, faults, "delegated");
    }
    case "ask":
    case "approve":
    case "approve twice":
    case "reject":
      return runOperation(world, command, party, faults);
    case "create":
      return createOrder(
        world,
        { party: PARTIES.indexOf(party), side: "sell", slices: 1, autoExecute: true },
        faults,
      );
  }
}

/** What the operator of the history's NAV sync does about it. */
export function runSyncCommand(world: World, command: SyncCommand, faults: readonly Fault[]): void {
  const sync = world.syncs.at(-1);
  if (sync === undefined) return;
  const party = PARTIES.find(({ vault }) => vault === sync.vault)!;
  const { id } = sync;
  if (command === "create sync")
    createSync(world, { party: PARTIES.indexOf(party), caps: "400/700" }, faults);
  else if (command === "cancel sync")
    stopping(
      world,
      command,
      party,
      id,
      tool(world, party, "cancel_nav_sync", { configId: id }, faults),
    );
  else stopping(world, command, party, id, tool(world, party, "cancel_twap_order", { id }, faults));
}

/** The NAV sync of a party's vault, noted once it exists. */
export function createSync(
  world: World,
  plan: NavSyncPlan,
  faults: readonly Fault[] = [],
): Started {
  const party = PARTIES[plan.party]!;
  const [maxPerRun = "", maxPerDay = ""] = plan.caps.split("/");
  const args = { intervalMinutes: 5, thresholdBps: 200, maxPerRun, maxPerDay };
  world.asked.set(party.vault, (world.asked.get(party.vault) ?? 0) + 1);
  const started = tool(world, party, "create_nav_sync", args, faults);
  started.onEnd = (ended) => {
    world.reached.add(`command${ended.ok ? "" : " refused"}: create sync`);
    if (!ended.ok) return;
    world.syncs.push({
      vault: party.vault,
      operator: party.operator,
      id: Number((ended.value as { data?: { configId?: number } }).data?.configId),
      perRunBase: BigInt(maxPerRun) * 1_000_000n,
      perDayBase: BigInt(maxPerDay) * 1_000_000n,
      at: started.activity.firstEffects.get("create-order") ?? ended.at,
    });
  };
  return started;
}

/** The tool, and what it was asked for, noted once it exists. */
export function createOrder(
  world: World,
  plan: OrderPlan,
  faults: readonly Fault[] = [],
  start = tool,
): Started {
  const party = PARTIES[plan.party]!;
  const index = BigInt([...world.asked.values()].reduce((sum, count) => sum + count, 0));
  const slices = BigInt(plan.slices);
  const size = plan.isLarge ? LARGE : 1n;
  const isSell = plan.side === "sell";
  // Millionths of the side's token: not divisible by the number of slices, so that the last slice
  // differs.
  const micro = isSell
    ? (SELL_BASE * size + index * 1_000_003n) * slices + (slices > 1n ? 1n : 0n)
    : (BUY_MICRO * size + index * 11n) * slices + (slices > 1n ? 1n : 0n);
  const scale = isSell ? 1n : 10n ** 12n;
  const asked =
    plan.options &&
    termsOf(
      { chainId: world.chainId, nowMs: world.scheduler.nowMs(), side: plan.side },
      plan.options,
    );
  const args = {
    side: plan.side,
    sellToken: "USDC",
    buyToken: "WETH",
    totalAmount: `${micro / 1_000_000n}.${(micro % 1_000_000n).toString().padStart(6, "0")}`,
    sliceCount: plan.slices,
    intervalMinutes: plan.options?.intervalMinutes ?? 5,
    dex: isSell && plan.isZeroEx ? "0x" : "uniswap",
    autoExecute: plan.autoExecute,
    ...asked?.args,
  };
  world.asked.set(party.vault, (world.asked.get(party.vault) ?? 0) + 1);
  const started = start(world, party, "create_twap_order", args, faults);
  const noted = started.onEnd;
  started.onEnd = (ended) => {
    noted?.(ended);
    if (!ended.ok)
      return void world.reached.add(`create refused: ${String(ended.error).slice(0, 150)}`);
    const id = Number((ended.value as { data?: { orderId?: number } }).data?.orderId);
    // An agent's waits for its owner in confirm mode.
    if (!Number.isInteger(id)) return;
    const at = started.activity.firstEffects.get("create-order") ?? ended.at;
    world.orders.push({
      ...party,
      id,
      side: plan.side,
      sliceCount: plan.slices,
      totalBase: micro * scale,
      sliceBase: (micro / slices) * scale,
      autoExecute: plan.autoExecute,
      at,
      ...(asked && { terms: [{ ...asked.terms, at, slices: plan.slices }] }),
      skips: [],
    });
  };
  return started;
}

const tool = (
  world: World,
  party: Party,
  name: string,
  args: Record<string, unknown>,
  faults: readonly Fault[],
  executionMode: "manual" | "delegated" = "manual",
): Started => startTool(world, party, { name, args, faults, executionMode });

/** The script behind the route: what is signed for it is always another message. */
const unfreeze = (world: World, { vault, operator }: Party, faults: readonly Fault[]) =>
  world.start("unfreeze", faults, (deps) =>
    unfreezeVault.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      vault,
      chainId: world.chainId,
      operator,
      messageHash: deps.newId(),
    }),
  );

const confirm = (world: World, { operator, vault }: Party, faults: readonly Fault[]) =>
  world.start("confirm", faults, async (deps) =>
    unwrap(await confirmDelegation(deps, { operator, vault, chainId: world.chainId })),
  );

/** From its answer on, what it covers is stopped. */
function stopping(
  world: World,
  kind: Exclude<Command, "call" | "create"> | SyncCommand,
  { vault }: Party,
  orderId: number | undefined,
  started: Started,
): Started {
  started.onEnd = (ended) => {
    if (!ended.ok) return void world.reached.add(`command refused: ${kind}`);
    world.reached.add(`command: ${kind}`);
    const text = JSON.stringify(ended.value);
    const stopped = kind === "cancel all" ? cancelledIn(ended.value) : [orderId];
    for (const id of stopped) {
      const stop: Stop = {
        kind,
        vault,
        chainId: kind === "freeze" ? undefined : world.chainId,
        orderId: id,
        ...(kind === "revoke selectors" && { selector: ROUTER_EXECUTE }),
        effectAt: started.activity.firstEffects.get(SCRIPTS[kind] ?? "") ?? ended.at,
        ackAt: ended.at,
        named: new Set(text.match(/0x[0-9a-f]{64}/g) ?? []),
      };
      if (!world.mayHaveForgotten(stop.effectAt)) world.ledger.stops.push(stop);
    }
  };
  return started;
}

/** The script that stops, by command. */
const SCRIPTS: Partial<Record<Command | SyncCommand, string>> = {
  cancel: "cancel-orders",
  "cancel all": "cancel-orders",
  pause: "pause-order",
  freeze: "freeze-vault",
  revoke: "disable-delegation",
  "revoke selectors": "disable-delegation",
  "cancel sync": "cancel-orders",
};

const cancelledIn = (answer: unknown): number[] =>
  ((answer as { data?: { cancelled?: { id: number }[] } }).data?.cancelled ?? []).map(
    ({ id }) => id,
  );

/**
 * What ends a stop is noted where it takes effect, in the store (ledger.ts): its answer may be
 * lost.
 */
function lifting(world: World, kind: "pause" | "freeze" | "revoke", started: Started): Started {
  const name = { pause: "resume", freeze: "unfreeze", revoke: "confirm" }[kind];
  started.onEnd = (ended) => {
    world.reached.add(`command${ended.ok ? "" : " refused"}: ${name}`);
  };
  return started;
}
