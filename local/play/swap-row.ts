import type { ChainView, SeenSwap } from "./watch-chain.ts";

/** A line of a table: what a transaction of the agent's really sold and bought, and its hash. */
export function swapRow(
  name: string,
  swap: SeenSwap,
  { shown }: Pick<ChainView, "shown">,
): string[] {
  const sides = [swap.sold, swap.bought].map((moves) => moves.map(shown).join(" + ").padEnd(14));
  const [sold = "", bought = ""] = sides;
  return [name, swap.succeeded ? `sold ${sold}  bought ${bought}` : "reverted", swap.hash];
}
