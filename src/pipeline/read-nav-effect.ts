import type { Address } from "viem";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { NavEffect } from "../shields/judge-stated-move.ts";

/** What a call moves to another chain without its supply: an amount of the token that leaves. */
export type MovedAssets = { token: Address; amountBase: bigint };
export type NavMove = MovedAssets & { baseToken: Address; toleranceBps: number };

/**
 * A move in the base token, by the vault's own oracle. `block` pins it to the simulation's. A call without one keeps NAV per unit. Refuses with rpc_unavailable, or with
 * nav_shield_blocked where the oracle gives no price.
 */
export async function readNavEffect(
  chain: ChainDeps,
  vault: Address,
  move: NavMove | undefined,
  block?: bigint,
): Promise<Verdict<NavEffect>> {
  if (move === undefined) return allow({ kind: "keeps" });
  const { token, amountBase, baseToken, toleranceBps } = move;
  if (token === baseToken) return allow({ kind: "moves", amountBase, toleranceBps });
  const at = block === undefined ? {} : { block };
  const [value] = await chain.rpc.send([vaultReads.convertTokenAmount(vault, token, amountBase, baseToken, at)]);
  if (value.ok && value.value > 0n) return allow({ kind: "moves", amountBase: value.value, toleranceBps });
  if (!value.ok && value.kind === "unavailable")
    return refuse("rpc_unavailable", "The vault's oracle could not be read. Nothing was built; please try again.");
  return refuse(
    "nav_shield_blocked",
    "The vault's oracle gives no price for what would move, so its effect on the NAV cannot be measured.",
    { measured: false },
  );
}
