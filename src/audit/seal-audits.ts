import { everyChainId } from "../../schemas/chains.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import type { Deps } from "../deps.ts";
import { sealAudit } from "./seal-audit.ts";

/** (`chainId:vault`), one after the other: no caller waits for them. */
export async function sealAudits(deps: Deps, logs: readonly string[]): Promise<void> {
  for (const log of logs) {
    const [chain, vault] = log.split(":");
    await sealAudit(deps, { chainId: everyChainId.parse(Number(chain)), vault: hexAddress.parse(vault) });
  }
}
