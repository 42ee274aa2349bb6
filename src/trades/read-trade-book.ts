import type { Address } from "viem";
import type { Token } from "../chain/resolve-token.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { TradeLog } from "../store/audit/lua-trade-log.ts";
import { readGivenValues } from "../vaults/read-given-values.ts";
import { pricedValue } from "../vaults/read-portfolio.ts";
import { type AverageCost, averageCost, type TokenCost } from "./average-cost.ts";
import { type GasPaid, gasPaid } from "./gas-paid.ts";
import { readTrades, type Trade, type VaultOnChain } from "./read-trades.ts";
import { type NameOf, tokenNames } from "./token-names.ts";

/** Every swap of a vault with what it means, and what the rest is worth at `block`. */
export type TradeBook = {
  trades: readonly Trade[];
  isAll: boolean;
  cost: AverageCost;
  /** Of what is held of each token of `cost`. */
  values: readonly Verdict<bigint>[];
  gas: GasPaid;
  baseToken: Token;
  block: bigint;
  nameOf: NameOf;
};

/** The base token of a vault, at a block. */
type Base = { address: Address; block: bigint };

/**
 * One RPC request for what is held and for unlisted tokens, after what is left of the log. Refuses
 * with rpc_unavailable where the base token cannot be read. The caller asks who may see it.
 * @throws store_unavailable
 */
export async function readTradeBook(
  deps: Deps,
  of: VaultOnChain,
  { base, log }: { base: Base; log: TradeLog | undefined },
): Promise<Verdict<TradeBook>> {
  const { address, block } = base;
  const { trades, isAll } = await readTrades(deps, of, log);
  const cost = averageCost(trades, address);
  const named = trades.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]);
  const [values, nameOf] = await Promise.all([
    heldValues(deps, of, cost.tokens, base),
    tokenNames(deps, of, [address, ...named]),
  ]);
  const baseToken = nameOf(address);
  if (baseToken === undefined)
    return refuse(
      "rpc_unavailable",
      "The vault's base token could not be read from the chain. Please try again.",
    );
  return allow({ trades, isAll, cost, values, gas: gasPaid(trades), baseToken, block, nameOf });
}

/**
 * In base units of the base token by the vault's own oracle, what is held of each token. Refuses
 * one with no_price_feed or rpc_unavailable. At most one RPC request.
 */
export async function heldValues(
  deps: Pick<Deps, "chain">,
  { chainId, vault }: VaultOnChain,
  tokens: readonly Pick<TokenCost, "token" | "held">[],
  { address: baseToken, block }: { address: Address; block?: bigint },
): Promise<Verdict<bigint>[]> {
  const held = tokens.map(({ token, held: amountBase }) => ({ token, amountBase }));
  const at = { baseToken, block };
  return (await readGivenValues(deps.chain(chainId), vault, held, at)).map(pricedValue);
}
