import { vaultLimitsState as limitsState } from "../../schemas/change-vault-limits.ts";
import { allow } from "../lib/verdict.ts";
import { limitLines } from "../settings/limit-lines.ts";
import { vaultLimitsState } from "../settings/vault-limits-state.ts";
import { chainInput } from "./chain-argument.ts";
import { defineTool } from "./tool.ts";

export const getVaultLimits = defineTool({
  name: "get_vault_limits",
  description:
    "Shows what bounds the calls of this vault on a chain: most per transaction, in 24 hours " +
    "and per bought token, tokens, venues, and what is left of them now.",
  category: "Operator Settings",
  says: [
    "what are my limits",
    "limits",
    "limit",
    "what left of limits",
    "~how much trade|spend|left",
    "~what|which trade|spend|permitted|allowed|maximum|max|most [transaction|day]",
    "~spending|daily|trading|vault|budget|day|maximum|max|left|remaining " +
      "limit|limits|headroom|cap|caps|allowance [{pace:day}] [today]",
    "~headroom|allowance [limits]",
    "~limits|limit|caps used|left|present|current|show|what",
  ],
  access: "operator",
  leastScope: "read",
  effect: "read",
  alsoOnVenues: true,
  input: chainInput,
  example: {},
  model: "shown",
  hints: { openWorld: false },
  output: () => limitsState,
  run: async (ctx) => {
    const state = vaultLimitsState(await ctx.stored(), ctx.deps.chain(ctx.chainId).addresses);
    return allow({ message: limitLines(state).join("\n"), data: state });
  },
});
