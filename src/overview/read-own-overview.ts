import { requireReader } from "../auth/require-reader.ts";
import type { RequestContext } from "../context.ts";
import { unwrap } from "../errors.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { allow } from "../lib/verdict.ts";
import type { OperatorRead } from "../store/vaults/read-as-operator.ts";
import type { Overview } from "./overview-output.ts";
import { overviewRead, readSeenVault } from "./overview-read.ts";
import { showOverview } from "./show-overview.ts";
import { getVaultOverview } from "./tools/get-vault-overview.ts";

/**
 * The overview for the vault's owner, or its agent by a grant, with what the call's count has read.
 * @throws what requireReader throws, rpc_unavailable
 */
export async function readOwnOverview(
  ctx: RequestContext,
  headers: Headers,
  { vault, chainId }: Pick<OperatorRead, "vault" | "chainId">,
): Promise<Overview> {
  const { deps } = ctx;
  const of = { deps, chainId, vault: lowerHex(vault) };
  const read = overviewRead({ vault, chainId });
  const { context, stored, grant, beside } = await requireReader(
    ctx,
    headers,
    read,
    (owned, known) => readSeenVault(of, Promise.resolve(known), owned),
  );
  const shown = {
    chain: deps.chain(chainId),
    nowMs: deps.clock.nowMs(),
    tool: getVaultOverview.name,
  };
  return showOverview(unwrap(beside), { context, stored: allow(stored), grant }, shown);
}
