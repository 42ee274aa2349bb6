import { type Address, zeroAddress } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { accountReads } from "../chain/account-reads.ts";
import { type RouterVersion, routerVersion, sameAdapterCode } from "../chain/router-version.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

type Call = { deps: Deps; chainId: ChainId };

/**
 * Reads under way, by call: a tick's slices on a chain share one. Pending I/O must not cross calls.
 */
const UNDER_WAY = new WeakMap<Deps, Map<string, Promise<Verdict<RouterVersion>>>>();

/** Code changes only by destruction and recreation, which vault adapters cannot do. */
const REMEMBERED_MS = 3_600_000;

/**
 * Router version behind a chain's execute() adapter: by its address, else by its code, which must
 * equal a known version's. Code is read once an hour and isolate, only for unlisted adapters.
 * Refuses with rpc_unavailable, or no_route for an unknown adapter.
 */
export async function knownRouterVersion(
  { deps, chainId }: Call,
  adapter: RpcOutcome<Address>,
): Promise<Verdict<RouterVersion>> {
  if (!adapter.ok && adapter.kind === "unavailable") return unread;
  if (!adapter.ok || adapter.value === zeroAddress) return unknown(null);
  const chain = deps.chain(chainId);
  const byAddress = routerVersion(adapter.value, chain.addresses);
  if (byAddress !== undefined) return allow(byAddress);
  const key = `${chainId}:${adapter.value}`;
  const remembered = deps.caches.adapterVersions.get(key, deps.clock.nowMs());
  if (remembered !== undefined) return allow(remembered);
  const ofCall = UNDER_WAY.get(deps) ?? new Map<string, Promise<Verdict<RouterVersion>>>();
  UNDER_WAY.set(deps, ofCall);
  const reading = ofCall.get(key) ?? versionByCode(chain, adapter.value);
  ofCall.set(key, reading);
  const version = await reading;
  ofCall.delete(key);
  if (version.ok)
    deps.caches.adapterVersions.set(key, version.value, deps.clock.nowMs() + REMEMBERED_MS);
  return version;
}

async function versionByCode(
  { addresses, rpc }: ChainDeps,
  adapter: Address,
): Promise<Verdict<RouterVersion>> {
  const { uniswapRouterAdapterUr20, uniswapRouterAdapterUr21 } = addresses;
  const known = [uniswapRouterAdapterUr20, uniswapRouterAdapterUr21].filter((one) => one != null);
  const [code, ...codes] = await rpc.send(
    [adapter, ...known].map((address) => accountReads.code(address)),
  );
  if (!code?.ok || codes.some((one) => !one.ok)) return unread;
  const mapped = { address: adapter, code: code.value };
  const same = known.find((address, index) => {
    const one = codes[index];
    return one?.ok === true && sameAdapterCode(mapped, { address, code: one.value });
  });
  const version = same && routerVersion(same, addresses);
  return version === undefined ? unknown(adapter) : allow(version);
}

const unread = refuse(
  "rpc_unavailable",
  "The adapter that this chain's vaults use for Uniswap could not be read. Nothing was " +
    "built; please try again.",
);

const unknown = (adapter: Address | null) =>
  refuse(
    "no_route",
    "This chain's vaults run Uniswap through an adapter that this service does not know. " +
      "Nothing was built: use dex 0x.",
    { adapter },
  );
