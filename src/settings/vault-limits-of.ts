import type { Address } from "viem";
import type { VaultLimitsChange } from "../../schemas/change-vault-limits.ts";
import type { VaultLimits } from "../../schemas/vault-limits.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { Token } from "../chain/resolve-token.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { limitToken } from "./allowed-for-token.ts";

type Known = {
  baseToken: Token;
  /** What is in force; null: nothing was ever set. */
  current: VaultLimits | null;
  addresses: Pick<ChainAddresses, "wrappedNative">;
};

const MOST_NAMES = 50;
const AMOUNTS = ["maxPerTransaction", "maxPerDay", "maxPerTokenPerDay"] as const;

/**
 * In base units: `reset: true`, or at least one limit; what is left out stays. Refuses with
 * invalid_request, which names the field.
 */
export function vaultLimitsOf(
  change: VaultLimitsChange,
  { baseToken, current, addresses }: Known,
): Verdict<VaultLimits> {
  const { reset, perToken, tokens, venues, nameToken, nameHook } = change;
  const isGiven = [...AMOUNTS.map((name) => change[name]), perToken, tokens, venues].some(
    (one) => one !== undefined,
  );
  if (
    [reset === true, isGiven, nameToken !== undefined, nameHook !== undefined].filter(Boolean)
      .length !== 1
  )
    return refuse(
      "invalid_request",
      "Give either reset: true, or nameToken or nameHook by itself, or at least one limit " +
        "(maxPerTransaction, maxPerDay, maxPerTokenPerDay, perToken, tokens, venues).",
    );
  const { address, symbol, decimals } = baseToken;
  const none: VaultLimits = {
    version: 0,
    baseToken: { address, symbol, decimals },
    perToken: [],
    tokens: "listed",
  };
  const before = reset === true || current === null ? none : current;
  const limits: VaultLimits = { ...before, version: (current?.version ?? 0) + 1 };
  for (const name of AMOUNTS) {
    const text = change[name];
    if (text === undefined) continue;
    delete limits[name];
    if (text === null) continue;
    const base = amountOf(name, text, baseToken);
    if (!base.ok) return base;
    limits[name] = base.value;
  }
  if (perToken !== undefined) {
    const own = perTokenOf(perToken, baseToken, addresses);
    if (!own.ok) return own;
    limits.perToken = own.value;
  }
  if (tokens !== undefined) {
    const named =
      typeof tokens === "string" ? allow(tokens) : tokensOf("tokens", tokens, addresses);
    if (!named.ok) return named;
    limits.tokens = typeof named.value === "string" ? named.value : [...new Set(named.value)];
  }
  if (venues !== undefined) {
    delete limits.venues;
    if (venues !== null) limits.venues = [...new Set(venues)];
  }
  if (nameHook !== undefined) return withHook(limits, nameHook);
  return nameToken === undefined ? allow(limits) : withName(limits, nameToken, addresses);
}

/** A list of buyable tokens takes up what its operator has just named. */
function withName(
  limits: VaultLimits,
  { token, maxPerDay }: NonNullable<VaultLimitsChange["nameToken"]>,
  addresses: Known["addresses"],
): Verdict<VaultLimits> {
  const keys = tokensOf("nameToken", [token], addresses);
  if (!keys.ok) return keys;
  const key = keys.value[0] as Address;
  const others = (limits.named ?? []).filter((one) => one.token !== key);
  if (maxPerDay === null) return allow({ ...limits, named: others });
  const { tokens } = limits;
  const listed = typeof tokens === "string" ? tokens : [...new Set([...tokens, key])];
  if (others.length >= MOST_NAMES || listed.length > MOST_NAMES)
    return refuse(
      "invalid_request",
      `nameToken: ${MOST_NAMES} tokens are named, the most. Take one back first.`,
    );
  const base = amountOf("nameToken.maxPerDay", maxPerDay, limits.baseToken);
  if (!base.ok) return base;
  return allow({
    ...limits,
    named: [...others, { token: key, maxPerDay: base.value }],
    tokens: listed,
  });
}

function withHook(
  limits: VaultLimits,
  { hook, allowed }: NonNullable<VaultLimitsChange["nameHook"]>,
): Verdict<VaultLimits> {
  const address = normalizeAddress(hook);
  if (!address.ok) return named("nameHook.hook", address);
  const others = (limits.hooks ?? []).filter((one) => one !== address.value);
  if (!allowed) return allow({ ...limits, hooks: others });
  if (others.length >= MOST_NAMES)
    return refuse(
      "invalid_request",
      `nameHook: ${MOST_NAMES} hooks are named, the most. Take one back first.`,
    );
  return allow({ ...limits, hooks: [...others, address.value] });
}

function amountOf(
  field: string,
  text: string,
  { decimals }: Pick<Token, "decimals">,
): Verdict<string> {
  const base = parseUnits(text, decimals);
  return base.ok ? allow(base.value.toString()) : named(field, base);
}

function perTokenOf(
  list: NonNullable<VaultLimitsChange["perToken"]>,
  baseToken: Token,
  addresses: Known["addresses"],
): Verdict<VaultLimits["perToken"]> {
  const keys = tokensOf(
    "perToken",
    list.map(({ token }) => token),
    addresses,
  );
  if (!keys.ok) return keys;
  if (new Set(keys.value).size < keys.value.length)
    return refuse(
      "invalid_request",
      "perToken: a token stands there twice (the coin and its wrapped form are one).",
    );
  const own: VaultLimits["perToken"] = [];
  for (const [at, { maxPerDay }] of list.entries()) {
    const base = amountOf(`perToken.${at}.maxPerDay`, maxPerDay, baseToken);
    if (!base.ok) return base;
    own.push({ token: keys.value[at] as Address, maxPerDay: base.value });
  }
  return allow(own);
}

function tokensOf(
  field: string,
  list: readonly string[],
  addresses: Known["addresses"],
): Verdict<Address[]> {
  const keys: Address[] = [];
  for (const [at, text] of list.entries()) {
    const address = normalizeAddress(text);
    if (!address.ok) return named(`${field}.${at}`, address);
    keys.push(limitToken(address.value, addresses));
  }
  return allow(keys);
}

const named = (field: string, refusal: Refusal): Refusal => ({
  ...refusal,
  message: `${field}: ${refusal.message}`,
});
