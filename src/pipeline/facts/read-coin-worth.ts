import type { Address } from "viem";
import { zeroAddress } from "viem";
import type { AttemptMarket } from "../../../schemas/calls/attempt.ts";
import { vaultReads } from "../../chain/vault-reads.ts";
import type { ChainDeps } from "../../deps.ts";
import { isNative } from "../../lib/normalize-address.ts";

/** Every chain's coin has 18 decimals. */
const ONE_COIN_WEI = 10n ** 18n;

/**
 * What one of the chain's coin is worth in the vault's base token by its oracle, beside what else
 * is read of that block: gas that is paid later is told by it. null: the oracle does not say.
 */
export async function readCoinWorth(
  chain: Pick<ChainDeps, "rpc">,
  vault: Address,
  { baseToken, block }: { baseToken: Address; block: bigint },
): Promise<AttemptMarket["coinWorth"]> {
  const wei = ONE_COIN_WEI.toString();
  if (isNative(baseToken)) return { wei, valueBase: wei };
  const [worth] = await chain.rpc.send([
    vaultReads.convertTokenAmount(vault, zeroAddress, ONE_COIN_WEI, baseToken, { block }),
  ]);
  return worth.ok && worth.value > 0n ? { wei, valueBase: worth.value.toString() } : null;
}
