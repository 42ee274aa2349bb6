import type { VaultLimitsState } from "../../schemas/change-vault-limits.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";

/** With what is left of those of 24 hours. */
export function limitLines({ limits, baseToken, left }: VaultLimitsState): string[] {
  const {
    maxPerTransaction,
    maxPerDay,
    maxPerTokenPerDay,
    perToken,
    tokens,
    venues,
    named,
    hooks,
  } = limits;
  const unit = baseToken?.symbol ?? "";
  const amount = (what: string, most: string | null, rest?: string | null): string[] =>
    most === null
      ? []
      : [`${what}: at most ${most} ${unit}${rest == null ? "" : `, ${rest} ${unit} left now`}.`];
  const restOf = (token: string) => left.tokens.find((one) => one.token === token)?.amount;
  const lines = [
    ...amount("One transaction", maxPerTransaction),
    ...amount("24 hours", maxPerDay, left.day),
    ...amount("Any one bought token in 24 hours", maxPerTokenPerDay),
    ...perToken.flatMap(({ token, maxPerDay: own }) =>
      amount(`${token} in 24 hours`, own, restOf(token)),
    ),
    ...named.flatMap(({ token, maxPerDay: own }) =>
      amount(`Named: ${token} in 24 hours`, own, restOf(token)),
    ),
    ...(tokens === "listed" ? [] : [`May be bought: ${list(tokens)}, and the base token.`]),
    ...(hooks.length === 0 ? [] : [`Hooks that may keep liquidity, named: ${list(hooks)}.`]),
    ...(venues === null ? [] : [`Venues: ${list(venues)}.`]),
  ];
  return lines.length === 0
    ? ["No limits are set for this vault on this chain."]
    : ["Limits of this vault on this chain:", ...lines];
}

const list = (names: readonly string[]): string => names.join(", ") || "none";

/** By any amount; a list of tokens or venues bounds nothing. */
export const isBounded = (limits: VaultLimits | null): boolean =>
  limits !== null &&
  [limits.maxPerTransaction, limits.maxPerDay, limits.maxPerTokenPerDay].some(
    (most) => most !== undefined,
  );
