import type { Tables } from "../../src/kinds/tables.ts";
import { GRANT_COMMANDS, type History, type Step, SYNC_COMMANDS } from "./history.ts";
import { judgeAtRest } from "./invariants/judge-at-rest.ts";
import { judgeAudit } from "./invariants/judge-audit.ts";
import { judgeChain } from "./invariants/judge-chain.ts";
import { judgeForgotten } from "./invariants/judge-forgotten.ts";
import { judgeGrants } from "./invariants/judge-grants.ts";
import { judgeHealed } from "./invariants/judge-healed.ts";
import { judgeLimits } from "./invariants/judge-limits.ts";
import { judgeLosses } from "./invariants/judge-losses.ts";
import { judgeMessages } from "./invariants/judge-messages.ts";
import { judgeNav } from "./invariants/judge-nav.ts";
import { judgeNavSyncs } from "./invariants/judge-nav-syncs.ts";
import { judgeOperations } from "./invariants/judge-operations.ts";
import { judgeOptionPromises } from "./invariants/judge-option-promises.ts";
import { judgeOrderOptions } from "./invariants/judge-order-options.ts";
import { judgePromises } from "./invariants/judge-promises.ts";
import { judgeReorgs } from "./invariants/judge-reorgs.ts";
import { judgeSyncPromises } from "./invariants/judge-sync-promises.ts";
import { judgeTriggers } from "./invariants/judge-triggers.ts";
import { judgePace } from "./invariants/pace.ts";
import { LIMIT_COMMANDS, ORDER_COMMANDS, TRIGGER_COMMANDS, WAY_BACK } from "./options-plan.ts";
import { type AskedOrder, createWorld, type World } from "./world/create-world.ts";
import { healWorld, passDay } from "./world/heal-world.ts";
import { moveMarket } from "./world/move-market.ts";
import { moveOtherChain } from "./world/move-other-chain.ts";
import { changeWindow, fund, revoke, sell, trade } from "./world/owner-acts.ts";
import { PARTIES } from "./world/party.ts";
import { runCommand, runSyncCommand } from "./world/run-command.ts";
import { runGrantCommand } from "./world/run-grant-command.ts";
import { runOrderCommand } from "./world/run-order-command.ts";
import { runTriggerCommand } from "./world/run-trigger-command.ts";
import type { Activity } from "./world/scheduler.ts";
import { setLimits } from "./world/set-limits.ts";
import { createSimQueue } from "./world/sim-queue.ts";
import { startTick } from "./world/start-tick.ts";
import { startTool } from "./world/start-tool.ts";
import { worldWithOrders } from "./world/world-with-orders.ts";

export type HistoryResult = {
  violations: readonly string[];
  reached: ReadonlySet<string>;
  /** Await points of what the last step started, when it started something. */
  points: number;
};

/**
 * What a test adds to the service and to a history: acts before each of its steps, and judges the
 * world at rest.
 */
export type Planted = {
  tables: Tables;
  before(world: World, step: number): void;
  judge(world: World): void;
};

/**
 * Plays one history against the service's own modules, heals the world, and says what was violated.
 * The same history gives the same result, always. `atEnd` sees the world before it is given up.
 */
export async function runHistory(
  history: History,
  trace?: (line: string) => void,
  atEnd?: (world: World) => void,
  planted?: Planted,
): Promise<HistoryResult> {
  const { queue: fates } = history;
  const { chain, orders, navSync, limits, triggers, grant } = history;
  const base = await worldWithOrders(chain, { orders, navSync, limits, triggers, grant });
  const world = createWorld({
    chainId: history.chain,
    ...base,
    choices: history.choices,
    hasMessenger: history.messenger,
    neverRepeats: history.neverRepeats ?? false,
    queue: fates && ((given) => createSimQueue(fates, given)),
    trace,
    ...(planted && { tables: planted.tables }),
  });
  if (history.steps.some((step) => step.do === "store")) world.keepPast();
  world.scheduler.passTime(1_000);
  let last: Activity | undefined;
  for (const [index, step] of history.steps.entries()) {
    planted?.before(world, index);
    trace?.(`STEP ${JSON.stringify(step)}`);
    const before = world.activities.length;
    play(world, step);
    last = world.activities[before];
    await world.scheduler.run(step.run < 0 ? undefined : step.run);
    judgeChain(world);
    if (step.waitSec > 0) world.scheduler.passTime(step.waitSec * 1_000);
    world.queue?.release();
  }
  await healWorld(world);
  judgeChain(world);
  judgeAtRest(world);
  judgeLosses(world);
  judgeHealed(world);
  judgeMessages(world);
  judgeAudit(world);
  judgeReorgs(world);
  judgeForgotten(world);
  judgeNav(world);
  judgePace(world);
  judgePromises(world);
  judgeOperations(world);
  judgeNavSyncs(world);
  judgeSyncPromises(world);
  judgeOrderOptions(world);
  judgeLimits(world);
  judgeTriggers(world);
  judgeOptionPromises(world);
  judgeGrants(world);
  planted?.judge(world);
  if (await passDay(world)) {
    judgeChain(world);
    judgeHealed(world);
    judgeOrderOptions(world);
    judgeTriggers(world);
  }
  atEnd?.(world);
  return { violations: world.ledger.violations, reached: world.reached, points: last?.points ?? 0 };
}

