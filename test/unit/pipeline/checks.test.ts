import { describe, expect, test } from "vitest";
import { DRY_RUN_CHECKS } from "../../../schemas/dry-run-checks.ts";
import type { DryRun } from "../../../src/kinds/dry-run.ts";
import type { CheckFacts } from "../../../src/pipeline/check-facts.ts";
import { CHECKS } from "../../../src/pipeline/checks.ts";
import { defineCheck } from "../../../src/pipeline/define-check.ts";
import { judgeEach } from "../../../src/pipeline/judge-each.ts";

/* By hand from the spec, "Safety stack". */
describe("the list", () => {
  const ofStage = (stage: string) => CHECKS.filter((check) => check.stage === stage).map(({ name }) => name);

  test("default: the Swap Shield before calldata is built, then the simulation and the NAV Shield, and right before broadcast the seven points and the NAV Shield again", () => {
    expect(ofStage("plan")).toEqual(["calldata", "oracle_window", "balance", "oracle_window", "swap_shield"]);
    expect(ofStage("built")).toEqual(["quoted_transaction", "limits"]);
    expect(ofStage("simulated")).toEqual([
      ...["oracle_window", "limits", "simulation", "call_rule", "nav_effect", "nav_shield", "simulated_amounts"],
    ]);
    expect(ofStage("now")).toEqual([
      ...["nav_effect", "owner"],
      // 1 to 7 of the spec.
      ...["delegation", "target", "selector", "agent", "simulation_now", "gas_balance", "gas_caps"],
      ...["call_rule_now", "nav_shield_now"],
    ]);
    const stages = CHECKS.map(({ stage }) => ["plan", "built", "simulated", "now"].indexOf(stage));
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
  });

  test("behavior: a report has a name for each, and none needs what only one behind it gives", () => {
    expect(CHECKS.map(({ name }) => name).filter((name) => !DRY_RUN_CHECKS.includes(name))).toEqual([]);
    const at = (name: string, stage: string) => CHECKS.findIndex((one) => one.name === name && one.stage === stage);
    expect(at("nav_effect", "simulated")).toBeLessThan(at("nav_shield", "simulated"));
    expect(at("quoted_transaction", "built")).toBeLessThan(at("limits", "built"));
  });
});

describe("judgeEach", () => {
  const seen: string[] = [];
  const held = { ok: false, code: "conflict", message: "no" } as const;
  const gives = defineCheck({
    ...{ name: "nav_effect", stage: "simulated" },
    needs: [],
    judge: () => {
      seen.push("gives");
      return held;
    },
  });
  const needs = defineCheck({
    ...{ name: "nav_shield", stage: "simulated" },
    needs: ["effect"],
    judge: ({ effect }) => {
      seen.push(`needs ${effect.kind}`);
      return { ok: true, value: {} };
    },
  });
  const other = defineCheck({
    ...{ name: "limits", stage: "simulated" },
    needs: [],
    judge: () => ({ ok: true, value: { figures: { spent: "1" }, gives: { spend: undefined } } }),
  });
  const absent = defineCheck({
    ...{ name: "balance", stage: "simulated" },
    appliesTo: () => false,
    needs: ["plan"],
    judge: () => held,
  });

  test("default: a write ends by the first refusal, and judges nothing behind it", () => {
    seen.length = 0;
    const facts: Partial<CheckFacts> = {};
    expect(judgeEach({}, [absent, gives, other], facts)).toEqual(held);
    expect([seen, facts]).toEqual([["gives"], {}]);
  });

  test("behavior: a dry run goes on, tells what was not judged, and keeps the first refusal", () => {
    seen.length = 0;
    const [dryRun, facts]: [DryRun, Partial<CheckFacts>] = [{ checks: [] }, {}];
    expect(judgeEach({ dryRun }, [absent, gives, needs, other], facts)).toEqual({ ok: true, value: { passed: held } });
    expect(dryRun).toEqual({
      checks: [
        { name: "nav_effect", ok: false, error: "conflict", message: "no" },
        { name: "nav_shield", ok: null },
        { name: "limits", ok: true, figures: { spent: "1" } },
      ],
      refusal: held,
    });
    expect([seen, Object.keys(facts)]).toEqual([["gives"], ["spend"]]);
  });

  test("error: a write without a fact that a check needs is a defect, and lets nothing through", () => {
    expect(() => judgeEach({}, [needs], {})).toThrow("nav_shield is judged without effect");
  });

  test("default: with its facts a check is judged, and what it gives is there for those behind it", () => {
    seen.length = 0;
    const facts: Partial<CheckFacts> = { effect: { kind: "keeps" } };
    expect(judgeEach({}, [needs, other], facts)).toEqual({ ok: true, value: { passed: undefined } });
    expect(seen).toEqual(["needs keeps"]);
  });
});
