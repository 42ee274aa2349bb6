import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import { authorityReads } from "../chain/authority-reads.ts";
import type { FullRangePool } from "../chain/full-range-swap.ts";
import { oraclePoolReads } from "../chain/oracle-pool-reads.ts";
import { type OracleState, oracleReads } from "../chain/oracle-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { isNative } from "../lib/is-native.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { ToolContext } from "./tool.ts";
import type { WantedOracleSwap } from "./wanted-oracle-swap.ts";

export type OracleFeed = {
  /** Of the chain, which has an oracle. */
  addresses: AddressesWith<"oracle">;
  state: OracleState;
  pool: FullRangePool;
  heldInBase: bigint;
  baseToken: Address;
  /** Whether the vault's NAV is made with this feed. */
  isTracked: boolean;
  routerAdapter: RpcOutcome<Address>;
};

/** With what the vault has to trade there, in one request. Refuses with no_price_feed, no_route or rpc_unavailable. */
export async function readOracleFeed(
  ctx: ToolContext,
  { token, tokenIn }: WantedOracleSwap,
): Promise<Verdict<OracleFeed>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const required = requireContracts(chain, "oracle", "stateView");
  if (!required.ok) return required;
  const addresses = required.value;
  const [state, price, liquidity, held, active, routerAdapter] = await chain.rpc.send([
    oracleReads.state(addresses.oracle, token.address),
    oraclePoolReads.price(addresses, token.address),
    oraclePoolReads.liquidity(addresses, token.address),
    accountReads.balance(tokenIn.address, ctx.vault),
    vaultReads.activeTokens(ctx.vault),
    authorityReads.routerAdapter(addresses.authority),
  ]);
  if (!state.ok || !price.ok || !liquidity.ok || !held.ok || !active.ok)
    return refuse("rpc_unavailable", "The oracle's pool could not be read from the chain. Please try again.");
  if (state.value.cardinality === 0)
    return refuse(
      "no_price_feed",
      `${token.symbol} has no pool of the oracle, so there is no feed to refresh. Any wallet can create one on the oracle's hook ${addresses.oracle}.`,
      { token: token.address },
    );
  const { sqrtPriceX96, feePips } = price.value;
  if (liquidity.value === 0n || sqrtPriceX96 === 0n)
    return refuse(
      "no_route",
      `The oracle's pool of ${token.symbol} has no liquidity, so nothing can be traded there.`,
      {
        token: token.address,
      },
    );
  return allow({
    addresses,
    state: state.value,
    pool: {
      sqrtPriceX96,
      liquidity: liquidity.value,
      protocolFeePips: feePips[isNative(tokenIn.address) ? 0 : 1],
    },
    heldInBase: held.value,
    baseToken: active.value.baseToken,
    isTracked: [active.value.baseToken, ...active.value.activeTokens].includes(token.address),
    routerAdapter,
  });
}
