import { globSync } from "node:fs";
import { join } from "node:path";
import type { Hex } from "viem";
import { afterAll, describe, expect, test } from "vitest";
import type { OwnerStep, Plan } from "../../../src/kinds/plan.ts";
import type { Refusal, Verdict } from "../../../src/lib/verdict.ts";
import { buildSwap } from "../../../src/pipeline/build-swap.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { judgeCall } from "../../../src/pipeline/checks/judge-call.ts";
import { judgeOwnerSteps } from "../../../src/pipeline/checks/judge-owner-steps.ts";
import { executeOwnerPlan } from "../../../src/pipeline/execute-owner-plan.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";
import { calldata, role } from "../calldata/safety-vectors.ts";
import { type Column, mutationTable, type TableLine } from "./support/mutation-table.ts";
import { ATTACKER, type Mutation, mutations } from "./support/mutations.ts";
import { type ToolBench, toolBench } from "./support/tool-bench.ts";
import type { ToolRow } from "./support/tool-row.ts";
import { TOOL_ROWS as CENTRAL_ROWS } from "./support/tool-rows.ts";

/*
 * Mutations by tools: every transaction tool plans over recorded chain facts, its calldata is
 * changed word by word and as a whole, and the pipeline refuses each change by the name of what
 * differs. What comes through stands in its row with the reason.
 */
/** With those of rooms that have their own: test/unit/<room>/tool-rows.ts. */
const TOOL_ROWS: readonly ToolRow[] = [...CENTRAL_ROWS, ...(await rowsOfRooms())];

async function rowsOfRooms(): Promise<ToolRow[]> {
  const unit = join(import.meta.dirname, "..");
  const rooms = globSync("*/tool-rows.ts", { cwd: unit }).map((path) => import(join(unit, path)));
  return (await Promise.all(rooms)).flatMap(({ TOOL_ROWS: rows }) => rows);
}

type Change = { kind: Column; at: string; judge: () => Promise<Judged> };
/** `isSame`: the service wrote over what was changed. */
type Judged = { verdict: Verdict<unknown>; isSame?: boolean };

const table: TableLine[] = [];
afterAll(() => console.log(mutationTable(table)));

test("every transaction tool of the registry has a row", () => {
  const tools = TOOLS.filter(({ effect }) => effect === "transaction").map(({ name }) => name);
  expect([...new Set(TOOL_ROWS.map(({ tool }) => tool))].toSorted()).toEqual(tools.toSorted());
});

describe.each(TOOL_ROWS)("$tool: $what", (row) => {
  test("error: every change of what it built is refused, by the name of what differs", async () => {
    const bench = await toolBench();
    const ctx = bench.context(row.context);
    const plan = await planned(bench, ctx, row);
    const changes = await changesOf(bench, ctx, { plan, row });
    const counts = new Map<Column, [number, number]>();
    const passed: string[] = [];
    const named = new Set<string>();
    for (const { kind, at, judge } of changes) {
      const { verdict, isSame = false } = await judge();
      const [refused, all] = counts.get(kind) ?? [0, 0];
      counts.set(kind, [refused + (verdict.ok && !isSame ? 0 : 1), all + 1]);
      if (verdict.ok) {
        if (!isSame) passed.push(`${at}: ${kind}`);
        continue;
      }
      expect([at, kind, verdict.code]).toEqual([
        at,
        kind,
        row.venue === undefined ? "calldata_rejected" : "venue_calldata_rejected",
      ]);
      const field = fieldOf(verdict);
      expect(verdict.message).toContain(field);
      named.add(field);
    }
    table.push({ name: `${row.tool} (${row.what})`, counts });
    const harmless = Object.values(row.harmless ?? {}).flat();
    const isMeant = (place: string) =>
      harmless.some((one) => one === place || one === `${place.split(":")[0]}: any`);
    expect(passed.filter((place) => !isMeant(place))).toEqual([]);
    const letsThrough = (one: string) =>
      passed.some((place) => place === one || one === `${place.split(":")[0]}: any`);
    expect(harmless.filter((one) => !letsThrough(one))).toEqual([]);
    expect(row.names.filter((name) => !named.has(name))).toEqual([]);
    expect(bench.bench.sent).toEqual([]);
  });
});

/** The name of what differs: a field, or what a sentence in brackets says of the transaction. */
const fieldOf = ({ message, details }: Refusal): string =>
  String(details?.field ?? details?.what ?? /\((.*)\)/.exec(message)?.[1]);

async function planned({ bench }: ToolBench, ctx: ToolContext, row: ToolRow): Promise<Plan> {
  const tool = TOOLS.find(({ name }) => name === row.tool);
  if (tool?.effect !== "transaction") throw new Error(`${row.tool} is no transaction tool`);
  if (row.venue !== undefined) {
    const { id, limitBase, amountOutBase } = row.venue;
    bench.venues[id] = {
      id,
      quote: async (request) => {
        const amounts = { amountInBase: request.amountBase, amountOutBase, limitBase };
        return { ok: true, value: { venue: id, request, ...amounts, gasUnits: 1n, raw: {} } };
      },
      transaction: async () => {
        throw new Error("no calldata yet");
      },
    };
  }
  const plan = await tool.plan(ctx, tool.input.parse(row.args) as never);
  if (!plan.ok) throw new Error(plan.message);
  return plan.value;
}

