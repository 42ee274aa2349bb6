import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { NOT_REGISTERED, registryReads } from "../chain/registry-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { warningOf } from "../kinds/warning-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { checkSyncTarget } from "./check-sync-target.ts";
import { arrivalMessage } from "./encode-deposit.ts";
import { type Fill, simulateFill } from "./simulate-fill.ts";

/**
 * The vault must exist there with the same owner and take in what arrives; its fill is simulated,
 * else the deposit comes back after hours. A sync also keeps the operator's tolerance and
 * judge-sync-target.ts; an owner is only warned of the latter.
 */
export async function checkBridge(
  ctx: ExecutionContext,
  call: BridgeCall,
  { facts }: CallPlan,
): Promise<Verdict<Partial<ShieldFigures>>> {
  const parsed = parseChain(call.destinationChainId.toString());
  if (!parsed.ok) return parsed;
  const tolerance = await judgeTolerance(ctx, call);
  if (!tolerance.ok) return tolerance;
  const { name } = chainOf(parsed.value);
  const there = ctx.deps.chain(parsed.value);
  const across = requireContracts(there, "acrossSpokePool", "acrossMulticallHandler");
  if (!across.ok) return across;
  const { acrossMulticallHandler: handler } = across.value;
  const [[poolId, owner, pool, feed], filled, directed] = await Promise.all([
    there.rpc.send([
      registryReads.poolId(there.addresses.registry, ctx.vault),
      vaultReads.owner(ctx.vault),
      vaultReads.pool(ctx.vault),
      vaultReads.hasPriceFeed(ctx.vault, call.outputToken),
    ]),
    simulateFill({ ...there, addresses: across.value }, ctx.deps, fillOf(ctx, call, handler)),
    call.opType === "sync" ? checkSyncTarget(ctx, call, parsed.value) : allow(undefined),
  ]);
  if (poolId.ok && poolId.value === NOT_REGISTERED)
    return unready(
      parsed.value,
      `This vault does not exist on ${name}. Deploy it there first, with the same name and ` +
        "from the same wallet.",
    );
  if (!poolId.ok || !owner.ok || !pool.ok || !feed.ok)
    return refuse(
      "rpc_unavailable",
      `The vault could not be read on ${name}. Nothing was built; please try again.`,
    );
  if (owner.value !== facts.owner)
    return unready(
      parsed.value,
      `The vault has another owner on ${name} (${owner.value}), so nothing is sent there.`,
    );
  if (call.outputToken !== pool.value.baseToken && !feed.value)
    return unready(
      parsed.value,
      `The vault's oracle on ${name} has no price for the token, so it cannot be taken in ` +
        "there. Choose another token.",
    );
  if (!directed.ok && ctx.executionMode === "delegated") return directed;
  if (filled.kind === "unknown")
    return refuse(
      "rpc_unavailable",
      `The arrival on ${name} could not be simulated, so nobody knows whether the vault ` +
        "takes it in. Nothing was built; please try again.",
    );
  if (filled.kind === "refused")
    return refuse(
      "bridge_destination_unready",
      `The vault on ${name} would not take in what arrives: its fill was run there ` +
        "beforehand, and it reverts. Nothing was built. Try another amount, or see with " +
        "get_aggregated_nav whether its NAV can be measured there.",
      { destination: parsed.value, revertSelector: filled.selector },
    );
  return allow(directed.ok ? {} : { warnings: [warningOf(directed)] });
}

/** docs/facts/across.md 2. */
const fillOf = (ctx: ExecutionContext, call: BridgeCall, handler: Address): Fill => {
  const { recipient: vault, outputToken: token, outputAmountBase: amountBase } = call;
  const message = arrivalMessage({ ...call, vault, handler, token, amountBase });
  return { ...call, originChainId: ctx.chainId, recipient: handler, message };
};

async function judgeTolerance(ctx: ExecutionContext, call: BridgeCall): Promise<Verdict> {
  if (call.opType === "transfer") return allow(undefined);
  const { syncToleranceBps = SETTINGS_DEFAULTS.syncToleranceBps } = (await ctx.stored()).settings;
  if (call.navToleranceBps <= BigInt(syncToleranceBps)) return allow(undefined);
  return refuse(
    "nav_shield_blocked",
    `The sync names a tolerance of ${Number(call.navToleranceBps) / 100}%, and the sync ` +
      `tolerance is ${syncToleranceBps / 100}%. Raise the setting first if this is intended.`,
    { toleranceBps: syncToleranceBps, askedBps: call.navToleranceBps.toString() },
  );
}

const unready = (destination: ChainId, message: string) =>
  refuse("bridge_destination_unready", message, { destination });
