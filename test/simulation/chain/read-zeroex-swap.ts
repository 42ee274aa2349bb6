import type { Address, Hex } from "viem";
import type { SwapCall } from "./read-swap.ts";
import { words } from "./words.ts";

/** The one Settler of the simulated chains. */
export const SETTLER: Address = `0x${"7".repeat(40)}`;

const SETTLER_EXECUTE = "1fff991f";
const TRANSFER_FROM = "c1fb425e";
const UNISWAPV3 = "8d68a156";

/**
 * Reads AllowanceHolder.exec around Settler.execute by hand: what is taken goes to the Settler, all
 * of it is swapped, and what arrives is the recipient's. Undefined for anything else, and where
 * more is taken than exec allows: the chain reverts that.
 */
export function readZeroExSwap(data: Hex): SwapCall | undefined {
  const outer = data.slice(10);
  const [operator, token, target] = [0, 1, 3].map((index) => addressAt(outer, index)) as [
    Address,
    Address,
    Address,
  ];
  const allowed = words.big(outer, 2);
  const bytesAt = (words.number(outer, 4) / 32 + 1) * 64;
  if (
    operator !== SETTLER ||
    target !== SETTLER ||
    outer.slice(bytesAt, bytesAt + 8) !== SETTLER_EXECUTE
  )
    return undefined;
  const inner = outer.slice(bytesAt + 8);
  const actions = actionsOf(inner);
  let taken = 0n;
  let deadlineSec = Number.POSITIVE_INFINITY;
  for (const action of actions) {
    if (action.startsWith(UNISWAPV3)) continue;
    const body = action.slice(8);
    const isOurs =
      action.startsWith(TRANSFER_FROM) &&
      addressAt(body, 0) === SETTLER &&
      addressAt(body, 1) === token;
    if (!isOurs) return undefined;
    taken += words.big(body, 2);
    deadlineSec = Math.min(deadlineSec, words.number(body, 4));
  }
  if (taken > allowed || !actions.some((action) => action.startsWith(UNISWAPV3))) return undefined;
  return {
    mode: "exactIn",
    tokenIn: token,
    tokenOut: addressAt(inner, 1),
    amountBase: taken,
    limitBase: words.big(inner, 2),
    recipient: addressAt(inner, 0),
    deadlineSec,
  };
}

const addressAt = (body: string, index: number): Address => `0x${words.at(body, index).slice(24)}`;

function actionsOf(inner: string): string[] {
  const listAt = words.number(inner, 3) / 32;
  return Array.from({ length: words.number(inner, listAt) }, (_, index) => {
    const at = listAt + 1 + words.number(inner, listAt + 1 + index) / 32;
    return inner.slice((at + 1) * 64, (at + 1) * 64 + words.number(inner, at) * 2);
  });
}
