import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { bridgeReads } from "../bridge/bridge-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { Deps } from "../deps.ts";
import { shiftNav } from "../store/attempts/shift-nav.ts";

type Move = {
  chainId: ChainId;
  vault: Address;
  /** What left or arrived, in base units of that chain's token. */
  token: Address;
  amountBase: bigint;
  direction: "up" | "down";
  /** The same move is followed once. */
  moveId: string;
  /** Values seen up to then were seen without it. */
  untilMs: number;
};

/**
 * The 24-hour high follows a sync that the chain shows: less where it left, more where it arrived, by what it is worth to a unit there. What
 * cannot be read now is followed when it is asked about again.
 */
export async function followMove(deps: Deps, move: Move): Promise<void> {
  const { chainId, vault, token, amountBase } = move;
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
