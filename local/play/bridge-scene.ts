import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import type { Scene } from "./scene.ts";
import { signAndSend } from "./sign-and-send.ts";

const told = z.object({ message: z.string(), data: z.object({ status: z.string() }) });

/**
 * Money is sent to the same vault on another chain, and its arrival asked for before a relayer
 * fills it and after. @throws Error when it did not arrive
 */
export const bridgeScene: Scene = {
  title: "A transfer to the same vault on a second chain",
  play: async (stage) => {
    const { manifest, print } = stage;
    const transactionHash = await signAndSend(stage, "crosschain_transfer", {
      ...{ destinationChain: "arbitrum", token: "USDC", amount: "1000" },
    });
    const arrival = async () =>
      told.parse(await callTool(stage, "verify_bridge_arrival", { transactionHash }));
    print(indented((await arrival()).message));
    await fetch(`${manifest.control}/fill`, { method: "POST" });
    const { message, data } = await arrival();
    print(`${indented(message)}\n`);
    if (data.status !== "arrived") throw new Error(`the transfer is ${data.status}`);
  },
};
