import type { Address } from "viem";
import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainDeps } from "../deps.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { LimitedCall } from "../kinds/vault-call.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { limitToken } from "../settings/allowed-for-token.ts";
import { spendOfCall } from "./spend-of-call.ts";

type Known = Parameters<typeof spendOfCall>[3] & {
  /** Of the vault; undefined: what the call does was not measured in it. */
  baseToken: Address | undefined;
};

/** Whether this is a call that a grant's agent sends by itself; its owner's are held against no grant. */
const isSentByGrant = ({ grant, offered, executionMode }: ExecutionContext): boolean =>
  grant !== undefined && offered === undefined && executionMode === "delegated";

/**
 * What a grant lets its agent buy, and that its own limit can count the call: what gives nothing that is counted waits for the owner. Refuses
 * with token_not_allowed, or with what asksOwner names.
 */
export function judgeGrant(ctx: ExecutionContext, call: LimitedCall | undefined, baseToken?: Address): Verdict {
  const { grant } = ctx;
  if (grant === undefined) return allow(undefined);
  const { addresses } = ctx.deps.chain(ctx.chainId);
  const allowed = [...(grant.tokens ?? []), ...(baseToken === undefined ? [] : [baseToken])];
  const keys = allowed.map((token) => limitToken(token, addresses));
  const other = call?.buys.find((token) => !keys.includes(limitToken(token, addresses)));
  if (grant.tokens !== undefined && other !== undefined)
    return refuse("token_not_allowed", `This grant does not let its agent buy ${other}. Nothing was built.`, {
      token: other,
      allowed: grant.tokens,
    });
  if (!isSentByGrant(ctx)) return allow(undefined);
  return call === undefined || call.gives.length === 0 ? mustAsk("its limit cannot count this call") : allow(undefined);
}

/**
 * What it gives away, in base units of the token in which the grant's limit stands; undefined where no grant sends it. Refuses as
 * spend-of-call.ts does, and with what asksOwner names where the vault counts in another token.
 */
export async function spendOfGrant(
  ctx: ExecutionContext,
  call: LimitedCall | undefined,
  { baseToken, ...read }: Known,
): Promise<Verdict<string | undefined>> {
  if (!isSentByGrant(ctx) || call === undefined) return allow(undefined);
  const { deps, grant } = ctx;
  const most = grant?.maxPerDay;
  if (most === undefined || baseToken === undefined) return mustAsk("its limit cannot count this call");
  if (!isCountedIn(deps.chain(ctx.chainId), most, baseToken))
    return mustAsk(`its limit counts in ${most.symbol}, and this vault in another token`);
  // Judged against the vault's own limits elsewhere; here it is only valued.
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

/** Where it was given, by its address; elsewhere the chain's own table has to say that it is the same token. */
function isCountedIn(
  { chainId, addresses }: Pick<ChainDeps, "chainId" | "addresses">,
  { token, givenOn, symbol, decimals }: NonNullable<AgentGrant["maxPerDay"]>,
  baseToken: Address,
): boolean {
  if (chainId === givenOn) return sameAddress(baseToken, token);
  const listed = addresses.tokens.find(({ address }) => sameAddress(address, baseToken));
  return listed?.symbol === symbol && listed.decimals === decimals;
}

const mustAsk = (why: string): Refusal =>
  refuse("grant_forbids", `This waits for the vault's owner: the agent's grant does not send it, because ${why}.`, {
    asks: true,
  });

/** Whether a refusal is one after which the call waits for the owner. */
export const asksOwner = ({ code, details }: Refusal): boolean => code === "grant_forbids" && details?.asks === true;
