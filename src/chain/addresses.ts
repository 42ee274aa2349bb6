import type { Address } from "viem";
import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf, knownChains } from "../chain-of.ts";
import type { Chain, ChainContracts } from "../chains/chain.ts";
import { AppError } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";

/** In lower case; null: the chain lacks it, and what needs it asks `requireContracts`. */
export type ChainAddresses = ChainContracts & {
  /** The USDC of the chain's tokens. */
  usdc: Address;
  tokens: readonly TableToken[];
};

/** Those that not every chain has. */
export type LackableContract = {
  [K in keyof ChainContracts]: null extends ChainContracts[K] ? K : never;
}[keyof ChainContracts];
/** Of a chain that has these. */
export type AddressesWith<N extends LackableContract> = ChainAddresses & Record<N, Address>;

/**
 * Each replaceable by `overridesJson` (variable ADDRESSES_<chainId>), a JSON object with the names above; `tokens` adds to the token table
 * or replaces entries: `{"tokens": {"GRG": "0x..."}}`.
 * @throws not_configured for overrides that are not such an object; the cause says what is wrong with them
 */
export function chainAddresses(chainId: ChainId, overridesJson = ""): ChainAddresses {
  const known = made.get(chainOf(chainId)) ?? new Map<string, ChainAddresses>();
  made.set(chainOf(chainId), known);
  const addresses = known.get(overridesJson) ?? addressesOf(chainId, overridesJson);
  known.set(overridesJson, addresses);
  return addresses;
}

/** They follow from a chain and a variable alone, and are asked for by every call. */
const made = new WeakMap<Chain, Map<string, ChainAddresses>>();

function addressesOf(chainId: ChainId, overridesJson: string): ChainAddresses {
  const { tokens = {}, usdc, ...contracts } = parseOverrides(chainId, overridesJson);
  const named = usdc === undefined ? tokens : { USDC: usdc, ...tokens };
  const merged = mergeTokens(tokenTable(chainId), named);
  const chainUsdc = merged.find((token) => token.symbol === "USDC")?.address;
  if (chainUsdc === undefined) throw broken(chainId, "the token table has no USDC");
  if (usdc !== undefined && usdc !== chainUsdc) throw broken(chainId, "usdc and tokens.USDC differ");
  return { ...contractsOf(chainId), ...dropUndefined(contracts), usdc: chainUsdc, tokens: merged };
}

/** In lower case, as addresses are compared. */
// Safe: lower case takes no key away, and an address stays one.
const contractsOf = (chainId: ChainId): ChainContracts =>
  Object.fromEntries(
    Object.entries(chainOf(chainId).contracts).map(([name, at]) => [name, at?.toLowerCase() ?? null]),
  ) as ChainContracts;

const address = z.string().transform((text, context) => {
  const verdict = normalizeAddress(text);
  if (verdict.ok) return verdict.value;
  context.addIssue({ code: "custom", message: verdict.message });
  return z.NEVER;
});

const overridesSchema = z.strictObject({
  registry: address.optional(),
  factory: address.optional(),
  authority: address.optional(),
  oracle: address.optional(),
  universalRouter: address.optional(),
  uniswapRouterAdapterUr20: address.optional(),
  uniswapRouterAdapterUr21: address.optional(),
  wrappedNative: address.optional(),
  allowanceHolder: address.optional(),
  zeroExDeployer: address.optional(),
  permit2: address.optional(),
  multicall3: address.optional(),
  stakingProxy: address.optional(),
  poolManager: address.optional(),
  positionManager: address.optional(),
  stateView: address.optional(),
  acrossSpokePool: address.optional(),
  acrossMulticallHandler: address.optional(),
  usdc: address.optional(),
  tokens: z.record(z.string().regex(/^[A-Za-z0-9.$_+-]{1,32}$/, "is not a token symbol"), address).optional(),
});

function parseOverrides(chainId: ChainId, json: string | undefined): z.infer<typeof overridesSchema> {
  if (json === undefined || json.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw broken(chainId, "it is not JSON", cause);
  }
  const parsed = overridesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw broken(
    chainId,
    parsed.error.issues.map((issue) => `${issue.path.join(".") || "object"}: ${issue.message}`).join("; "),
  );
}

/** An override replaces the entry of the same spelling in any case; its decimals are then read on chain. */
function mergeTokens(base: readonly TableToken[], overrides: Record<string, Address>): readonly TableToken[] {
  const replaced = new Set(Object.keys(overrides).map((symbol) => symbol.toUpperCase()));
  const known = new Map(base.map((token) => [token.address, token]));
  const added = Object.entries(overrides).map(([symbol, at]) => ({
    ...withoutMark(known.get(at)),
    ...{ symbol, address: at },
    ...(isDeep(symbol) && ({ deep: true } as const)),
  }));
  return [...base.filter((token) => !replaced.has(token.symbol.toUpperCase())), ...added];
}

/** Only whoever deploys the service can write a symbol here. */
const isDeep = (symbol: string): boolean =>
  knownChains().some(({ tokens }) =>
    tokens.some((token) => token.deep && token.symbol.toUpperCase() === symbol.toUpperCase()),
  );

const withoutMark = (token: TableToken | undefined) => {
  const { deep: _, ...rest } = token ?? {};
  return rest;
};

const broken = (chainId: ChainId, what: string, cause?: unknown): AppError =>
  new AppError("not_configured", "This part of the service is not configured yet. Please try again later.", {
    cause: new Error(`ADDRESSES_${chainId}: ${what}`, { cause }),
  });

// Safe: optional keys that are present hold a value.
const dropUndefined = (values: { [K in keyof ChainContracts]?: Address | undefined }): Partial<ChainContracts> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<ChainContracts>;

/**
 * Without `decimals` they are read on chain. `symbol` is spelled for display. `deep`: its market is too large for one stranger to set its
 * price, so the agent wallet may buy it unnamed.
 */
export type TableToken = { symbol: string; address: Address; decimals?: number; deep?: true };

/** In lower case. */
export const tokenTable = (chainId: ChainId): readonly TableToken[] =>
  chainOf(chainId).tokens.map(({ symbol, address, decimals, deep }) => ({
    ...{ symbol, address: lower(address) },
    ...(decimals !== null && { decimals }),
    ...(deep && { deep }),
  }));

// Safe: lower case takes nothing from an address.
const lower = (address: Address): Address => address.toLowerCase() as Address;

/** No token that anyone trades has more; a contract that says so is none. */
export const MAX_DECIMALS = 36;

/**
 * Their market is too large for one stranger to set its price. Without the coin and its wrapped form, in which the others are priced. A
 * token with two names (ETH and WETH on BNB Chain) is one.
 */
export const deepTokens = ({
  tokens,
  wrappedNative,
}: Pick<ChainAddresses, "tokens" | "wrappedNative">): readonly TableToken[] =>
  tokens.filter(
    ({ deep, address }, at) =>
      deep === true && address !== wrappedNative && tokens.findIndex((one) => one.address === address) === at,
  );
