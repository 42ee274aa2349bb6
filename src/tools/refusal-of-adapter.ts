import { type Address, type Hex, zeroAddress } from "viem";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { ToolContext } from "./tool.ts";

/** Refuses with adapter_absent where the chain maps nothing to the method. */
export function refusalOfAdapter(
  { deps, chainId }: ToolContext,
  adapter: RpcOutcome<Address>,
  { venue, selector }: { venue: string; selector: Hex },
): Refusal | undefined {
  if (!adapter.ok || adapter.value !== zeroAddress) return undefined;
  const { authority } = deps.chain(chainId).addresses;
  return refuse(
    "adapter_absent",
    `The vaults have no adapter for ${venue} on chain ${chainId} yet: nothing is mapped to ` +
      `${selector}. Its positions and markets can be read all the same.`,
    { chainId, selector, authority },
  );
}
