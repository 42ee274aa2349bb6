import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { type BridgeCall, bridgeTokens } from "../calldata/bridge-call.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { UnconfirmedPrice } from "../kinds/execution-outcome.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { dearerValue, venueValue } from "../shields/venue-value.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { readHoldings } from "../vaults/read-holdings.ts";
import { refusalOfUnconfirmed, unconfirmedPrices } from "../vaults/unconfirmed-prices.ts";
import { judgeSyncTarget, type MovedValue } from "./judge-sync-target.ts";
import { type NavOutcome, type ReadNav, readChainNav } from "./read-chain-nav.ts";

/**
 * Checks with judge-sync-target.ts at one block of each chain. Venues must confirm both NAVs; the
 * NAV Shield judges the one here. Refuses as the judgement, or with rpc_unavailable or
 * second_price_differs.
 */
export async function checkSyncTarget(
  ctx: ExecutionContext,
  call: BridgeCall,
  destination: ChainId,
): Promise<Verdict> {
  const [here, there] = [ctx.deps.chain(ctx.chainId), ctx.deps.chain(destination)];
  const [source, target] = await Promise.all([
    readChainNav(here, ctx.vault),
    readChainNav(there, ctx.vault),
  ]);
  if (source.kind !== "read" || target.kind !== "read")
    return judgeSyncTarget({ source, target, destination, moved: NOTHING });
  const [moved, unconfirmed] = await Promise.all([
    readMoved(ctx, call, [here, source], [there, target]),
    unconfirmedThere(ctx, there, target),
  ]);
  if (!moved.ok) return moved;
  const judged = judgeSyncTarget({ source, target, destination, moved: moved.value });
  return judged.ok ? (refusalOfUnconfirmed(unconfirmed, destination) ?? judged) : judged;
}

async function unconfirmedThere(
  { deps, vault, stored }: ExecutionContext,
  there: ChainDeps,
  { nav, at }: Known,
): Promise<UnconfirmedPrice[]> {
  const { chainId, addresses } = there;
  const [holdings, { venuePrices = [] }, { settings }] = await Promise.all([
    readHoldings(there, vault, { ...at, baseToken: nav.baseToken }),
    loadCallContext.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), chainId, vault }),
    stored(),
  ]);
  return unconfirmedPrices(vault, holdings, {
    prices: { prices: venuePrices, wrappedNative: addresses.wrappedNative },
    netTotalValueBase: nav.netTotalValueBase,
    toleranceBps: settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps,
  });
}

const NOTHING: MovedValue = { leavesBase: 0n, arrivesBase: 0n, arrivesHereBase: 0n };

type Known = Extract<NavOutcome, { kind: "read" }>;

async function readMoved(
  ctx: ExecutionContext,
  { inputToken, inputAmountBase, outputToken, outputAmountBase }: BridgeCall,
  [here, source]: [ChainDeps, Known],
  [there, target]: [ChainDeps, Known],
): Promise<Verdict<MovedValue>> {
  const worth = async (
    chain: ChainDeps,
    { nav, at }: Known,
    token: ReadNav["baseToken"],
    amountBase: bigint,
  ) => {
    if (token === nav.baseToken)
      return { ok: true, value: amountBase } satisfies RpcOutcome<bigint>;
    const block = { block: at.block.number };
    const [value] = await chain.rpc.send([
      vaultReads.convertTokenAmount(ctx.vault, token, amountBase, nav.baseToken, block),
    ]);
    return value;
  };
  const [leaves, arrives, { venuePrices = [] }] = await Promise.all([
    worth(here, source, inputToken, inputAmountBase),
    worth(there, target, outputToken, outputAmountBase),
    ctx.stored(),
  ]);
  if (!leaves.ok || !arrives.ok || leaves.value <= 0n || arrives.value <= 0n) return unpriced;
  const [input, output] = [
    bridgeTokens.at(ctx.chainId, inputToken),
    bridgeTokens.at(there.chainId, outputToken),
  ];
  if (input === undefined || output === undefined) return unpriced;
  const prices = { prices: venuePrices, wrappedNative: here.addresses.wrappedNative };
  const inBase = source.nav.baseToken;
  const venue = venueValue(prices, {
    token: inputToken,
    amountBase: inputAmountBase,
    target: inBase,
  });
  const dearerBase = inputToken === inBase ? leaves.value : dearerValue(leaves.value, venue);
  const arrivingBase = bridgeTokens.rescale(outputAmountBase, output, input);
  return allow({
    leavesBase: leaves.value,
    arrivesBase: arrives.value,
    arrivesHereBase: (dearerBase * arrivingBase) / inputAmountBase,
  });
}

const unpriced = refuse(
  "rpc_unavailable",
  "What would arrive could not be priced on both chains. Nothing was built; please try again.",
);
