import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { ChainDeps } from "../deps.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { allowedForToken, limitToken } from "../settings/allowed-for-token.ts";
import { dearerValue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Spend } from "../store/attempts/loss-figures.ts";
import { readGivenValues } from "../vaults/read-given-values.ts";
import { oracleUnread, youngOracle } from "../vaults/young-oracle.ts";
import { refusalOfAmountLimit } from "./refusal-of-losses.ts";

/** Judged limits (version 0: none set), and the counted spend. */
export type JudgedLimits = { version: number; spend?: Spend; baseToken?: VaultLimits["baseToken"] };

/**
 * The call's spend; amount limits alone need reads. undefined: a way out. Refuses as judgeSpend
 * does.
 */
export async function spendOfCall(
  ctx: ExecutionContext,
  limits: VaultLimits | null,
  call: LimitedCall | undefined,
  { block, prices }: { block: bigint; prices: VenuePrices },
): Promise<Verdict<JudgedLimits | undefined>> {
  if (call === undefined) return allow(undefined);
  if (limits === null) return allow({ version: 0 });
  const { version } = limits;
  if (!hasAmounts(limits)) return allow({ version });
  const chain = ctx.deps.chain(ctx.chainId);
  const at = { baseToken: limits.baseToken.address, block };
  const values = await readGivenValues(chain, ctx.vault, call.gives, at);
  const spend = judgeSpend(
    limits,
    call,
    atTheDearer(values, call, at.baseToken, prices),
    chain.addresses,
  );
  return spend.ok ? allow({ version, spend: spend.value, baseToken: limits.baseToken }) : spend;
}

/** A pushed-down oracle must widen no limit. */
const atTheDearer = (
  values: readonly RpcOutcome<bigint>[],
  { gives }: LimitedCall,
  target: Address,
  prices: VenuePrices,
): RpcOutcome<bigint>[] =>
  values.map((value, at) => {
    const given = gives[at];
    if (!value.ok || value.value === 0n || given === undefined || given.token === target)
      return value;
    return { ok: true, value: dearerValue(value.value, venueValue(prices, { ...given, target })) };
  });

const hasAmounts = ({
  maxPerTransaction,
  maxPerDay,
  maxPerTokenPerDay,
  perToken,
  named = [],
}: VaultLimits) =>
  [maxPerTransaction, maxPerDay, maxPerTokenPerDay].some((one) => one !== undefined) ||
  perToken.length + named.length > 0;

/**
 * One transaction's limit, and the spend for those of 24 hours: all of it, and for each bought
 * token what is given in others. `values` were rounded down; here up. Refuses with limit_exceeded,
 * or no_price_feed, rpc_unavailable, oracle_window_filling without a value.
 */
export function judgeSpend(
  limits: VaultLimits,
  { gives, buys }: LimitedCall,
  values: readonly RpcOutcome<bigint>[],
  addresses: { wrappedNative: Address },
): Verdict<Spend> {
  const given: { key: Address; valueBase: bigint }[] = [];
  for (const [at, { token, amountBase }] of gives.entries()) {
    const value = values[at];
    const young = value && youngOracle(value);
    if (young !== undefined) return young;
    if (value === undefined || (!value.ok && value.kind === "unavailable")) return oracleUnread;
    // A price out of its range of ticks gives 0.
    if (!value.ok || (value.value === 0n && amountBase > 0n)) return unvalued(limits, token);
    const isExact = amountBase === 0n || token === limits.baseToken.address;
    given.push({ key: limitToken(token, addresses), valueBase: value.value + (isExact ? 0n : 1n) });
  }
  const all = sumOf(given);
  const most = limits.maxPerTransaction;
  if (most !== undefined && all > BigInt(most))
    return refusalOfAmountLimit(
      { limit: "maxPerTransaction", used: "0", wanted: all.toString(), allowed: most },
      limits.baseToken,
    );
  const bought = [...new Set(buys.map((token) => limitToken(token, addresses)))].map((token) => {
    const allowed = allowedForToken(limits, token, addresses);
    const value = sumOf(given.filter(({ key }) => key !== token)).toString();
    return { token, value, ...(allowed !== undefined && { allowed }) };
  });
  return allow({
    all: all.toString(),
    ...(limits.maxPerDay !== undefined && { allowed: limits.maxPerDay }),
    bought,
  });
}

const sumOf = (given: readonly { valueBase: bigint }[]) =>
  given.reduce((sum, { valueBase }) => sum + valueBase, 0n);

