import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { shiftNav } from "../store/attempts/record-nav.ts";
import type { ToolContext } from "./tool.ts";

type Move = {
  chainId: ChainId;
  token: Address;
  amountBase: bigint;
  direction: "up" | "down";
  /** One move is followed once. */
  moveId: string;
  /** Values up to then were seen without the move. */
  untilMs: number;
};

/**
 * Shifts the 24-hour high by a sync's worth per unit on that chain; unreadable now means at the
 * next call. Only for the vault's owner, as another caller could choose the moment of the oracle's
 * price. Awaits the owner, who a read starts without.
 */
export async function followMove(
  { deps, vault, operator, owner }: Pick<ToolContext, "deps" | "vault" | "operator" | "owner">,
  move: Move,
): Promise<void> {
  if (operator === undefined) return;
  const owned = await owner();
  if (!owned.ok || owned.value !== operator) return;
  const { chainId, token, amountBase } = move;
  const { rpc } = deps.chain(chainId);
  const [pool, stored, virtual] = await rpc.send([
    vaultReads.pool(vault),
    vaultReads.poolTokens(vault),
    vaultReads.virtualSupply(vault),
  ]);
  if (!pool.ok || !stored.ok || !virtual.ok) return;
  const { baseToken, decimals } = pool.value;
  const [value] = await rpc.send([
    vaultReads.convertTokenAmount(vault, token, amountBase, baseToken),
  ]);
  const supply = stored.value.totalSupply + virtual.value;
  if (!value.ok || value.value <= 0n || supply <= 0n) return;
  await shiftNav.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    chainId,
    vault,
    moveId: move.moveId,
    perUnit: ((value.value * 10n ** BigInt(decimals)) / supply).toString(),
    direction: move.direction,
    untilMs: move.untilMs,
  });
}
