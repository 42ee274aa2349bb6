import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { shiftNav } from "../store/attempts/record-nav.ts";
import type { ToolContext } from "./tool.ts";

type Move = {
  chainId: ChainId;
  token: Address;
  amountBase: bigint;
  direction: "up" | "down";
  /** The same move is followed once. */
  moveId: string;
  /** Values seen up to then were seen without it. */
  untilMs: number;
};

/**
 * The 24-hour high follows a sync that the chain shows, by what it is worth to a unit there; what is unreadable now, when asked again. Only
 * for the vault's owner: another caller could choose the moment of the oracle's price. Awaited here, as a read starts before its signer is
 * known to own the vault.
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
    bridgeReads.virtualSupply(vault),
  ]);
  if (!pool.ok || !stored.ok || !virtual.ok) return;
  const { baseToken, decimals } = pool.value;
  const [value] = await rpc.send([vaultReads.convertTokenAmount(vault, token, amountBase, baseToken)]);
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
