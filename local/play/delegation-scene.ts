import type { Address, Hex } from "viem";
import * as z from "zod";
import type { Scene } from "./scene.ts";
import { sendAsOwner } from "./send-as-owner.ts";
import { table } from "./table.ts";

const GAS_MONEY_WEI = 10n ** 17n;

const setupAnswer = z.object({
  agentAddress: z.string(),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>() }),
});
const confirmAnswer = z.object({ selectors: z.array(z.string()), missing: z.array(z.string()) });

/** The owner signs the delegation that the service built, and gives the agent wallet money for gas. */
export const delegationScene: Scene = {
  title: "The owner delegates spot trading to the vault's agent wallet",
  play: async ({ manifest, api, credentials, print }) => {
    const { agentAddress, transaction } = setupAnswer.parse(await api.post("/api/delegation/setup", credentials));
    if (agentAddress.toLowerCase() !== manifest.agent.address.toLowerCase())
      throw new Error(`the service names agent ${agentAddress}, the manifest ${manifest.agent.address}`);
    const { to, data } = transaction;
    const txHash = await sendAsOwner(manifest, { to, data });
    const { selectors } = confirmAnswer.parse(await api.post("/api/delegation/confirm", { ...credentials, txHash }));
    const gasHash = await sendAsOwner(manifest, { to: manifest.agent.address, value: GAS_MONEY_WEI });
    print(
      table([
        ["agent", manifest.agent.address],
        ["granted", txHash],
        ["selectors", selectors.join(" ")],
        ["gas money", gasHash],
      ]),
    );
    print("");
  },
};
