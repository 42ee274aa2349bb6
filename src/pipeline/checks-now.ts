import type { ExecutionContext } from "../kinds/execution-context.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { CallCheck } from "./check-facts.ts";
import { CHECKS_OF_SEVEN } from "./checks-of-seven.ts";
import { defineCheck, given, passed } from "./define-check.ts";
import { measureExit, measureNav } from "./measure-nav.ts";
import type { PreBroadcastCheck } from "./simulate-at-broadcast.ts";

const stage = "now";

/**
 * Checks right before sending: ownership (decision D3), the seven points, the call's own check, the
 * NAV Shield.
 */
export const CHECKS_NOW: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "nav_effect", stage },
    needs: ["effectNowRead"],
    judge: ({ effectNowRead }) => given("effectNow", effectNowRead),
  }),
  defineCheck({
    ...{ name: "owner", stage },
    needs: ["ctx", "look"],
    judge: ({ ctx, look }) => judgeOwner(ctx, look.owner),
  }),
  ...CHECKS_OF_SEVEN,
  defineCheck({
    ...{ name: "call_rule_now", stage },
    appliesTo: ({ rechecked }) => rechecked !== undefined,
    needs: ["rechecked"],
    judge: ({ rechecked = allow(undefined) }) => passed(rechecked),
  }),
  defineCheck({
    ...{ name: "nav_shield_now", stage },
    appliesTo: ({ call }) => call?.movesAssets === true,
    needs: ["call", "look", "effectNow"],
    judge: ({ call: { isExit, measured, figures }, look, effectNow: effect }) => {
      // As at the build: a window only grows.
      const oracleWindowSec = figures.navShield?.oracleWindowSec ?? null;
      const nav = (isExit ? measureExit : measureNav)(look, {
        ...measured,
        baselineUnitaryValue: measured.baseline,
        ...{ oracleWindowSec, effect },
      });
      return nav.ok ? allow({ figures: { ...nav.value }, gives: { navNow: nav.value } }) : nav;
    },
  }),
];

function judgeOwner(
  { vault, chainId, operator }: ExecutionContext,
  owner: PreBroadcastCheck["owner"],
): Verdict<Record<never, never>> {
  if (!owner.ok)
    return owner.kind === "reverted"
      ? refuse("unknown_vault", "The vault refuses to name its owner. Nothing was sent.", {
          vault,
          chainId,
        })
      : refuse(
          "rpc_unavailable",
          "The vault's owner could not be read. Nothing was sent; please try again.",
        );
  if (owner.value === operator) return allow({});
  return refuse("not_vault_owner", "The vault has another owner now. Nothing was sent.", {
    vault,
    chainId,
  });
}
