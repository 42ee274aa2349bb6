import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import { isNative } from "../lib/normalize-address.ts";

/**
 * A balance and its value in the base token by the vault's oracle, in base units. `unitBase` is
 * worth `unitValueBase`, even of none.
 */
export type Holding = {
  token: Address;
  balanceBase: bigint;
  valueBase: bigint;
  unitBase: bigint;
  unitValueBase: bigint;
};
/** `reverted`: the oracle has no price for one of them. */
export type Holdings = RpcOutcome<{ baseToken: Address; held: readonly Holding[] }>;

/** Prices do not depend on the amount: precise for any token, and far from overflowing. */
const PROBE_BASE = 10n ** 24n;
const MAX_TOKENS = 40;

/** One eth_call for all holdings, and one for the coin. */
export async function readHoldings(
  { rpc, addresses }: ChainDeps,
  vault: Address,
  { activeTokens, baseToken, block }: Pick<CallFacts, "activeTokens" | "baseToken" | "block">,
): Promise<Holdings> {
  if (activeTokens === undefined || baseToken === undefined || activeTokens.length > MAX_TOKENS)
    return UNREAD;
  const tokens = [baseToken, ...activeTokens];
  const { number } = block;
  const erc20s = tokens.filter((token) => !isNative(token));
  const [aggregated, coin] = await rpc.send([
    aggregateCalls(
      addresses.multicall3,
      [
        ...erc20s.map((token) => accountReads.balance(token, vault)),
        ...activeTokens.map((token) =>
          vaultReads.convertTokenAmount(vault, token, PROBE_BASE, baseToken),
        ),
      ],
      number,
    ),
    accountReads.nativeBalance(vault, number),
  ]);
  if (!aggregated.ok) return aggregated;
  if (!coin.ok) return coin;
  const balances = aggregated.value.slice(0, erc20s.length);
  const probes = aggregated.value.slice(erc20s.length);
  const held: Holding[] = [];
  for (const token of tokens) {
    const balance = isNative(token) ? coin : balances[erc20s.indexOf(token)];
    const probe = token === baseToken ? AT_PAR : probes[activeTokens.indexOf(token)];
    if (!balance?.ok) return balance ?? UNREAD;
    if (!probe?.ok) return probe ?? UNREAD;
    held.push({
      ...{
        token,
        balanceBase: balance.value,
        valueBase: (balance.value * probe.value) / PROBE_BASE,
      },
      ...{ unitBase: PROBE_BASE, unitValueBase: probe.value },
    });
  }
  return { ok: true, value: { baseToken, held } };
}

const AT_PAR: RpcOutcome<bigint> = { ok: true, value: PROBE_BASE };
const UNREAD: RpcOutcome<never> = {
  ok: false,
  kind: "unavailable",
  message: "what the vault holds was not read",
};
