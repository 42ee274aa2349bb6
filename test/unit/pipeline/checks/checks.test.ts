import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../../../schemas/error-codes.ts";
import type { CheckStage } from "../../../../src/kinds/check.ts";
import type { DryRun } from "../../../../src/kinds/execution-context.ts";
import { type CheckFacts, defineCheck } from "../../../../src/pipeline/checks/define-check.ts";
import { faultsOfChecks } from "../../../../src/pipeline/checks/faults-of-checks.ts";
import { checksOfStage, judgeEach } from "../../../../src/pipeline/checks/run-checks.ts";
import { TABLES } from "../../../../src/tables.ts";

/** Of the table, in the order of its stages. */
const CHECKS = (
  await Promise.all(
    Object.keys(TABLES.checks).map((stage) => checksOfStage(TABLES, stage as CheckStage)),
  )
).flat();

/* By hand from the spec, "Safety stack". */
describe("the list", () => {
  const ofStage = (stage: string) =>
    CHECKS.filter((check) => check.stage === stage).map(({ name }) => name);

  test("default: Swap Shield, simulation, NAV Shield; on sending seven points, NAV Shield", () => {
    expect(ofStage("plan")).toEqual([
      "calldata",
      "oracle_window",
      "balance",
      "oracle_window",
      "swap_shield",
    ]);
    expect(ofStage("built")).toEqual(["quoted_transaction", "limits", "grant"]);
    expect(ofStage("simulated")).toEqual([
      ...[
        "oracle_window",
        "limits",
        "grant",
        "simulation",
        "call_rule",
        // Of a way out, by the price that its rule knows.
        "grant",
        "nav_effect",
        "nav_shield",
        "simulated_amounts",
      ],
    ]);
    expect(ofStage("now")).toEqual([
      ...["nav_effect", "owner"],
      // 1 to 7 of the spec.
      ...["delegation", "target", "selector", "agent", "simulation_now", "gas_balance", "gas_caps"],
      ...["call_rule_now", "nav_shield_now"],
    ]);
    expect(ofStage("held")).toEqual(["loss_budget_now"]);
    // Of a delegated call, between the simulation and that: what is known before it is signed, then
    // what the script that writes it down says.
    expect(ofStage("claimed")).toEqual(["oracle_swap_hour"]);
    expect(ofStage("signed")).toEqual(["delegation_record", "gas_fees", "signing"]);
    expect(ofStage("written")).toEqual([
      "frozen",
      "delegation_record",
      "limits",
      "wallet_queue",
      "loss_budget",
    ]);
    const order = ["plan", "built", "simulated", "claimed", "signed", "written", "now", "held"];
    const stages = CHECKS.map(({ stage }) => order.indexOf(stage));
    expect(stages).toEqual(stages.toSorted((a, b) => a - b));
  });

  test("behavior: a report has a name for each; none needs what only a later gives", async () => {
    expect(await faultsOfChecks(TABLES.checks)).toEqual([]);
    const at = (name: string, stage: string) =>
      CHECKS.findIndex((one) => one.name === name && one.stage === stage);
    expect(at("nav_effect", "simulated")).toBeLessThan(at("nav_shield", "simulated"));
    expect(at("quoted_transaction", "built")).toBeLessThan(at("limits", "built"));
  });
});

describe("what the script that writes an intent answers", () => {
  const WRITTEN = CHECKS.filter(({ stage }) => stage === "written");
  const told = (answered: CheckFacts["intentWritten"]) => {
    const dryRun: DryRun = { checks: [] };
    const write = judgeEach({}, WRITTEN, { intentWritten: answered });
    judgeEach({ dryRun }, WRITTEN, { intentWritten: answered });
    return {
      write,
      checks: dryRun.checks.map(({ name, ok }) => `${ok === true ? "" : "not "}${name}`),
    };
  };
  const refused = (code: ErrorCode) => ({ ok: false, code, message: "no" }) as const;

  test("default: all of its points are passed by what was written down", () => {
    expect(told({ ok: true, value: {} })).toEqual({
      write: { ok: true, value: { passed: undefined } },
      checks: ["frozen", "delegation_record", "limits", "wallet_queue", "loss_budget"],
    });
  });

  // The order in which the script judges, and the codes by which it refuses:
  // store/attempts/prepare-attempt.ts.
  test.each<[ErrorCode, string[]]>([
    ["vault_frozen", ["not frozen"]],
    ["delegation_disabled", ["frozen", "not delegation_record"]],
    ["not_delegated", ["frozen", "not delegation_record"]],
    ["agent_mismatch", ["frozen", "not delegation_record"]],
    ["limit_exceeded", ["frozen", "delegation_record", "not limits"]],
    ["conflict", ["frozen", "delegation_record", "limits", "not wallet_queue"]],
    ["twap_order_not_active", ["frozen", "delegation_record", "limits", "not wallet_queue"]],
    [
      "loss_budget_exceeded",
      ["frozen", "delegation_record", "limits", "wallet_queue", "not loss_budget"],
    ],
  ])(
    "error: %s ends a write by its own words; a dry run tells what was judged before it, and nothing of what was not",
    (code, checks) => {
      expect(told(refused(code))).toEqual({ write: refused(code), checks });
    },
  );
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

  test("behavior: a dry run goes on, tells what was unjudged, keeps the first refusal", () => {
    seen.length = 0;
    const [dryRun, facts]: [DryRun, Partial<CheckFacts>] = [{ checks: [] }, {}];
    expect(judgeEach({ dryRun }, [absent, gives, needs, other], facts)).toEqual({
      ok: true,
      value: { passed: held },
    });
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

  test("error: a write without a fact a check needs is a defect, lets nothing through", () => {
    expect(() => judgeEach({}, [needs], {})).toThrow("nav_shield is judged without effect");
  });

  test("default: with its facts a check is judged, its result there for those behind it", () => {
    seen.length = 0;
    const facts: Partial<CheckFacts> = { effect: { kind: "keeps" } };
    expect(judgeEach({}, [needs, other], facts)).toEqual({
      ok: true,
      value: { passed: undefined },
    });
    expect(seen).toEqual(["needs keeps"]);
  });
});
