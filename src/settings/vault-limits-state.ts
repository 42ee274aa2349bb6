import type { Address } from "viem";
import type { VaultLimitsState } from "../../schemas/change-vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allowedForToken } from "./allowed-for-token.ts";

type Stored = Pick<CallContext, "limits" | "spent">;

const NONE: VaultLimitsState = {
  limits: {
    maxPerTransaction: null,
    maxPerDay: null,
    maxPerTokenPerDay: null,
    perToken: [],
    tokens: "listed",
    named: [],
    hooks: [],
    venues: null,
  },
  baseToken: null,
  used: { day: "0", tokens: [] },
  left: { day: null, tokens: [] },
};

/** As decimal amounts of its base token. */
export function vaultLimitsState(
  { limits, spent }: Stored,
  addresses: Pick<ChainAddresses, "wrappedNative">,
): VaultLimitsState {
  if (limits === null) return NONE;
  const {
    baseToken,
    maxPerTransaction,
    maxPerDay,
    maxPerTokenPerDay,
    perToken,
    tokens,
    venues,
    named = [],
    hooks = [],
  } = limits;
  const shown = (base: string | undefined) =>
    base === undefined ? null : formatUnits(BigInt(base), baseToken.decimals);
  const left = (allowed: string | undefined, used: string) =>
    allowed === undefined
      ? null
      : formatUnits(larger0(BigInt(allowed) - BigInt(used)), baseToken.decimals);
  const perDay = ({ token, maxPerDay: own }: { token: Address; maxPerDay: string }) => ({
    token,
    maxPerDay: formatUnits(BigInt(own), baseToken.decimals),
  });
  const day = spent?.day ?? "0";
  const used = new Map((spent?.tokens ?? []).map(({ token, value }) => [token, value]));
  const bounded = [
    ...new Set([...used.keys(), ...[...perToken, ...named].map(({ token }) => token)]),
  ].sort();
  return {
    limits: {
      maxPerTransaction: shown(maxPerTransaction),
      maxPerDay: shown(maxPerDay),
      maxPerTokenPerDay: shown(maxPerTokenPerDay),
      perToken: perToken.map(perDay),
      tokens,
      named: named.map(perDay),
      hooks,
      venues: venues ?? null,
    },
    baseToken,
    used: {
      day: formatUnits(BigInt(day), baseToken.decimals),
      tokens: [...used].sort().map(([token, value]) => ({
        token,
        amount: formatUnits(BigInt(value), baseToken.decimals),
      })),
    },
    left: {
      day: left(maxPerDay, day),
      tokens: bounded.map((token) => ({
        token,
        amount: left(allowedForToken(limits, token, addresses), used.get(token) ?? "0"),
      })),
    },
  };
}

/** Lowered below what is used already, nothing is left. */
const larger0 = (left: bigint): bigint => (left > 0n ? left : 0n);
