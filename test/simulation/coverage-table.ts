import { EXPECTED_COVERAGE } from "./expected-coverage.ts";
import type { SimulationResult } from "./simulate-histories.ts";

/**
 * The share of histories that reached each state and each fault, one line each; what none reached
 * stands as 0.
 */
export function coverageTable({
  reached,
  histories,
}: Pick<SimulationResult, "reached" | "histories">): string {
  const names = [...new Set([...EXPECTED_COVERAGE, ...reached.keys()])].toSorted();
  return names
    .map((name) => {
      const times = reached.get(name) ?? 0;
      return `${((times * 100) / histories).toFixed(2).padStart(7)} %  ${name}`;
    })
    .join("\n");
}