const unvalued = ({ baseToken }: VaultLimits, token: Address) =>
  refuse(
    "no_price_feed",
    `This vault's limits are counted in ${baseToken.symbol} by its oracle, which gives no ` +
      `usable price for ${token}. Nothing was built. Its operator changes them at POST ` +
      "/api/settings/limits.",
    { token, baseToken: baseToken.address },
  );

type Known = Parameters<typeof spendOfCall>[3] & {
  baseToken: Address | undefined;
};

/** A grant's agent sends the call itself; an owner's approval is held against no grant. */
export const isSentByGrant = ({ grant, offered, executionMode }: ExecutionContext) =>
  grant !== undefined && offered === undefined && executionMode === "delegated";

/**
 * Of what a call or order buys, what its grant does not let it buy: token_not_allowed. The base
 * token always may be.
 */
export function refusalOfBought(
  { grant, deps, chainId }: ExecutionContext,
  buys: readonly Address[],
  baseToken?: Address,
): Refusal | undefined {
  if (grant?.tokens === undefined) return undefined;
  const { addresses } = deps.chain(chainId);
  const allowed = [...grant.tokens, ...(baseToken === undefined ? [] : [baseToken])];
  const keys = allowed.map((token) => limitToken(token, addresses));
  const other = buys.find((token) => !keys.includes(limitToken(token, addresses)));
  if (other === undefined) return undefined;
  const text = `This grant does not let its agent buy ${other}. Nothing was built.`;
  return refuse("token_not_allowed", text, { token: other, allowed: grant.tokens });
}

type Judging = { isExit?: boolean | undefined; baseToken?: Address | undefined };

/**
 * The grant's tokens, and a limit that can count the call; a way out is judged by its own price
 * (judge-grant-exit.ts). Refuses with token_not_allowed, or so that asksOwner is true.
 */
export function judgeGrant(
  ctx: ExecutionContext,
  call: LimitedCall | undefined,
  { isExit, baseToken }: Judging = {},
): Verdict {
  if (ctx.grant === undefined) return allow(undefined);
  const bought = refusalOfBought(ctx, call?.buys ?? [], baseToken);
  if (bought !== undefined) return bought;
  if (!isSentByGrant(ctx) || (call === undefined && isExit === true)) return allow(undefined);
  return call === undefined || call.gives.length === 0
    ? mustAsk("its limit cannot count this call")
    : allow(undefined);
}

/**
 * The spend in the grant's token, base units; undefined: no grant sends it. Refuses as spendOfCall
 * does, or so that asksOwner is true.
 */
export async function spendOfGrant(
  ctx: ExecutionContext,
  call: LimitedCall | undefined,
  { baseToken, ...read }: Known,
): Promise<Verdict<string | undefined>> {
  if (!isSentByGrant(ctx) || call === undefined) return allow(undefined);
  const { deps, grant } = ctx;
  const most = grant?.maxPerDay;
  if (most === undefined || baseToken === undefined)
    return mustAsk("its limit cannot count this call");
  if (!isCountedIn(deps.chain(ctx.chainId), most, baseToken))
    return mustAsk(`its limit counts in ${most.symbol}, and this vault in another token`);
  // Only valued here; the vault's own limits are judged elsewhere.
  const valued: VaultLimits = {
    version: 1,
    baseToken: { address: baseToken, symbol: most.symbol, decimals: most.decimals },
    perToken: [],
    tokens: "listed",
    maxPerDay: most.amountBase,
  };
  const spend = await spendOfCall(ctx, valued, call, read);
  if (!spend.ok) return spend;
  const all = spend.value?.spend?.all;
  return all === undefined ? mustAsk("its limit cannot count this call") : allow(all);
}

/** On the grant's chain by address; elsewhere the chain's table has to list the same token. */
function isCountedIn(
  { chainId, addresses }: Pick<ChainDeps, "chainId" | "addresses">,
  { token, givenOn, symbol, decimals }: NonNullable<AgentGrant["maxPerDay"]>,
  baseToken: Address,
): boolean {
  if (chainId === givenOn) return sameAddress(baseToken, token);
  const listed = addresses.tokens.find(({ address }) => sameAddress(address, baseToken));
  return listed?.symbol === symbol && listed.decimals === decimals;
}

export const mustAsk = (why: string) =>
  refuse(
    "grant_forbids",
    `This waits for the vault's owner: the agent's grant does not send it, because ${why}.`,
    {
      asks: true,
    },
  );

/** After this refusal the call waits for the owner. */
export const asksOwner = ({ code, details }: Refusal): boolean =>
  code === "grant_forbids" && details?.asks === true;
