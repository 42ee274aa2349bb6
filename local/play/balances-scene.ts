import { formatUnits, parseUnits } from "viem";
import { navPerUnit } from "./nav-per-unit.ts";
import type { Scene } from "./scene.ts";
import { table } from "./table.ts";
import type { Movement } from "./watch-chain.ts";

/** By the chain, and what a unit was worth before all of the above and after it, by the service. */
export const balancesScene: Scene = {
  title: "The vault's balances on chain 8453",
  play: async (stage) => {
    const { chain, before, print } = stage;
    const [after, nav] = [await chain.balances(), await navPerUnit(stage)];
    const rows = chain.assets
      .map((asset) => ({
        asset,
        was: amountIn(before.balances, asset.symbol),
        is: amountIn(after, asset.symbol),
      }))
      .filter(({ was, is }) => was > 0n || is > 0n)
      .map(({ asset, was, is }) =>
        [was, is, is - was].map((amountBase) => chain.shown({ asset, amountBase })),
      );
    print(table([["before", "after", "change"], ...rows]));
    print(
      `\n${table([["NAV per unit", before.navPerUnit, nav, changeOf(before.navPerUnit, nav)]])}\n`,
    );
  },
};

const amountIn = (held: readonly Movement[], symbol: string): bigint =>
  held.find(({ asset }) => asset.symbol === symbol)?.amountBase ?? 0n;

function changeOf(before: string, after: string): string {
  const [amountBefore = "0"] = before.split(" ");
  const [amountAfter = "0", symbol = ""] = after.split(" ");
  return `${formatUnits(parseUnits(amountAfter, 18) - parseUnits(amountBefore, 18), 18)} ${symbol}`;
}
