import { type Address, zeroAddress } from "viem";
import { CHAIN_IDS, type ChainId } from "../../schemas/chains.ts";
import { type BridgeToken, bridgeTokens } from "../calldata/bridge-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import { navReads } from "../chain/nav-reads.ts";
import { type BlockHeader, blockReads } from "../chain/transaction-reads.ts";
import { NOT_REGISTERED, registryReads, vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import { larger, rescale } from "../lib/parse-units.ts";
import type { ChainNav } from "./aggregate-nav.ts";

/** `usdc18`: by the chain's oracle; null without a price. */
export type Holding = {
  token: BridgeToken;
  balanceBase: bigint;
  isActive: boolean;
  usdc18: bigint | null;
};
export type ReadNav = ChainNav & { owner: Address; holdersSupply: bigint; holdings: Holding[] };
type ReadAt = { activeTokens: readonly Address[]; block: BlockHeader };
/** `absent`: no vault. `unread`: not known. */
export type NavOutcome =
  | { kind: "read"; nav: ReadNav; at: ReadAt }
  | { kind: "absent" }
  | { kind: "unread"; reason: string };

/** Two requests; a failing chain stops no other. */
export async function readChainNav(chain: ChainDeps, vault: Address): Promise<NavOutcome> {
  const tokens = bridgeTokens.on(chain.chainId);
  const [[poolId, pool, stored, virtual, active, head], balances] = await Promise.all([
    chain.rpc.send([
      registryReads.poolId(chain.addresses.registry, vault),
      vaultReads.pool(vault),
      vaultReads.poolTokens(vault),
      vaultReads.virtualSupply(vault),
      vaultReads.activeTokens(vault),
      blockReads.latest(),
    ]),
    chain.rpc.send(tokens.map(({ address }) => accountReads.balance(address, vault))),
  ]);
  if (poolId.ok ? poolId.value === NOT_REGISTERED : poolId.kind === "reverted")
    return { kind: "absent" };
  if (!poolId.ok || !pool.ok || !stored.ok || !virtual.ok || !active.ok || !head.ok)
    return unread("it could not be read");
  const { owner, baseToken, decimals } = pool.value;
  const effectiveSupply = stored.value.totalSupply + virtual.value;
  const one = 10n ** BigInt(decimals);
  const probe = larger(
    one * 1_000n,
    (stored.value.unitaryValue * larger(effectiveSupply, 0n)) / one,
  );
  // An unknown balance cannot move; the NAV does not need it.
  const held = tokens.flatMap((token, index) => {
    const balance = balances[index];
    return balance?.ok && balance.value > 0n ? [{ token, balanceBase: balance.value }] : [];
  });
  const { usdc } = chain.addresses;
  const at = { block: head.value.number };
  const worth = (token: Address, amountBase: bigint) =>
    vaultReads.convertTokenAmount(vault, token, amountBase, usdc, at);
  const [[nav, price], values] = await Promise.all([
    chain.rpc.send([navReads.now(vault, { from: owner, ...at }), worth(baseToken, probe)]),
    chain.rpc.send(held.map(({ token, balanceBase }) => worth(token.address, balanceBase))),
  ]);
  if (!nav.ok)
    return unread(
      nav.kind === "reverted" ? "its NAV cannot be measured now" : "it could not be read",
    );
  if (!price.ok || price.value <= 0n) return unread("its oracle gives no price in USDC");
  const usdcDecimals = bridgeTokens.named(chain.chainId, "USDC")?.decimals ?? 6;
  const inUsdc18 = (base: bigint) => rescale(base, usdcDecimals, 18);
  const isOwned = (token: Address) =>
    token === baseToken || active.value.activeTokens.includes(token);
  return {
    kind: "read",
    at: { activeTokens: active.value.activeTokens, block: head.value },
    nav: {
      chainId: chain.chainId,
      owner,
      baseToken,
      baseKind: baseKindOf(chain, baseToken),
      decimals,
      unitaryValueBase: nav.value.unitaryValue,
      netTotalValueBase: nav.value.netTotalValue,
      effectiveSupply,
      holdersSupply: stored.value.totalSupply,
      usdc18: (inUsdc18(price.value) * nav.value.netTotalValue) / probe,
      holdings: held.map(({ token, balanceBase }, index) => {
        const value = values[index];
        const usdc18 = value?.ok && value.value > 0n ? inUsdc18(value.value) : null;
        return { token, balanceBase, isActive: isOwned(token.address), usdc18 };
      }),
    },
  };
}

/** A coin and its wrapped form are one kind. */
function baseKindOf({ chainId, addresses }: ChainDeps, baseToken: Address): string {
  if (baseToken === zeroAddress || baseToken === addresses.wrappedNative)
    return chainOf(chainId).nativeCoin;
  const symbol = bridgeTokens.at(chainId, baseToken)?.symbol;
  return symbol === "WETH" ? "ETH" : (symbol ?? baseToken);
}

const unread = (reason: string): NavOutcome => ({ kind: "unread", reason });

type AllNavs = {
  navs: ReadNav[];
  absent: ChainId[];
  unread: { chainId: ChainId; reason: string }[];
};

/** NAVs of a vault on the given chains, side by side. */
export async function readAllNavs(
  { deps, vault }: { deps: Pick<Deps, "env" | "chain">; vault: Address },
  chains: readonly ChainId[] = CHAIN_IDS,
): Promise<AllNavs> {
  const outcomes = await Promise.all(
    chains.map(async (chainId) => ({
      chainId,
      outcome:
        deps.env.rpcUrls[chainId] === undefined
          ? ({ kind: "unread", reason: "this service has no node for it" } as const)
          : await readChainNav(deps.chain(chainId), vault),
    })),
  );
  return {
    navs: outcomes.flatMap(({ outcome }) => (outcome.kind === "read" ? [outcome.nav] : [])),
    absent: outcomes.flatMap(({ chainId, outcome }) =>
      outcome.kind === "absent" ? [chainId] : [],
    ),
    unread: outcomes.flatMap(({ chainId, outcome }) =>
      outcome.kind === "unread" ? [{ chainId, reason: outcome.reason }] : [],
    ),
  };
}
