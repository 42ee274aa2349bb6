import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenTable } from "../../../src/chain/addresses.ts";
import { readByRules, readMessage } from "../../../src/chat/read-message.ts";
import { isWholeRun } from "../../support/is-whole-run.ts";
import { CLEAR_COMMANDS } from "./corpus/clear-commands.ts";
import { corpusOutcome } from "./support/corpus-outcome.ts";
import { isWanted } from "./support/is-wanted.ts";

/**
 * A reading takes a millisecond or two, and an example several: `npm test` draws a part (decision
 * D74).
 */
const RUNS = { numRuns: isWholeRun ? 3_000 : 300 };
const READS = /^(get_|list_|check_|switch_)/;
const WRITES = CLEAR_COMMANDS.filter(
  ({ of, wants }) => of !== "other languages" && !READS.test(wants.tool),
);
const command = fc.constantFrom(...WRITES.map(({ text }) => text));
const readingOf = (text: string) => readMessage(text, { chainId: 8453, tokens: tokenTable });
/** The write that a message comes to, with whether it waits; undefined where there is none. */
const writeOf = (
  text: string,
): { waits?: true; unused: readonly string[]; meant: string } | undefined => {
  const reading = readingOf(text);
  if (reading.kind !== "call" || READS.test(reading.tool)) return undefined;
  const { tool, args, share, chainId, waits, unused = [], next } = reading;
  return {
    ...(waits && { waits }),
    unused,
    meant: JSON.stringify([tool, args, share, chainId, next]).toLowerCase(),
  };
};
/** Asked so, a command is one. */
const POLITE: ReadonlySet<string> = new Set(["would"]);
/** Verbs, frames and units that no line of the corpus happens to have. */
const KNOWN = new RegExp(
  `^(?:${"please plz thanks kindly suspend invest move rotate flip turn make take offload liquidate acquire obtain deploy spend allocate apply shift require twap gwei trade grab immediately asap market love need want really quick quickly also today exactly equal equally just here mate buddy notify limit stop halves portions exit ditch roll bin".split(" ").join("|")})$`,
);
const inserted = (text: string, word: string, place: number): string => {
  const words = text.split(" ");
  const at = place % (words.length + 1);
  return [...words.slice(0, at), word, ...words.slice(at)].join(" ");
};

