import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf, knownChains } from "../chain-of.ts";
import type { Chain, ChainContracts } from "../chains/chain.ts";
import { AppError } from "../errors.ts";
import { lowerHex, normalizeAddress } from "../lib/normalize-address.ts";

/**
 * Addresses in lower case. null: the chain lacks it, so whoever needs it asks `requireContracts`.
 */
export type ChainAddresses = ChainContracts & {
  usdc: Address;
  tokens: readonly TableToken[];
};

/** Contracts that some chains lack. */
export type LackableContract = {
  [K in keyof ChainContracts]: null extends ChainContracts[K] ? K : never;
}[keyof ChainContracts];
/** Addresses of a chain that has these contracts. */
export type AddressesWith<N extends LackableContract> = ChainAddresses & Record<N, Address>;

/**
 * The variable ADDRESSES_<chainId>, a JSON object (`overridesJson`), replaces addresses by these
 * names. Its `tokens` adds to the token table or replaces entries: `{"tokens": {"GRG": "0x..."}}`.
 * @throws not_configured for anything else; the cause says what is wrong
 */
export function chainAddresses(chainId: ChainId, overridesJson = ""): ChainAddresses {
  const known = made.get(chainOf(chainId)) ?? new Map<string, ChainAddresses>();
  made.set(chainOf(chainId), known);
  const addresses = known.get(overridesJson) ?? addressesOf(chainId, overridesJson);
  known.set(overridesJson, addresses);
  return addresses;
}

/** Every call asks for them, so they are made once for a chain and a variable. */
const made = new WeakMap<Chain, Map<string, ChainAddresses>>();

function addressesOf(chainId: ChainId, overridesJson: string): ChainAddresses {
  const { tokens = {}, usdc, ...contracts } = parseOverrides(chainId, overridesJson);
  const named = usdc === undefined ? tokens : { USDC: usdc, ...tokens };
  const merged = mergeTokens(tokenTable(chainId), named);
  const chainUsdc = merged.find((token) => token.symbol === "USDC")?.address;
  if (chainUsdc === undefined) throw broken(chainId, "the token table has no USDC");
  if (usdc !== undefined && usdc !== chainUsdc)
    throw broken(chainId, "usdc and tokens.USDC differ");
  return { ...contractsOf(chainId), ...dropUndefined(contracts), usdc: chainUsdc, tokens: merged };
}

// Safe: lower case keeps every key and address.
const contractsOf = (chainId: ChainId): ChainContracts =>
  Object.fromEntries(
    Object.entries(chainOf(chainId).contracts).map(([name, at]) => [
      name,
      at?.toLowerCase() ?? null,
    ]),
  ) as ChainContracts;

const address = z.string().transform((text, context) => {
  const verdict = normalizeAddress(text);
  if (verdict.ok) return verdict.value;
  context.addIssue({ code: "custom", message: verdict.message });
  return z.NEVER;
});

const optional = address.optional();
const overridesSchema = () =>
  z.strictObject({
    registry: optional,
    factory: optional,
    authority: optional,
    oracle: optional,
    universalRouter: optional,
    uniswapRouterAdapterUr20: optional,
    uniswapRouterAdapterUr21: optional,
    wrappedNative: optional,
    allowanceHolder: optional,
    zeroExDeployer: optional,
    permit2: optional,
    multicall3: optional,
    stakingProxy: optional,
    poolManager: optional,
    positionManager: optional,
    stateView: optional,
    acrossSpokePool: optional,
    acrossMulticallHandler: optional,
    usdc: optional,
    tokens: z
      .record(z.string().regex(/^[A-Za-z0-9.$_+-]{1,32}$/, "is not a token symbol"), address)
      .optional(),
  });

function parseOverrides(
  chainId: ChainId,
  json: string,
): z.infer<ReturnType<typeof overridesSchema>> {
  if (json.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw broken(chainId, "it is not JSON", cause);
  }
  const parsed = overridesSchema().safeParse(value);
  if (parsed.success) return parsed.data;
  throw broken(
    chainId,
    parsed.error.issues
      .map((issue) => `${issue.path.join(".") || "object"}: ${issue.message}`)
      .join("; "),
  );
}

/**
 * An override replaces the entry of the same symbol in any case. Its decimals are read on chain.
 */
function mergeTokens(
  base: readonly TableToken[],
  overrides: Record<string, Address>,
): readonly TableToken[] {
  const replaced = new Set(Object.keys(overrides).map((symbol) => symbol.toUpperCase()));
  const known = new Map(base.map((token) => [token.address, token]));
  const added = Object.entries(overrides).map(([symbol, at]) => ({
    ...withoutMark(known.get(at)),
    symbol,
    address: at,
    ...(isDeep(symbol) && ({ deep: true } as const)),
  }));
  return [...base.filter((token) => !replaced.has(token.symbol.toUpperCase())), ...added];
}

/** Safe: only whoever deploys the service writes these symbols. */
const isDeep = (symbol: string): boolean =>
  knownChains().some(({ tokens }) =>
    tokens.some((token) => token.deep && token.symbol.toUpperCase() === symbol.toUpperCase()),
  );

const withoutMark = (token: TableToken | undefined) => {
  const { deep: _, ...rest } = token ?? {};
  return rest;
};

const broken = (chainId: ChainId, what: string, cause?: unknown): AppError =>
  new AppError(
    "not_configured",
    "This part of the service is not configured yet. Please try again later.",
    {
      cause: new Error(`ADDRESSES_${chainId}: ${what}`, { cause }),
    },
  );

// Safe: optional keys that are present hold a value.
const dropUndefined = (
  values: { [K in keyof ChainContracts]?: Address | undefined },
): Partial<ChainContracts> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<ChainContracts>;

/**
 * Decimals that are missing are read on chain. `symbol` is spelled for display. The agent may buy a
 * `deep` token unnamed: no stranger alone can set its price.
 */
export type TableToken = { symbol: string; address: Address; decimals?: number; deep?: true };

/** The chain's listed tokens. */
export const tokenTable = (chainId: ChainId): readonly TableToken[] =>
  chainOf(chainId).tokens.map(({ symbol, address, decimals, deep }) => ({
    symbol,
    address: lowerHex(address),
    ...(decimals !== null && { decimals }),
    ...(deep && { deep }),
  }));

/** No real token has more decimals. */
export const MAX_DECIMALS = 36;

/**
 * Deep tokens but for the wrapped coin, in which they are priced. A token with two names (ETH and
 * WETH on BNB Chain) counts once.
 */
export const deepTokens = ({
  tokens,
  wrappedNative,
}: Pick<ChainAddresses, "tokens" | "wrappedNative">): readonly TableToken[] =>
  tokens.filter(
    ({ deep, address }, at) =>
      deep &&
      address !== wrappedNative &&
      tokens.findIndex((one) => one.address === address) === at,
  );
