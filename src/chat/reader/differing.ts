import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import type { NotGrounded } from "../not-grounded.ts";
import type { Args } from "./figures-where.ts";
import { plain } from "./said-figures.ts";

/** Where two calls of one tool differ. `isContradiction`: both say it, and not the same. */
export type Difference = { reason: NotGrounded; said: string; isContradiction: boolean };

const REASONS: Readonly<Record<string, NotGrounded>> = {
  ...{ amountIn: "amount", amountOut: "amount", amount: "amount", totalAmount: "amount", size: "amount" },
  ...{
    tokenIn: "token",
    tokenOut: "token",
    sellToken: "token",
    buyToken: "token",
    token: "token",
    side: "unclear_side",
  },
  ...{ sliceAmount: "slices", slices: "slices", intervalMinutes: "interval", price: "price", limitPrice: "price" },
  ...{ chain: "chain", sourceChain: "chain", destinationChain: "chain", dex: "venue", id: "order_id" },
};
/** The words' own, whoever proposes the call. */
const OWN: ReadonlySet<string> = new Set(["autoExecute"]);

/** The first difference between what the reader made of the words and what was proposed for them; undefined where they are one. */
export function differing(read: Args, proposed: Args, chainId: number): Difference | undefined {
  const [left, right] = [normal(read, chainId), normal(proposed, chainId)];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (name) => left[name] !== right[name],
  );
  const both = names.find((name) => left[name] !== undefined && right[name] !== undefined);
  const name = both ?? names[0];
  if (name === undefined) return undefined;
  return {
    reason: REASONS[name] ?? "figure",
    said: `${left[name] ?? "nothing"} and not ${right[name] ?? "nothing"}`,
    isContradiction: both !== undefined,
  };
}

/** Amounts by their value, symbols in one case, slices by their number. */
function normal(args: Args, chainId: number): Record<string, string | undefined> {
  const { sliceCount, durationMinutes, sliceAmount, priceOf, dex, ...rest } = args;
  const minutes = Number(args.intervalMinutes);
  const named = dex === undefined ? undefined : parseVenue(String(dex));
  const venue = named?.ok ? named.value : dex;
  const count =
    sliceCount ??
    (durationMinutes === undefined
      ? sliceAmount === undefined
        ? undefined
        : Number(args.totalAmount) / Number(sliceAmount)
      : Number(durationMinutes) / minutes);
  const all: Args = {
    ...rest,
    ...(count !== undefined && { slices: count }),
    ...(args.type !== undefined && { priceOf: priceOf ?? (args.side === "sell" ? "sellToken" : "buyToken") }),
    // Left out it is the service's default, or its choice.
    ...(venue !== undefined && venue !== "0x" && { dex: venue }),
  };
  return Object.fromEntries(
    Object.entries(all)
      .flatMap(([name, value]) =>
        value === undefined || value === false || OWN.has(name) ? [] : [[name, textOf(name, value, chainId)]],
      )
      .filter(([, value]) => value !== undefined),
  );
}

function textOf(name: string, value: unknown, chainId: number): string | undefined {
  if (typeof value === "object") return JSON.stringify(value);
  const text = plain(String(value).trim());
  if (!/chain/i.test(name)) return /^0x/.test(text) ? text : text.toLowerCase();
  const chain = parseChain(text);
  return chain.ok ? (chain.value === chainId && name !== "destinationChain" ? undefined : String(chain.value)) : text;
}