/** Whether a word stands in another sentence, which a card shows whole. */
const isBeside = (
  { waits, unused }: { waits?: true; unused: readonly string[] },
  word: string,
): boolean =>
  waits === true &&
  unused.some((part) => part.includes(" ") && part.split(/[^a-z']+/).includes(word));

describe("what traders type: no word is passed over", () => {
  it("behavior: a word that turns or opens a sentence makes every command pass anywhere", () => {
    const turning = fc.constantFrom(
      ...(
        "not never dont don't nope unless except or nor maybe perhaps later tomorrow until " +
        "without instead before after should would why avoid"
      ).split(" "),
    );
    fc.assert(
      fc.property(command, turning, fc.nat(), (text, word, place) => {
        const changed = inserted(text, word, place);
        const write = writeOf(changed);
        // "Would" asks politely, "not 20" is a bound: another call, and a card.
        fc.pre(write === undefined || write.meant === writeOf(text)?.meant);
        // Another sentence may be turned round, and is shown whole beside the one that is a
        // command.
        expect(write === undefined || POLITE.has(word) || isBeside(write, word), changed).toBe(
          true,
        );
      }),
      RUNS,
    );
  });

  it("behavior: no command passes over a foreign word: it is on the card, or nothing is", () => {
    const own = new Set(
      CLEAR_COMMANDS.flatMap(({ text }) => text.toLowerCase().split(/[^a-z0-9]+/)),
    );
    const strange = fc
      .stringMatching(/^[a-z]{4,10}$/)
      .filter((word) => !own.has(word) && !KNOWN.test(word) && writeOf(word) === undefined);
    fc.assert(
      fc.property(command, strange, fc.nat(), (text, word, place) => {
        const changed = inserted(text, word, place);
        const write = writeOf(changed);
        if (write === undefined || write.meant !== writeOf(text)?.meant) return;
        expect([write.waits, write.unused.join(" ")], changed).toEqual([
          true,
          expect.stringContaining(word),
        ]);
      }),
      RUNS,
    );
  });

  it("behavior: one figure more is never passed over, wherever it stands", () => {
    fc.assert(
      fc.property(
        command,
        fc.constantFrom("7", "70", "0.7", "7k", "7%", "$7"),
        fc.nat(),
        (text, figure, place) => {
          const changed = inserted(text, figure, place);
          const write = writeOf(changed);
          // It is a part of another call, which is shown and waits, or nothing is read.
          expect(
            write === undefined || (write.waits === true && write.meant !== writeOf(text)?.meant),
            changed,
          ).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('behavior: "no" is a number\'s name behind the word order, and takes back all else', () => {
    for (const { text } of WRITES)
      for (let place = 0; place <= text.split(" ").length; place += 1) {
        const changed = inserted(text, "no", place);
        const write = writeOf(changed);
        const isNumber = /(order|twap) no (#?[0-9]+|three)( |$)/.test(changed);
        if (!isNumber) expect(write === undefined || isBeside(write, "no"), changed).toBe(true);
      }
  });

  it("behavior: of two commands in a message the first reads as alone, or nothing", () => {
    const joint = fc.constantFrom(" ", ", ", ". ", "; ", "\n", " and ", " then ", " & ", " + ");
    fc.assert(
      fc.property(command, joint, command, (one, between, other) => {
        const both = one + between + other;
        // A guess is a card that shows what it does not use.
        const reading = readByRules(both, { chainId: 8453, tokens: tokenTable });
        if (reading.kind !== "call" || READS.test(reading.tool)) return;
        const { next: _, ...first } = reading;
        const alone = readingOf(one);
        const asOne =
          writeOf(both)?.waits === true &&
          reading.next === undefined &&
          reading.unused === undefined;
        // What stands behind the first is a clause of it ("sell 5 eth" and "5 eth hourly"), and
        // shown; or it comes next.
        if (asOne) return;
        const lower = (value: unknown) => JSON.stringify(value).toLowerCase();
        expect(alone.kind === "call" && lower([first.tool, first.args]), both).toBe(
          alone.kind === "call" && lower([alone.tool, alone.args]),
        );
      }),
      RUNS,
    );
  });

  it("behavior: a character that no command has makes nothing run, wherever it stands", () => {
    const foreign = fc
      .string({ unit: "binary", minLength: 1, maxLength: 1 })
      .filter((one) => /^[^\x20-\x7e\s\p{Extended_Pictographic}→’]$/u.test(one));
    const printed = fc.constantFrom(...`"&()*+/:;<=>@[\\]^\`{|}~_`);
    fc.assert(
      fc.property(command, fc.oneof(foreign, printed), fc.nat(), (text, one, place) => {
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + one + text.slice(at);
        const write = writeOf(changed);
        expect(
          write === undefined || write.waits === true || writeOf(text)?.meant === write.meant,
          changed,
        ).toBe(true);
      }),
      RUNS,
    );
  });

  it("behavior: asked as a question nothing that changes runs, but for polite requests", () => {
    for (const { text } of WRITES) {
      const isPolite = /^(can|could) you/.test(text);
      if (!isPolite) expect(writeOf(`${text.replace(/[!.]+$/, "")}?`), text).toBeUndefined();
    }
  });

  it("behavior: any text at all is answered, and the same text the same", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), command), (text) => {
        expect(writeOf(text)).toEqual(writeOf(text));
      }),
      RUNS,
    );
  });
});

/** An amount in the spellings that people use, with what it is. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map((n) => [String(n), String(n)] as const),
  fc.integer({ min: 1, max: 99 }).map((n) => [`${n}k`, String(n * 1_000)] as const),
  fc.integer({ min: 1, max: 99 }).map((n) => [`${n}.5k`, String(n * 1_000 + 500)] as const),
  fc.integer({ min: 1, max: 99 }).map((n) => [`${n},000`, String(n * 1_000)] as const),
  fc.integer({ min: 1, max: 9 }).map((n) => [`.${n}`, `0.${n}`] as const),
  fc.integer({ min: 1, max: 9 }).map((n) => [`${n}.25`, `${n}.25`] as const),
  fc.constantFrom(["one", "1"], ["twelve", "12"], ["twenty", "20"] as const),
);
const pair = fc.constantFrom(["eth", "usdc"], ["USDC", "ETH"], ["dai", "weth"], [
  "cbbtc",
  "usdc",
] as const);
const sale = fc.constantFrom(
  (a: string, x: string, y: string) => `sell ${a} ${x} for ${y}`,
  (a: string, x: string, y: string) => `can you please swap ${a} ${x} to ${y}?`,
  (a: string, x: string, y: string) => `dump ${a} ${x} into ${y}!!`,
  (a: string, x: string, y: string) => `${a} ${x} -> ${y}`,
  (a: string, x: string, y: string) => `buy ${y} with ${a} ${x}`,
  (a: string, x: string, y: string) => `put ${a} ${x} into ${y} now`,
  (a: string, x: string, y: string) => `use ${a} ${x} to buy ${y}`,
  (a: string, x: string, y: string) => `i'd like to convert ${a} ${x} to ${y} pls`,
);
/** Slices and minutes, with a sentence for each way to say them. */
const pace = fc
  .tuple(fc.integer({ min: 2, max: 40 }), fc.constantFrom(5, 10, 15, 30, 60, 90, 120))
  .chain(([count, minutes]) =>
    fc
      .constantFrom(
        `in ${count} slices every ${minutes} minutes`,
        `in ${count} clips ${minutes} min apart`,
        `, ${count} parts, every ${minutes}m`,
        `over ${count * minutes} minutes in ${count} tranches`,
        `, ${count} pieces, one every ${minutes} min`,
        `over ${count * minutes}m in ${count}`,
      )
      .map((words) => [words, count, minutes] as const),
  );

describe("what traders type: figures arrive as they were typed", () => {
  it("behavior: swaps", async () => {
    await fc.assert(
      fc.asyncProperty(sale, amount, pair, async (say, [typed, value], [sold, bought]) => {
        const text = say(typed, sold, bought);
        const outcome = await corpusOutcome(text);
        const wants = {
          tool: "build_vault_swap",
          args: { tokenIn: sold, tokenOut: bought, amountIn: value },
        };
        expect(
          outcome.kind === "ran" && isWanted(outcome.calls, wants),
          `${text}: ${JSON.stringify(outcome)}`,
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("behavior: orders", async () => {
    const begun = fc.constantFrom(
      (a: string, x: string, y: string) => `dca ${a} ${x} into ${y}`,
      (a: string, x: string, y: string) => `sell ${a} ${x} for ${y}`,
      (a: string, x: string, y: string) => `twap ${a} ${x} to ${y}`,
      (a: string, x: string, y: string) => `buy ${y} with ${a} ${x}`,
    );
    await fc.assert(
      fc.asyncProperty(
        begun,
        amount,
        pair,
        pace,
        async (say, [typed, value], [sold, bought], [words, count, minutes]) => {
          const text = `${say(typed, sold, bought)}${words.startsWith(",") ? "" : " "}${words}`;
          const outcome = await corpusOutcome(text);
          const args = {
            side: "sell",
            sellToken: sold,
            buyToken: bought,
            totalAmount: value,
            sliceCount: count,
            intervalMinutes: minutes,
          };
          expect(
            outcome.kind === "ran" && isWanted(outcome.calls, { tool: "create_twap_order", args }),
            `${text}: ${JSON.stringify(outcome)}`,
          ).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
