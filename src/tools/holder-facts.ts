import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { decodeRevert } from "../chain/decode-revert.ts";
import { type HolderAccount, holderReads, type PoolTerms } from "../chain/holder-reads.ts";
import { type NavReading, navReads } from "../chain/nav-reads.ts";
import type { Token } from "../chain/resolve-token.ts";
import { type Pool, vaultReads } from "../chain/vault-reads.ts";
import type { Head } from "../kinds/chain-facts.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { readHead } from "../pipeline/read-call-facts.ts";
import { formatBps } from "../settings/format-bps.ts";
import { baseTokenOf, tokenOf } from "./call-facts.ts";
import { unreadable } from "./chain-argument.ts";
import { operatorOf, type ToolContext } from "./tool.ts";

/** The vault's own tokens have the base token's decimals. */
export type HolderFacts = {
  holder: Address;
  head: Head;
  pool: Pool;
  terms: PoolTerms;
  account: HolderAccount;
  base: Token;
  nav: NavReading;
  holderBalanceBase: bigint;
  vaultBalanceBase: bigint;
  /** A coin needs none: the whole balance. */
  allowanceBase: bigint;
};

/** Reads vault and caller, then the base token: two requests. */
export async function holderFacts(ctx: ToolContext): Promise<Verdict<HolderFacts>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const { vault } = ctx;
  const holder = operatorOf(ctx);
  const [head, [pool, terms, account]] = await Promise.all([
    readHead(chain),
    chain.rpc.send([
      vaultReads.pool(vault),
      holderReads.terms(vault),
      holderReads.account(vault, holder),
    ]),
  ]);
  if (!head.ok) return head;
  if (!pool.ok || !terms.ok || !account.ok) return unread;
  const baseToken = baseTokenOf(ctx, pool.value);
  const [base, [nav, own, vaults, allowance]] = await Promise.all([
    tokenOf(ctx, baseToken),
    chain.rpc.send([
      navReads.now(vault, { from: holder, block: head.value.block.number }),
      accountReads.balance(baseToken, holder),
      accountReads.balance(baseToken, vault),
      ...(isNative(baseToken) ? [] : [holderReads.allowance(baseToken, holder, vault)]),
    ]),
  ]);
  if (!base.ok) return base;
  if (!nav.ok) return nav.kind === "reverted" ? unpriced(nav.data) : unread;
  // At a price of 0 everything would be sold for nothing.
  if (nav.value.unitaryValue === 0n)
    return refuse(
      "nav_shield_blocked",
      "The vault reports no value per unit, so its tokens have no price now.",
    );
  if (!own.ok || !vaults.ok || (allowance !== undefined && !allowance.ok)) return unread;
  return allow({
    holder,
    head: head.value,
    pool: pool.value,
    terms: terms.value,
    account: account.value,
    base: { ...base.value, decimals: pool.value.decimals },
    nav: nav.value,
    holderBalanceBase: own.value,
    vaultBalanceBase: vaults.value,
    allowanceBase: allowance === undefined ? own.value : allowance.value,
  });
}

function unpriced(data: `0x${string}`): Refusal {
  const { code, name, args, message } = decodeRevert(data);
  return refuse(code, message, { revert: name, arguments: args });
}

const unread = unreadable("The vault");

/** Price and terms of buying and redeeming, as figures and in words. */
export function holderTerms({ holder, base, pool, terms, nav }: HolderFacts) {
  const { decimals } = pool;
  const symbol = sanitize(pool.symbol, 16);
  // The collector pays no fee to itself.
  const feeBps = terms.feeCollector === holder ? 0 : terms.feeBps;
  const { unitaryValue } = nav;
  const { spreadBps } = terms;
  const baseText = (value: bigint) => `${formatUnits(value, decimals)} ${base.symbol}`;
  return {
    price: { unitaryValue, decimals, spreadBps, feeBps },
    baseText,
    tokenText: (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`,
    priceText: (spreadBase: bigint, { spreadOf, feeOf }: { spreadOf: string; feeOf: string }) =>
      `Price now: ${baseText(unitaryValue)} for 1 ${symbol}. Spread: ` +
      `${formatBps(spreadBps)}, ${baseText(spreadBase)} of ` +
      `${spreadOf}.${feeBps === 0 ? "" : ` Fee of the vault: ${formatBps(feeBps)}${feeOf}.`}`,
    figures: {
      holder,
      baseToken: base.address,
      unitaryValueBase: unitaryValue.toString(),
      spreadBps,
      feeBps,
      decimals,
    },
  };
}

const BASIS = 10_000n;
/** A thousandth of a vault token at par (docs/facts/vault-contracts.md 11). */
const MINIMUM_DIVISOR = 1_000n;

type Terms = {
  /** Base units of the base token for 10^decimals vault tokens. */
  unitaryValue: bigint;
  decimals: number;
  spreadBps: number;
  /** In vault tokens; 0 for the collector itself. */
  feeBps: number;
};

/** The vault's own arithmetic, in its order of roundings (MixinActions.sol). */
export const holderMath = {
  /** Vault tokens for an amount of the base token. */
  bought: (amountBase: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const spreadBase = (amountBase * BigInt(spreadBps)) / BASIS;
    const minted = ((amountBase - spreadBase) * 10n ** BigInt(decimals)) / unitaryValue;
    const feeTokens = (minted * BigInt(feeBps)) / BASIS;
    return { spreadBase, feeTokens, tokens: minted - feeTokens };
  },
  /** `neededBase` is what the vault must hold to pay. */
  redeemed: (tokens: bigint, { unitaryValue, decimals, spreadBps, feeBps }: Terms) => {
    const feeTokens = (tokens * BigInt(feeBps)) / BASIS;
    const neededBase = ((tokens - feeTokens) * unitaryValue) / 10n ** BigInt(decimals);
    const spreadBase = (neededBase * BigInt(spreadBps)) / BASIS;
    return { feeTokens, spreadBase, neededBase, paidBase: neededBase - spreadBase };
  },
  minimumBase: (decimals: number): bigint => 10n ** BigInt(decimals) / MINIMUM_DIVISOR,
  /** 0 only for an amount too small to have a minimum. */
  atLeast: (expected: bigint, slippageBps: number): bigint =>
    (expected * (BASIS - BigInt(slippageBps))) / BASIS,
};
