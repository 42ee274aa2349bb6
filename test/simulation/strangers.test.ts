import { expect, test } from "vitest";
import { isWholeRun } from "../support/is-whole-run.ts";
import { playWorld } from "./strangers/play-world.ts";

/**
 * Each is drawn from its number: `npm run strangers -- --seed S --worlds 1 --trace` plays one
 * again.
 */
const WORLDS = isWholeRun ? 300 : 30;

test(`behavior: ${WORLDS} vaults among strangers lose within limits; all comes out`, async () => {
  const reached = new Set<string>();
  const failed: string[] = [];
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const result = await playWorld(seed);
    for (const one of result.reached) reached.add(one);
    if (result.violations.length > 0) failed.push(`seed ${seed}: ${result.violations.join("; ")}`);
  }
  expect(failed).toEqual([]);
  // A world in which nothing happens loses nothing either.
  for (const state of [
    ...[
      "add_liquidity: executed",
      "add_liquidity: swap_shield_blocked",
      "build_vault_swap: executed",
    ],
    ...[
      "build_vault_swap: swap_shield_blocked",
      "remove_liquidity: executed",
      "burn_position: executed",
    ],
    ...["stranger: donation of EVIL", "stranger: oracle of USDC", "stranger: lets go"],
  ])
    expect([...reached]).toContain(state);
});

test("behavior: the same number gives the same world", async () => {
  const play = async (): Promise<string[]> => {
    const lines: string[] = [];
    await playWorld(4, (line) => lines.push(line));
    return lines;
  };
  const first = await play();
  expect(first.length).toBeGreaterThan(20);
  expect(await play()).toEqual(first);
});
