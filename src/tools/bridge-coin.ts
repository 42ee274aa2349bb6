import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { BridgeRoute } from "./bridge-route.ts";

type Choice = { useNativeEth?: boolean | undefined; shouldUnwrapOnDestination?: boolean | undefined };

/** Whether the coin itself leaves, and arrives: for transfers and syncs alike (docs/facts/across.md 1). */
export const bridgeCoin = {
  arguments: {
    useNativeEth: z.boolean().optional().describe("Pays WETH in the coin itself; the same as token ETH."),
    shouldUnwrapOnDestination: z.boolean().optional().describe("WETH becomes the coin there; default: as it leaves."),
  },
  /** The coin by its name where it is chosen. Refuses with invalid_request. */
  token: (chainId: ChainId, token: string, { useNativeEth = false }: Choice): Verdict<string> => {
    const isEth = /^w?eth$/i.test(token.trim()) && chainOf(chainId).nativeCoin === "ETH";
    if (useNativeEth && !isEth)
      return refuse(
        "invalid_request",
        "useNativeEth: only WETH can be paid in the coin, on a chain whose coin is ETH.",
      );
    return allow(useNativeEth ? "ETH" : token);
  },
  /** Refuses with invalid_request where it cannot: the coin of another kind does not come out of WETH. */
  shouldUnwrap: (
    { isNative, output, destination }: Pick<BridgeRoute, "isNative" | "output" | "destination">,
    { shouldUnwrapOnDestination }: Choice,
  ): Verdict<boolean> => {
    const canUnwrap = output.symbol === "WETH" && chainOf(destination).nativeCoin === "ETH";
    if (shouldUnwrapOnDestination === true && !canUnwrap)
      return refuse(
        "invalid_request",
        "shouldUnwrapOnDestination: only WETH becomes the coin, on a chain whose coin is ETH.",
      );
    return allow(shouldUnwrapOnDestination ?? (isNative && canUnwrap));
  },
};
