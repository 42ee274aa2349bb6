import type { Address } from "viem";
import * as z from "zod";
import type { CHAIN_IDS, ChainId } from "../../schemas/chains.ts";
import { AppError } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import table from "./addresses.data.json" with { type: "json" };
import { deepMark } from "./deep-mark.ts";
import { type TableToken, tokenTable } from "./token-table.ts";

/**
 * The contracts of one chain, in lower case; null: the chain lacks it, and what needs it asks `requireContracts`.
 * Source: docs/facts/vault-contracts.md 12.
 */
export type ChainAddresses = {
  registry: Address;
  factory: Address;
  authority: Address;
  oracle: Address | null;
  universalRouter: Address | null;
  /** The vaults' router adapter before its upgrade: it says which router version is in use. */
  uniswapRouterAdapterUr20: Address | null;
  /** An adapter for router 2.1, where one is known: none is in the table, ADDRESSES_<chainId> can name it. */
  uniswapRouterAdapterUr21?: Address | undefined;
  wrappedNative: Address;
  allowanceHolder: Address;
  zeroExDeployer: Address;
  permit2: Address;
  multicall3: Address;
  stakingProxy: Address | null;
  poolManager: Address | null;
  positionManager: Address | null;
  stateView: Address | null;
  acrossSpokePool: Address;
  acrossMulticallHandler: Address;
  /** The USDC of the token table. */
  usdc: Address;
  tokens: readonly TableToken[];
};

/** Those that not every chain has: 999 is no chain for trading. */
export type LackableContract = {
  [K in keyof ChainAddresses]-?: null extends ChainAddresses[K] ? K : never;
}[keyof ChainAddresses];
/** Of a chain that has these. */
export type AddressesWith<N extends LackableContract> = ChainAddresses & Record<N, Address>;
type TradingChainId = (typeof CHAIN_IDS)[number];

/**
 * The addresses of a chain, each replaceable by `overridesJson` (variable ADDRESSES_<chainId>), a JSON object with the
 * names above; `tokens` adds to the token table or replaces entries: `{"tokens": {"GRG": "0x..."}}`.
 * @throws not_configured for overrides that are not such an object; the cause says what is wrong with them
 */
export function chainAddresses(chainId: TradingChainId, overridesJson?: string): AddressesWith<LackableContract>;
export function chainAddresses(chainId: ChainId, overridesJson?: string): ChainAddresses;
export function chainAddresses(chainId: ChainId, overridesJson?: string): ChainAddresses {
  const { tokens = {}, usdc, ...contracts } = parseOverrides(chainId, overridesJson);
  const named = usdc === undefined ? tokens : { USDC: usdc, ...tokens };
  const merged = mergeTokens(tokenTable(chainId), named);
  const chainUsdc = merged.find((token) => token.symbol === "USDC")?.address;
  if (chainUsdc === undefined) throw broken(chainId, "the token table has no USDC");
  if (usdc !== undefined && usdc !== chainUsdc) throw broken(chainId, "usdc and tokens.USDC differ");
  return { ...contractsOf(chainId), ...dropUndefined(contracts), usdc: chainUsdc, tokens: merged };
}

type Contracts = Omit<ChainAddresses, "usdc" | "tokens">;

function contractsOf(chainId: ChainId): Contracts {
  const { global, uniswapV4, acrossMulticallHandler: handlers } = table;
  return {
    registry: lower(global.vaultRegistry),
    factory: lower(global.vaultFactory),
    authority: lower(global.authority),
    oracle: at(table.oracle_BackgeoOracle, chainId),
    universalRouter: at(table.universalRouter, chainId),
    uniswapRouterAdapterUr20: at(table.uniswapRouterAdapter_UR2_0, chainId),
    wrappedNative: lower(table.wrappedNative[chainId]),
    allowanceHolder: lower(global.allowanceHolder_0x),
    zeroExDeployer: lower(global.deployer_0x),
    permit2: lower(global.permit2),
    multicall3: lower(global.multicall3),
    stakingProxy: at(table.stakingProxy, chainId),
    poolManager: at(uniswapV4.poolManager, chainId),
    positionManager: at(uniswapV4.positionManager, chainId),
    stateView: at(uniswapV4.stateView, chainId),
    acrossSpokePool: lower(table.acrossSpokePool[chainId]),
    acrossMulticallHandler: lower(chainId === 56 || chainId === 999 ? handlers[chainId] : handlers.default),
  };
}

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

/** An override replaces the entry of the same spelling, whatever its case; its decimals are then read on chain. */
function mergeTokens(base: readonly TableToken[], overrides: Record<string, Address>): readonly TableToken[] {
  const replaced = new Set(Object.keys(overrides).map((symbol) => symbol.toUpperCase()));
  const known = new Map(base.map((token) => [token.address, token]));
  const added = Object.entries(overrides).map(([symbol, at]) => ({
    ...withoutMark(known.get(at)),
    ...{ symbol, address: at },
    ...deepMark(symbol),
  }));
  return [...base.filter((token) => !replaced.has(token.symbol.toUpperCase())), ...added];
}

const withoutMark = (token: TableToken | undefined) => {
  const { deep: _, ...rest } = token ?? {};
  return rest;
};

const broken = (chainId: ChainId, what: string, cause?: unknown): AppError =>
  new AppError("not_configured", "This part of the service is not configured yet. Please try again later.", {
    cause: new Error(`ADDRESSES_${chainId}: ${what}`, { cause }),
  });

// Safe: optional keys that are present hold a value, because undefined ones are dropped here.
const dropUndefined = (values: { [K in keyof Contracts]?: Contracts[K] | undefined }): Partial<Contracts> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Contracts>;

function at(byChain: Record<ChainId, string | null>, chainId: ChainId): Address | null {
  const address = byChain[chainId];
  return address === null ? null : lower(address);
}

// Safe: every entry of the data file is an address, which test/unit/chain/addresses.test.ts checks.
const lower = (text: string): Address => text.toLowerCase() as Address;
