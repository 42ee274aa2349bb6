import type { Address } from "viem";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { MovedAssets } from "../kinds/vault-call.ts";

/**
 * Given amounts in base units of the base token, by the vault's oracle at one block, or now. The base
 * token is worth itself, nothing is worth nothing.
 */
export async function readGivenValues(
  chain: ChainDeps,
  vault: Address,
  gives: readonly MovedAssets[],
  { baseToken, block }: { baseToken: Address; block?: bigint | undefined },
): Promise<readonly RpcOutcome<bigint>[]> {
  const read = new Map<MovedAssets, RpcOutcome<bigint>>();
  const asked = gives.filter(({ token, amountBase }) => token !== baseToken && amountBase > 0n);
  if (asked.length > 0) {
    const outcomes = await chain.rpc.send(
      asked.map(({ token, amountBase }) =>
        vaultReads.convertTokenAmount(vault, token, amountBase, baseToken, { block }),
      ),
    );
    for (const [at, given] of asked.entries()) read.set(given, outcomes[at] ?? UNREAD);
  }
  return gives.map((given) => read.get(given) ?? { ok: true, value: given.amountBase });
}

const UNREAD: RpcOutcome<bigint> = { ok: false, kind: "unavailable", message: "no answer" };
