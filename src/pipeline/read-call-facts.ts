import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { NOT_REGISTERED, registryReads } from "../chain/registry-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { CallFacts, Head } from "../kinds/chain-facts.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { selectorsOnChain } from "./agent-of.ts";

/**
 * Facts of a registered vault with an owner, from whose address the NAV is simulated. Refuses with
 * unknown_vault or rpc_unavailable.
 */
export async function readCallFacts(
  chain: ChainDeps,
  vault: Address,
  agent: Address | undefined,
): Promise<Verdict<CallFacts>> {
  const [[block, tip, owner, poolId, active], selectors] = await Promise.all([
    chain.rpc.send([
      blockReads.latest(),
      blockReads.maxPriorityFeePerGas(),
      vaultReads.owner(vault),
      registryReads.poolId(chain.addresses.registry, vault),
      vaultReads.activeTokens(vault),
    ]),
    agent === undefined ? noSelectors : readSelectors(chain, vault, agent),
  ]);
  const unknown = refusalOfUnknown(poolId, owner, { vault, chainId: chain.chainId });
  if (unknown !== undefined) return unknown;
  const held = selectorsOnChain(selectors);
  if (!block.ok || !owner.ok || !poolId.ok || held === null) return unreadable;
  // Some nodes suggest no tip; 0 still passes the caps.
  return allow({
    block: block.value,
    tipWei: tip.ok ? tip.value : 0n,
    owner: owner.value,
    agentSelectors: held.map((selector) => lowerHex(selector)),
    ...(active.ok && {
      activeTokens: active.value.activeTokens,
      baseToken: active.value.baseToken,
    }),
  });
}

/** Refuses with unknown_vault what is not registered, or does not say `asked` of itself. */
export function refusalOfUnknown(
  poolId: RpcOutcome<Hex>,
  asked: RpcOutcome<unknown>,
  { vault, chainId }: { vault: Address; chainId: ChainId },
): Refusal | undefined {
  const isUnknown = poolId.ok ? poolId.value === NOT_REGISTERED : poolId.kind === "reverted";
  if (!isUnknown && (asked.ok || asked.kind !== "reverted")) return undefined;
  const message = `${vault} is not a registered vault on chain ${chainId}. Check the address and the chain.`;
  return refuse("unknown_vault", message, { vault, chainId });
}

const noSelectors: RpcOutcome<readonly Hex[]> = { ok: true, value: [] };

async function readSelectors(
  chain: ChainDeps,
  vault: Address,
  agent: Address,
): Promise<RpcOutcome<readonly Hex[]>> {
  const [selectors] = await chain.rpc.send([vaultReads.delegatedSelectors(vault, agent)]);
  return selectors;
}

export const vaultUnreadable = refuse(
  "rpc_unavailable",
  "The vault could not be read from the chain. Nothing was built; please try again.",
);
const unreadable = refuse(
  "rpc_unavailable",
  "The chain could not be read. Nothing was built; please try again.",
);

/** Head and tip in one request. Refuses with rpc_unavailable. */
export async function readHead({ rpc }: ChainDeps): Promise<Verdict<Head>> {
  const [block, tip] = await rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]);
  if (!block.ok) return unreadable;
  return allow({ block: block.value, tipWei: tip.ok ? tip.value : 0n });
}