async function changesOf(
  bench: ToolBench,
  ctx: ToolContext,
  { plan, row }: { plan: Plan; row: ToolRow },
): Promise<Change[]> {
  if (plan.kind === "swap") return swapChanges(bench, ctx, { plan, row });
  if (plan.kind === "owner") return ownerChanges(ctx, plan);
  expect(await judgeCall(ctx, plan)).toMatchObject({ ok: true });
  return mutations(plan.data, row).map(({ kind, at, data }) => ({
    ...{ kind, at },
    judge: async () => {
      const changed = { ...plan, data };
      const verdict = await judgeCall(ctx, changed);
      if (!verdict.ok) await refusedOutcome(ctx, changed, verdict.code);
      return { verdict };
    },
  }));
}

/** What is judged is what decides: nothing comes out of the pipeline either. */
async function refusedOutcome(ctx: ToolContext, plan: Plan, code: string): Promise<void> {
  const outcome = await (plan.kind === "owner"
    ? executeOwnerPlan(ctx, plan)
    : carryOut(ctx, plan, { kind: "call" }));
  expect(outcome).toMatchObject({ status: "refused", refusal: { code } });
  expect(outcome).not.toHaveProperty("transaction");
}

function ownerChanges(ctx: ToolContext, plan: Extract<Plan, { kind: "owner" }>): Change[] {
  const { addresses } = ctx.deps.chain(ctx.chainId);
  const judged = (steps: readonly OwnerStep[]) =>
    judgeOwnerSteps({ ...plan, steps }, { vault: ctx.vault, addresses });
  expect(judged(plan.steps)).toMatchObject({ ok: true });
  const change = (kind: Column, at: string, steps: readonly OwnerStep[]): Change => ({
    ...{ kind, at },
    judge: async () => {
      const verdict = judged(steps);
      if (!verdict.ok) await refusedOutcome(ctx, { ...plan, steps }, verdict.code);
      return { verdict };
    },
  });
  const transfer: Hex = `0xa9059cbb${ATTACKER.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
  return plan.steps.flatMap((step, index) => {
    const put = (changed: Partial<OwnerStep>) => plan.steps.with(index, { ...step, ...changed });
    const place = (at: string) => `${index + 1}.${at}`;
    return [
      ...mutations(step.data).map(({ kind, at, data }) => change(kind, place(at), put({ data }))),
      change("another destination", place("to"), put({ to: ATTACKER })),
      change("another destination", place("the operator"), put({ to: plan.sender })),
      // Of a purchase with the coin judge-owner-steps.ts says how much (owner-plan.test.ts).
      ...(step.expected.kind === "mint"
        ? []
        : [change("coin with it", place("1 wei"), put({ valueWei: 1n }))]),
      change(
        "another step",
        place("a transfer before"),
        plan.steps.toSpliced(index, 0, { ...step, data: transfer }),
      ),
      change(
        "another step",
        place("a transfer behind"),
        plan.steps.toSpliced(index + 1, 0, { ...step, data: transfer }),
      ),
    ];
  });
}

/** A hostile venue: it quoted well, and then answers with other calldata. */
async function swapChanges(
  { bench }: ToolBench,
  ctx: ToolContext,
  { plan, row }: { plan: Extract<Plan, { kind: "swap" }>; row: ToolRow },
): Promise<Change[]> {
  const { venue } = row;
  if (venue === undefined) throw new Error("a swap needs a venue");
  const good = calldata(venue.vector).replaceAll(role("vault").slice(2), ctx.vault.slice(2)) as Hex;
  const built = (data: Hex) => {
    bench.venues[venue.id] = {
      ...bench.venues[venue.id]!,
      transaction: async () => ({ ok: true, value: { to: ATTACKER, data, valueBase: 0n } }),
    };
    return buildSwap(ctx, plan);
  };
  const honest = await built(good);
  if (!honest.ok) throw new Error(honest.message);
  return mutations(good, row).map(({ kind, at, data }: Mutation) => ({
    ...{ kind, at },
    judge: async () => {
      const verdict = await built(data);
      if (!verdict.ok) return { verdict };
      // What comes through takes no more and brings no less than what was asked for, and not later.
      expect([at, kind, verdict.value.maxInBase]).toEqual([at, kind, honest.value.maxInBase]);
      expect(verdict.value.minOutBase).toBeGreaterThanOrEqual(honest.value.minOutBase);
      expect(verdict.value.deadlineSec).toBeLessThanOrEqual(honest.value.deadlineSec);
      // What the venue may not say is written by the service itself: the deadline, and nothing
      // behind the call.
      return { verdict, isSame: verdict.value.data === honest.value.data };
    },
  }));
}
