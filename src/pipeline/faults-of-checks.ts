import { DRY_RUN_CHECKS, type DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Check } from "../kinds/check.ts";
import type { Tables } from "../kinds/tables.ts";

const AROUND: readonly DryRunCheckName[] = [
  ...([
    "plan",
    "order_bounds",
    "who_may_send",
    "owner_transactions",
    "approval",
    "change",
  ] as const),
];

/** Sentences on faults that the compiler cannot see. */
export async function faultsOfChecks(checks: Tables["checks"]): Promise<string[]> {
  const rows = await Promise.all(
    Object.entries(checks).map(async ([stage, load]) => [stage, await load()] as const),
  );
  const wrong = rows.flatMap(([stage, list]) =>
    list.flatMap((check) => faultsOf(stage, check).map((fault) => `${check.name}: ${fault}`)),
  );
  const names = new Set(rows.flatMap(([, list]) => list.map(({ name }) => name)));
  const without = DRY_RUN_CHECKS.filter((name) => !names.has(name) && !AROUND.includes(name));
  return [...wrong, ...without.map((name) => `${name}: no row has a check of that name.`)];
}

function faultsOf(
  stage: string,
  { name, stage: own, judge, needs, appliesTo }: Check<Record<string, unknown>>,
): string[] {
  const faults: [part: string, isWrong: boolean][] = [
    ["name is not in the closed list of checks.", !DRY_RUN_CHECKS.includes(name)],
    [`stage is ${own}, and its row is ${stage}.`, own !== stage],
    ["judge is no function.", typeof judge !== "function"],
    ["appliesTo is no function.", typeof appliesTo !== "function"],
    ["needs is no list.", !Array.isArray(needs)],
  ];
  return faults.filter(([, isWrong]) => isWrong).map(([part]) => part);
}
