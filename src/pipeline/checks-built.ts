import { allow } from "../lib/verdict.ts";
import { builtSwap } from "./built-swap.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";
import { judgeLimits } from "./judge-limits.ts";
import { judgeTokens } from "./judge-tokens.ts";
import { limitedOf } from "./limited-of.ts";
import { judgeGrant } from "./spend-of-call.ts";

const stage = "built";

/** What the bytes of a call must pass before they are simulated: those of a venue mean what was asked for, and the vault's limits name where they go. */
export const CHECKS_BUILT: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "quoted_transaction", stage },
    appliesTo: ({ plan }) => plan?.kind === "swap",
    needs: ["ctx", "plan", "written"],
    judge: ({ ctx, plan, written, swapShield = null }) => {
      if (plan.kind !== "swap") return allow({});
      if (!written.ok) return written;
      const { tables } = ctx.deps;
      return allow({ gives: { built: builtSwap(plan, written.value, { swapShield, tables }) } });
    },
  }),
  defineCheck({
    ...{ name: "limits", stage },
    needs: ["ctx", "subject", "priced", "stored", "built"],
    judge: (facts) => {
      const { ctx, stored } = facts;
      const { limited, unnamed } = limitedOf(facts);
      const listed = judgeLimits(stored.limits, limited, ctx.deps.chain(ctx.chainId).addresses);
      const judged = listed.ok ? judgeTokens(ctx, unnamed) : listed;
      return judged.ok ? allow({}) : judged;
    },
  }),
  defineCheck({
    ...{ name: "grant", stage },
    appliesTo: ({ ctx }) => ctx?.grant !== undefined,
    needs: ["ctx", "subject", "priced", "stored", "built"],
    judge: (facts) => {
      const judged = judgeGrant(facts.ctx, limitedOf(facts).limited, facts.priced.baseToken);
      return judged.ok ? allow({}) : judged;
    },
  }),
];
