import fc from "fast-check";
import { expect, test } from "vitest";
import { chainOf } from "../../../src/chain-of.ts";
import { readMessage } from "../../../src/chat/read-message.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { onBase } from "./context.ts";

/** What a place of a plain command may hold: the words, and the argument that they are. */
type Value = readonly [words: string, argument: unknown];
const decimal = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom("", ".5", ".25"))
  .map(([whole, rest]) => `${whole}${rest}`);
const whole = fc.integer({ min: 2, max: 999 });
const same = (values: readonly string[]) =>
  fc.constantFrom(...values).map((value): Value => [value, value]);
const onChain = fc
  .constantFrom<[string, 10 | 42161 | 137]>(
    ["optimism", 10],
    ["arbitrum", 42_161],
    ["polygon", 137],
  )
  .map(([name, id]): Value => [name, chainOf(id).name]);
const VALUES: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  amount: decimal.map((value): Value => [value, value]),
  number: decimal.map((value): Value => [value, value]),
  price: decimal.map((value): Value => [value, value]),
  token: same(["usdc", "weth"]),
  coin: same(["usdc", "weth"]),
  dollar: same(["usdc"]),
  chain: onChain,
  place: onChain,
  named: whole.map((id): Value => [`order ${id}`, id]),
  order: whole.map((id): Value => [String(id), id]),
  trigger: whole.map((id): Value => [`trigger ${id}`, id]),
  nth: whole.map((id): Value => [String(id), id]),
  nft: whole.map((id): Value => [String(id), String(id)]),
  count: whole.map((count): Value => [String(count), count]),
  minutes: whole.map((minutes): Value => [`${minutes} minutes`, minutes]),
  every: whole.map((minutes): Value => [`every ${minutes} minutes`, minutes]),
  percent: whole.map((percent): Value => [`${percent}%`, `${percent}%`]),
  fraction: fc.integer({ min: 1, max: 99 }).map((percent): Value => [`${percent}%`, `${percent}%`]),
  bps: whole.map((bps): Value => [`${bps} bps`, bps]),
  fee: fc.constantFrom<Value>(["0.05%", 500], ["0.3%", 3_000]),
  pair: fc.constantFrom<Value>(["weth/usdc", ["weth", "usdc"]]),
  range: fc.constantFrom<Value>(["full range", "full"], ["+-10%", "+-10%"]),
  leverage: whole.map((times): Value => [`${times}x`, String(times)]),
  market: same(["ETH", "BTC"]),
  long: fc.constantFrom<Value>(["long", true], ["short", false]),
  side: same(["buy", "sell"]),
  pace: fc.constant<Value>(["a day", "day"]),
  method: same(["wrapeth", "execute"]),
};

/**
 * A pattern's words with its places filled: what may be left out is, and of several words the first
 * stands.
 */
function filled(text: string): fc.Arbitrary<{ words: string; args: Record<string, unknown> }> {
  const tokens = text.replace(/\[[^\]]*\]/g, " ").match(/\{[^}]*\}|[^\s{}]+/g) ?? [];
  const parts = tokens.map((token): fc.Arbitrary<readonly [string, string, unknown]> => {
    if (!token.startsWith("{")) return fc.constant([token.split("|")[0] ?? "", "", undefined]);
    const [kind = "", name = kind] = token.slice(1, -1).split(":");
    const value = VALUES[kind];
    if (value === undefined) throw new Error(`No value for ${kind}.`);
    return value.map(([words, argument]) => [words, name, argument] as const);
  });
  return fc.tuple(...parts).map((said) => ({
    words: said
      .map(([words]) => words)
      .join(" ")
      .replace(/ ([:,])/g, "$1"),
    args: Object.fromEntries(
      said.flatMap(([, name, argument]) => (name === "" ? [] : [[name, argument]])),
    ),
  }));
}

const PLAIN = TOOLS.flatMap(({ name, says = [], input: { shape } }) => {
  const [first] = says;
  const [text, args] = first === undefined || typeof first === "string" ? [first, {}] : first;
  return text === undefined || text.startsWith("~") ? [] : [{ name, text, args, shape }];
});

test("default: nearly every tool has a plain command", () => {
  expect(PLAIN.length).toBeGreaterThanOrEqual(54);
});

test.each(PLAIN)(
  "behavior: $name is read from its plain command, with the arguments in it: $text",
  ({ name, text, args, shape }) => {
    fc.assert(
      fc.property(filled(text), ({ words, args: found }) => {
        const tokens = [found.token, found.tokenIn, found.tokenOut, found.of].filter(
          (one) => one !== undefined,
        );
        const chains = [found.sourceChain, found.destinationChain].filter(
          (one) => one !== undefined,
        );
        fc.pre(new Set(tokens).size === tokens.length && new Set(chains).size === chains.length);
        const reading = readMessage(words, { ...onBase, nowMs: 1_790_000_000_000 });
        expect(reading, words).toMatchObject({ kind: "call", tool: name });
        if (reading.kind !== "call") return;
        for (const [argument, value] of Object.entries({ ...args, ...found }))
          if (argument in shape) expect(reading.args[argument], words).toEqual(value);
      }),
      { numRuns: 40 },
    );
  },
);
