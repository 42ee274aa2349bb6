import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { disableDelegation } from "../store/vaults/save-delegation.ts";

type Request = { chainId: ChainId; vault: Address; operator: Address; selectors?: readonly Hex[] };

/**
 * Stops our use at once, whatever the owner's transaction does. Names transactions that may be out.
 */
export async function stopDelegation(
  deps: Deps,
  { chainId, vault, operator, selectors }: Request,
): Promise<string> {
  const { openHashes } = await disableDelegation.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    chainId,
    vault,
    operator,
    ...(selectors !== undefined && { selectors }),
  });
  const done = "The service has stopped using it already.";
  return openHashes.length === 0
    ? done
    : `${done} Already on their way and possibly mined still: ${openHashes.join(", ")}.`;
}
