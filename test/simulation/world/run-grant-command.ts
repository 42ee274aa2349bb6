import type { ToolResult } from "../../../schemas/tool-call.ts";
import { stopGrant } from "../../../src/auth/stop-grant.ts";
import { runTool } from "../../../src/calls/run-tool.ts";
import type { Deps } from "../../../src/deps.ts";
import { AppError, unwrap } from "../../../src/errors.ts";
import { decideOperation } from "../../../src/operations/decide-operation.ts";
import { saveGrant } from "../../../src/store/vaults/save-grant.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { GRANT_COMMANDS, GrantPlan } from "../history.ts";
import type { Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import { OF_AGENT } from "./judge-grant-scripts.ts";
import { PARTIES } from "./party.ts";
import { createOrder } from "./run-command.ts";
import { createTrigger } from "./run-trigger-command.ts";

const [PARTY] = PARTIES;
const AGENT = `0x${"9e".repeat(20)}` as const;
const ID = "9e".repeat(16);
const MINUTE_MS = 60_000;

/** By the first vault's owner, whose signature the simulator takes for good. */
export function giveGrant(world: World, { scope, perDay, expiresMin }: GrantPlan): Started {
  const { vault, operator } = PARTY!;
  const { chainId } = world;
  const createdAtMs = world.scheduler.nowMs();
  const expiresMs = createdAtMs + expiresMin * MINUTE_MS;
  const perDayBase = BigInt(perDay) * 1_000_000n;
  const { usdc } = simTokens(chainId);
  const counted = { token: usdc, symbol: "USDC", decimals: 6, givenOn: chainId };
  const started = world.start("gives a grant", [], (deps) =>
    saveGrant.run(deps.redis, deps.keys, {
      ...{
        requestId: deps.newId(),
        nowMs: deps.clock.nowMs(),
        chainId,
        messageHash: `0x${"9e".repeat(32)}`,
      },
      grant: {
        ...{ id: ID, name: "stolen", agent: AGENT, owner: operator, vault, chainId, scope },
        ...{ createdAtMs, expiresAtMs: expiresMs },
        ...(scope === "trade" && { maxPerDay: { amountBase: String(perDayBase), ...counted } }),
      },
    }),
  );
  started.onEnd = ({ ok }) => {
    if (ok) world.grants.push({ id: ID, vault, scope, perDayBase, expiresMs });
  };
  return started;
}

/** What somebody does who has the agent's key, or what ends its grant. */
export function runGrantCommand(
  world: World,
  command: (typeof GRANT_COMMANDS)[number],
  faults: readonly Fault[],
): void {
  if (world.grants.length === 0) return;
  const swap = (sell: string, buy: string, amountIn: string) =>
    agentTool(
      world,
      command,
      "build_vault_swap",
      { tokenIn: sell, tokenOut: buy, amountIn, dex: "uniswap" },
      faults,
    );
  // No two calls of a history move the same amount.
  const tail = String(world.activities.length).padStart(5, "0");
  switch (command) {
    case "agent: call":
      swap("USDC", "WETH", `3.3${tail}`);
      return;
    case "agent: larger call":
      swap("USDC", "WETH", `8.1${tail}`);
      return;
    case "agent: three calls at once":
      for (const digit of ["4", "5", "6"]) swap("USDC", "WETH", `3.${digit}${tail}`);
      return;
    case "agent: way back":
      swap("WETH", "USDC", `0.002${tail}`);
      return;
    case "agent: order":
      createOrder(
        world,
        { party: 0, side: "sell", slices: 3, autoExecute: true },
        faults,
        (_, __, name, args) => agentTool(world, command, name, args, faults),
      );
      return;
    case "agent: trigger": {
      const bps = world.activities.length % 2 === 0 ? 200 : -200;
      const plan = { party: 0, type: "stop", side: "sell", buys: "USDC", bps } as const;
      createTrigger(world, plan, faults, (_, __, { name, args }) =>
        agentTool(world, command, name, args, faults),
      );
      return;
    }
    case "agent: cancels all":
      agentTool(world, command, "cancel_twap_order", { id: 0 }, faults);
      return;
    case "agent: loosens":
      agentTool(world, command, "set_default_slippage", { slippage: "5%" }, faults);
      agentTool(world, command, "set_vault_limits", { maxPerDay: "1000000" }, faults);
      return;
    case "agent: freezes": {
      const started = agentTool(world, command, "freeze_vault", {}, faults);
      const noted = started.onEnd;
      started.onEnd = (ended) => {
        noted?.(ended);
        if (!ended.ok) return;
        const effectAt = started.activity.firstEffects.get("freeze-vault") ?? ended.at;
        const named = new Set(JSON.stringify(ended.value).match(/0x[0-9a-f]{64}/g) ?? []);
        const of = { kind: "freeze", vault: PARTY!.vault, chainId: undefined, orderId: undefined };
        if (!world.mayHaveForgotten(effectAt))
          world.ledger.stops.push({ ...of, effectAt, ackAt: ended.at, named });
      };
      return;
    }
    case "agent: approves":
    case "agent: rejects":
      decides(world, command === "agent: approves" ? "approve" : "reject", faults);
      return;
    case "owner: ends the grant":
    case "agent: gives it back":
      ends(world, command, faults);
  }
}

/**
 * The deps of a request that names the grant: its agent has signed, and what is called says what it
 * needs.
 */
const agentDeps = (deps: Deps): Deps => ({
  ...deps,
  caches: { ...deps.caches, signatures: { get: () => "agent", set: () => undefined } },
  grant: { id: ID, leastScope: "each" },
});
const credentials = (deps: Deps) => ({
  operatorAddress: AGENT,
  authSignature: `0x${"11".repeat(65)}`,
  authTimestamp: deps.clock.nowMs(),
});

function agentTool(
  world: World,
  command: string,
  name: string,
  args: Record<string, unknown>,
  faults: readonly Fault[],
): Started {
  const { vault, operator } = PARTY!;
  const started = world.start(command, faults, async (outside) => {
    const deps = agentDeps(outside);
    const { result } = await runTool(deps, deps.newId(), {
      ...{ tool: unwrap(findTool(name)), args, chainId: world.chainId, vaultAddress: vault },
      ...{
        executionMode: "delegated",
        caller: { kind: "outside", credentials: credentials(deps) },
      },
      purpose: { kind: "call" },
    });
    return result;
  });
  started.onEnd = (ended) => {
    const { activity } = started;
    const code = !ended.ok && ended.error instanceof AppError ? ended.error.code : "";
    world.reached.add(`${command}${ended.ok ? "" : ` refused: ${code}`}`);
    const seen = world.ownerSeen(activity, vault);
    const isAnswered = ended.ok || code === "grant_not_valid" || code === "not_vault_owner";
    if (isAnswered && seen !== undefined && seen !== operator) noteOtherOwner(world, ended.at);
    if (!ended.ok) return;
    const { operationId: id, data } = ended.value as ToolResult;
    if (id === undefined) return;
    world.reached.add("grant: what it asks for waits");
    const { dataHash, expiresAt: expiresAtMs } = data as { dataHash: string; expiresAt: number };
    // Of a change of our own state no call is ever sent.
    if (name === "build_vault_swap")
      world.operations.push({ ...PARTY!, id, dataHash, expiresAtMs, words: [] });
  };
  return started;
}

/** From then on it is over, also where the old owner comes back. */
function noteOtherOwner({ grants, mayHaveForgotten }: World, at: number): void {
  const [grant] = grants;
  if (grant !== undefined && !mayHaveForgotten(at)) grant.otherOwnerAt ??= at;
}

/** On the last thing that anybody was asked for, by the door of the owner's word. */
function decides(world: World, decision: "approve" | "reject", faults: readonly Fault[]): void {
  const operation = world.operations.at(-1);
  if (operation === undefined) return;
  const started = world.start(`${OF_AGENT}${decision}s`, faults, async (outside) => {
    const deps = agentDeps(outside);
    return decideOperation(deps, deps.newId(), {
      ...{
        operationId: operation.id,
        decision,
        vaultAddress: operation.vault,
        chainId: world.chainId,
      },
      caller: { kind: "outside", credentials: credentials(deps) },
    });
  });
  started.onEnd = (ended) => {
    world.reached.add(`grant: its ${decision} is refused`);
    if (ended.ok) world.ledger.violate(`an agent's word (${decision}) was taken`);
  };
}

function ends(
  world: World,
  command: "owner: ends the grant" | "agent: gives it back",
  faults: readonly Fault[],
): void {
  const { vault, operator } = PARTY!;
  const by =
    command === "owner: ends the grant"
      ? ({ by: operator, why: "owner" } as const)
      : ({ by: AGENT, why: "agent" } as const);
  const started = world.start(command, faults, (deps) =>
    stopGrant(deps, { id: ID, vault, chainId: world.chainId, ...by }),
  );
  started.onEnd = ({ ok }) => world.reached.add(`${command}${ok ? "" : " refused"}`);
}
