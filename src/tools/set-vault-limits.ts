import * as z from "zod";
import {
  changeVaultLimits as limitsChange,
  vaultLimitsState as limitsState,
} from "../../schemas/change-vault-limits.ts";
import { allow } from "../lib/allow.ts";
import { changeVaultLimits } from "../settings/change-vault-limits.ts";
import { limitLines } from "../settings/limit-lines.ts";
import { vaultLimitsState } from "../settings/vault-limits-state.ts";
import { operatorOf } from "./operator-of.ts";
import { defineTool } from "./tool.ts";

/** As POST /api/settings/limits, but it only tightens: a signature that was made for loosening has its own route. */
export const setVaultLimits = defineTool({
  name: "set_vault_limits",
  description:
    "Tightens what bounds the calls of this vault on a chain: most per transaction, in 24 hours and per bought token (in the base token by the oracle), tokens that may be bought, venues. What is left out stays. Loosening needs POST /api/settings/limits with a signature made for it.",
  category: "Operator Settings",
  access: "operator",
  effect: "state",
  alsoOnVenues: true,
  input: z.object({
    chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
    ...limitsChange.shape,
  }),
  example: { maxPerTransaction: "1000", maxPerDay: "5000", tokens: "listed" },
  humanOwned: ["maxPerTransaction", "maxPerDay", "maxPerTokenPerDay", "perToken", "tokens", "venues", "reset"],
  // A chat may tighten: whoever has it can stop the vault anyway (freeze_vault), and take nothing by it.
  needsSignature: false,
  hints: { destructive: false, idempotent: true, openWorld: false },
  model: "hidden",
  output: () => limitsState,
  run: async (ctx, { chain: _, ...change }) => {
    const { deps, chainId, vault } = ctx;
    const { limits: current, spent } = await ctx.stored();
    const changed = await changeVaultLimits(deps, { operator: operatorOf(ctx), vault, chainId, change, current });
    if (!changed.ok) return changed;
    const state = vaultLimitsState({ limits: changed.value, spent }, deps.chain(chainId).addresses);
    return allow({ message: limitLines(state).join("\n"), data: state });
  },
});
