import type { Wanted } from "../corpus/clear-commands.ts";
import type { RunCall } from "./turn-world.ts";

/**
 * Whether the one call that ran is the wanted one: the same tool, every wanted argument, and no
 * other that changes something.
 */
export function isWanted(calls: readonly RunCall[], { tool, args, chain = 8453 }: Wanted): boolean {
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0 || call.tool !== tool || call.chainId !== chain)
    return false;
  const names = new Set([...Object.keys(args), ...Object.keys(call.args)]);
  return [...names].every((name) => same(args[name], call.args[name]));
}

/** Symbols in any case, amounts by their value. */
function same(wanted: unknown, got: unknown): boolean {
  if (typeof wanted !== "string" || typeof got !== "string")
    return JSON.stringify(wanted) === JSON.stringify(got);
  // Of the 1,000 that the vault holds (corpus-outcome.ts).
  const [, percent] = /^(\d+(?:\.\d{4})?)%$/.exec(wanted) ?? [];
  return plain(percent === undefined ? wanted : String(Number(percent) * 10)) === plain(got);
}

const plain = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text)
    ? text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")
    : text.toLowerCase();