function play(world: World, step: Step): void {
  switch (step.do) {
    case "tick":
      startTick(world, step.jti, step.faults);
      return;
    case "command":
      playCommand(world, step, world.orders[step.order % Math.max(1, world.orders.length)]);
      return;
    case "other chain":
      moveOtherChain(world, step.event);
      return;
    case "store":
      if (world.losePast(1_000)) world.reached.add("store lost its last second");
      // What was acknowledged in that second is unknown to the service: a stop may be undone by it.
      return;
    case "chain":
      playChain(world, step);
  }
}

function playCommand(
  world: World,
  { command, faults }: Extract<Step, { do: "command" }>,
  order: AskedOrder | undefined,
): void {
  if (isOne(GRANT_COMMANDS, command)) runGrantCommand(world, command, faults);
  else if (isOne(SYNC_COMMANDS, command)) runSyncCommand(world, command, faults);
  else if (command === WAY_BACK)
    startTool(world, PARTIES[0]!, {
      name: "build_vault_swap",
      args: { tokenIn: "WETH", tokenOut: "USDC", amountIn: "0.002", dex: "uniswap" },
      faults,
      executionMode: "delegated",
    });
  else if (isOne(ORDER_COMMANDS, command)) runOrderCommand(world, command, order, faults);
  else if (isOne(LIMIT_COMMANDS, command)) setLimits(world, command, faults);
  else if (isOne(TRIGGER_COMMANDS, command)) runTriggerCommand(world, command, faults);
  else runCommand(world, command, order, faults);
}

const isOne = <T extends string>(list: readonly T[], command: string): command is T =>
  (list as readonly string[]).includes(command);

function playChain(world: World, { event, amount }: Extract<Step, { do: "chain" }>): void {
  const { chain, scheduler, reached } = world;
  const { shape } = chain;
  const untilMs = scheduler.nowMs() + amount * 60_000;
  switch (event) {
    case "mempool forgets all":
    case "mempool forgets the lowest":
      if (chain.forget(event === "mempool forgets all" ? "all" : "lowest") > 0)
        reached.add(`chain: ${event}`);
      return;
    case "stalls":
      chain.stall(untilMs);
      break;
    case "fees spike under the cap":
      chain.spike(scheduler.nowMs() + amount * 600_000, (shape.capWei * 6n) / 10n);
      break;
    case "fees spike over the cap":
      chain.spike(untilMs, shape.capWei * 2n);
      break;
    case "next call reverts":
      chain.revertNext(1);
      break;
    case "delegation revoked on chain":
      revoke(world, "revoke");
      break;
    case "delegation granted on chain":
      revoke(world, "grant");
      break;
    case "vault sold":
      sell(world);
      break;
    case "wallet runs dry":
      fund(world, "dry");
      break;
    case "wallet runs low":
      fund(world, "low");
      break;
    case "wallet refilled":
      fund(world, "plenty");
      break;
    case "vault has little to sell":
      trade(world, BigInt(10 + 20 * amount) * 1_000_000n);
      break;
    case "vault has plenty to sell":
      trade(world, "half");
      break;
    case "oracle window is short":
    case "oracle window is being widened":
    case "oracle window is wide":
      changeWindow(world, event);
      break;
    case "market moves":
    case "pools move away":
    case "oracle follows":
      moveMarket(world, event, amount);
      break;
    default: {
      const fate = event.slice("reorg: ".length) as Parameters<typeof chain.reorg>[1];
      const gone = chain.reorg(amount, fate);
      if (gone.length > 0) reached.add(`chain: ${event}`);
      world.noteDeep(gone);
      return;
    }
  }
  reached.add(`chain: ${event}`);
}
