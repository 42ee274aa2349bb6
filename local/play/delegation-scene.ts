import { grantDelegation } from "../stack/grant-delegation.ts";
import type { Scene } from "./scene.ts";
import { table } from "./table.ts";

/**
 * The owner signs the delegation that the service built, and gives the agent wallet money for gas.
 */
export const delegationScene: Scene = {
  title: "The owner delegates spot trading to the vault's agent wallet",
  play: async ({ manifest, print }) => {
    const { agentAddress, selectors, txHash, gasHash } = await grantDelegation(manifest);
    if (agentAddress.toLowerCase() !== manifest.agent.address.toLowerCase())
      throw new Error(
        `the service names agent ${agentAddress}, the manifest ${manifest.agent.address}`,
      );
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
