import { type Address, zeroAddress } from "viem";
import { type NavView, navReads } from "../chain/nav-reads.ts";
import { type Balance, countedTokens, readHeld, shownBalances } from "../chain/read-balances.ts";
import { resolveToken, type Token, type TokenCache } from "../chain/resolve-token.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { type Pool, vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { readGivenValues } from "./read-given-values.ts";

/**
 * `value`: in base units of the base token, by the vault's oracle; `isCounted`: it is part of the
 * NAV.
 */
export type ValuedHolding = Balance & { isCounted: boolean; value: Verdict<bigint> };

/** What a vault is, is worth and holds at one block. A part that was not read is a refusal. */
export type Portfolio = {
  pool: Pool;
  totalSupplyBase: bigint;
  baseToken: Token;
  block: bigint;
  nav: Verdict<NavView>;
  /** The base token first, others above 0. */
  holdings: Verdict<readonly ValuedHolding[]>;
};

type Around = { vault: Address; tokens: TokenCache; nowMs: number };

/**
 * Three RPC requests at most, one after another: the vault, its NAV and balances, their values.
 * Refuses with rpc_unavailable where the vault itself cannot be read.
 * @throws what `owned` rejects with; what a vault's contract names is asked only then
 */
export async function readPortfolio(
  chain: ChainDeps,
  { vault, tokens, nowMs }: Around,
  owned: Promise<unknown>,
): Promise<Verdict<Portfolio>> {
  const [[pool, supply, active, head]] = await Promise.all([
    chain.rpc.send([
      vaultReads.pool(vault),
      vaultReads.poolTokens(vault),
      vaultReads.activeTokens(vault),
      blockReads.latest(),
    ]),
    owned,
  ]);
  if (!pool.ok || !supply.ok || !head.ok)
    return refuse(
      "rpc_unavailable",
      "The vault could not be read from the chain. Please try again.",
    );
  const block = head.value.number;
  const [base, [nav], holdings] = await Promise.all([
    resolveToken(chain, tokens, nowMs, pool.value.baseToken),
    chain.rpc.send([navReads.view(vault, { block })]),
    holdingsAt(chain, { vault, tokens, nowMs, block }, active),
  ]);
  if (!base.ok) return base;
  return allow({
    ...{
      pool: pool.value,
      totalSupplyBase: supply.value.totalSupply,
      baseToken: base.value,
      block,
      holdings,
    },
    nav: navOf(nav),
  });
}

type Active = { activeTokens: readonly Address[]; baseToken: Address };

async function holdingsAt(
  chain: ChainDeps,
  at: Around & { block: bigint },
  active: RpcOutcome<Active>,
): Promise<Verdict<readonly ValuedHolding[]>> {
  if (!active.ok) return unread("What the vault holds");
  const { baseToken } = active.value;
  const counted = countedTokens(active.value);
  if (!counted.ok) return counted;
  const listed = chain.addresses.tokens.map(({ address }) => address);
  const asked = [...new Set([zeroAddress, ...listed, ...counted.value])];
  const balances = shownBalances(await readHeld(chain, at, asked), {
    baseToken,
    counted: counted.value,
  });
  if (!balances.ok) return balances;
  const held = balances.value.map(({ token, amountBase }) => ({
    token,
    amountBase: BigInt(amountBase),
  }));
  const values = await readGivenValues(chain, at.vault, held, { baseToken, block: at.block });
  return allow(
    balances.value.map((balance, index) => ({
      ...balance,
      isCounted: counted.value.includes(balance.token),
      value: pricedValue(values[index]),
    })),
  );
}

/** The view gives 0 for an NAV that cannot be computed. */
function navOf(read: RpcOutcome<NavView>): Verdict<NavView> {
  if (!read.ok && read.kind === "unavailable") return unread("The vault's NAV");
  if (read.ok && read.value.unitaryValue > 0n) return allow(read.value);
  return refuse(
    "no_price_feed",
    "The vault's NAV cannot be measured now: its oracle does not price all that it counts.",
  );
}

/** Refuses with no_price_feed where the oracle has no price, with rpc_unavailable where it was not read. */
export function pricedValue(read: RpcOutcome<bigint> | undefined): Verdict<bigint> {
  if (read?.ok) return allow(read.value);
  if (read?.kind === "reverted")
    return refuse("no_price_feed", "The vault's oracle has no price for it now.");
  return unread("Its value");
}

const unread = (what: string) =>
  refuse("rpc_unavailable", `${what} could not be read from the chain. Please try again.`);
