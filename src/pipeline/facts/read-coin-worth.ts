import { type Address, zeroAddress } from "viem";
import type { AttemptMarket } from "../../../schemas/calls/attempt.ts";
import { vaultReads } from "../../chain/vault-reads.ts";
import type { ChainDeps } from "../../deps.ts";
import type { ExecutionContext } from "../../kinds/execution-context.ts";
import type { CallPlan, SwapPlan } from "../../kinds/plan.ts";
import { oraclePools } from "../../vaults/oracle-pools.ts";

/** Every chain's coin has 18 decimals. */
const ONE_COIN_WEI = 10n ** 18n;
/** A million coins: enough digits of a token with few decimals. One figure, so that sums are exact. */
const MILLION_COINS_WEI = 10n ** 24n;

type Asked = { wei: bigint; token: Address; block: bigint };

/**
 * What one of the chain's coin is worth in the vault's base token by its oracle, beside what else
 * is read of that block: gas that is paid later is told by it. null: the oracle does not say.
 */
export async function readCoinWorth(
  chain: ChainDeps,
  vault: Address,
  { baseToken, block }: { baseToken: Address; block: bigint },
): Promise<AttemptMarket["coinWorth"]> {
  const worth = await coinIn(chain, vault, { wei: ONE_COIN_WEI, token: baseToken, block });
  return worth === undefined ? null : { wei: ONE_COIN_WEI.toString(), valueBase: worth.toString() };
}

/**
 * The chain's coin in the token whose amount the swap leaves open: an order's report tells its gas
 * in it. Undefined: the agent pays no gas for it, or there is no price.
 */
export async function readCoinPrice(
  { deps, chainId, vault, executionMode }: ExecutionContext,
  plan: SwapPlan | CallPlan,
): Promise<AttemptMarket["coin"]> {
  if (executionMode !== "delegated") return undefined;
  const wei = MILLION_COINS_WEI.toString();
  // The vault's own wrapping: both tokens are the coin.
  if (plan.kind === "call") return plan.swap === null ? undefined : { wei, counterBase: wei };
  const { mode, tokenIn, tokenOut } = plan.quote.request;
  const worth = await coinIn(deps.chain(chainId), vault, {
    wei: MILLION_COINS_WEI,
    token: (mode === "exactIn" ? tokenOut : tokenIn).address,
    block: plan.facts.block.number,
  });
  return worth === undefined ? undefined : { wei, counterBase: worth.toString() };
}

/** Base units of the token. The coin and its wrapped form have no pool: their price is 1. */
async function coinIn(
  { rpc, addresses }: ChainDeps,
  vault: Address,
  { wei, token, block }: Asked,
): Promise<bigint | undefined> {
  if (oraclePools.with(addresses, [token]).length === 0) return wei;
  const [worth] = await rpc.send([
    vaultReads.convertTokenAmount(vault, zeroAddress, wei, token, { block }),
  ]);
  return worth.ok && worth.value > 0n ? worth.value : undefined;
}
