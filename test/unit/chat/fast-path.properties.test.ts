import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import { ACCEPTED } from "./accepted-phrasings.ts";
import { onBase } from "./context.ts";
import { GRAMMAR_WORDS } from "./grammar-words.ts";
import { PASSED } from "./passed-phrasings.ts";

const REASONS = [...new Set(PASSED.map(([, reason]) => reason))];
const RUNS = { numRuns: 1_000 };
const accepted = fc.constantFrom(...ACCEPTED.map(([text]) => text));
const COURTESY = ["please", "pls", "plz", "kindly", "hi", "hello", "hey", "thanks", "thx"];
/** Words that turn a command around, and any others: neither courtesy nor a part of the grammar. */
const strangeWord = fc.oneof(
  fc.constantFrom(
    "not",
    "never",
    "unless",
    "if",
    "half",
    "double",
    "except",
    "but",
    "tomorrow",
    "or",
    "max",
    "instead",
  ),
  fc
    .stringMatching(/^[a-z]{1,12}$/)
    .filter((word) => !COURTESY.includes(word) && !GRAMMAR_WORDS.has(word)),
);

/**
 * Sentences made of the grammar's own words, numbers and marks: much of it nearly a command, some
 * of it one.
 */
const wordSalad = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...GRAMMAR_WORDS, "ETH", "USDC", "DAI") },
      { weight: 2, arbitrary: fc.constantFrom("1", "5", "0.2", "10", "0", "100.5") },
      { weight: 1, arbitrary: fc.constantFrom(",", "#", ".", "?", "not") },
    ),
    { minLength: 1, maxLength: 16 },
  )
  .map((words) => words.join(" "));

/** An accepted sentence with one of its words dropped, doubled or swapped for another. */
const nearMiss = fc
  .tuple(accepted, fc.nat(), fc.nat(), fc.constantFrom(...GRAMMAR_WORDS))
  .map(([text, a, b, word]) => {
    const words = text.split(/[ \t]+/);
    const at = a % words.length;
    const edited = [
      words.slice(at + 1),
      [...words.slice(at), ...words.slice(at)],
      [word, ...words.slice(at + 1)],
    ][b % 3];
    return [...words.slice(0, at), ...(edited ?? [])].join(" ");
  });

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 600 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  wordSalad,
  nearMiss,
  fc.constantFrom(...PASSED.map(([text]) => text)),
);

describe("fast path: properties", () => {
  it("behavior: any text gets a call taking all but impossible figures, or a reason", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = fastPath(text, onBase);
        if (result.kind === "pass") {
          expect(REASONS).toContain(result.reason);
          return;
        }
        const tool = findTool(result.tool);
        if (!tool.ok) throw new Error(tool.message);
        const refused =
          tool.value.input.safeParse(result.args).error?.issues.map(({ path }) => path.join(".")) ??
          [];
        expect(["intervalMinutes", "sliceCount"], JSON.stringify(result)).toEqual(
          expect.arrayContaining(refused),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it("behavior: the same text is answered the same", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fastPath(text, onBase)).toStrictEqual(fastPath(text, onBase));
      }),
      RUNS,
    );
  });

  it("behavior: a word outside the grammar, anywhere, makes an accepted message pass", () => {
    fc.assert(
      fc.property(accepted, strangeWord, fc.nat(), (text, word, place) => {
        const words = text.split(" ");
        const at = place % (words.length + 1);
        const changed = [...words.slice(0, at), word, ...words.slice(at)].join(" ");
        expect(fastPath(changed, onBase), changed).toMatchObject({ kind: "pass" });
        expect(fastPath(`${text} ${word}`, onBase), word).toMatchObject({ kind: "pass" });
        expect(fastPath(`${word} ${text}`, onBase), word).toMatchObject({ kind: "pass" });
      }),
      RUNS,
    );
  });

  it("behavior: a second command after the first makes both pass", () => {
    const joint = fc.constantFrom(" ", ", ", ". ", "; ", "\n", " and ", " then ");
    fc.assert(
      fc.property(accepted, joint, accepted, (one, between, other) => {
        expect(fastPath(`${one}${between}${other}`, onBase)).toMatchObject({ kind: "pass" });
      }),
      RUNS,
    );
  });

  it("behavior: a character outside the alphabet makes an accepted message pass anywhere", () => {
    const foreign = fc
      .string({ unit: "binary", minLength: 1, maxLength: 1 })
      .filter((one) => /^[^\x20-\x7e\t\n\r\p{Nd}]$/u.test(one));
    const printed = fc.constantFrom(...`"$%&'()*+-/:;<=>?@[\\]^\`{|}~`);
    fc.assert(
      fc.property(accepted, fc.oneof(foreign, printed), fc.nat(), (text, one, place) => {
        const at = place % (text.length + 1);
        expect(fastPath(text.slice(0, at) + one + text.slice(at), onBase)).toMatchObject({
          kind: "pass",
        });
      }),
      RUNS,
    );
  });

  it("behavior: every amount in the arguments is the message's numeral, tokens its words", () => {
    const LITERAL = [
      "amountIn",
      "amountOut",
      "totalAmount",
      "sliceAmount",
      "tokenIn",
      "tokenOut",
      "sellToken",
      "buyToken",
    ];
    let calls = 0;
    fc.assert(
      fc.property(fc.oneof(wordSalad, nearMiss, accepted), (text) => {
        const result = fastPath(text, onBase);
        if (result.kind === "pass") return;
        calls += 1;
        const words = latin(text).split(/[ \t\n,]+/);
        const said = [...words, ...words.map((word) => word.replace(/^#|[.!]$/g, ""))];
        for (const [name, value] of Object.entries(result.args)) {
          // The other token of a TWAP that names one is USDC, and its note says so.
          const isOpen = "note" in result && result.note.includes("For USDC") && value === "USDC";
          if (LITERAL.includes(name) && !isOpen) expect(said, text).toContain(value);
          else if (name === "autoExecute")
            expect([value, words.map((word) => word.toLowerCase())]).toEqual([
              true,
              expect.arrayContaining([expect.stringMatching(/^automatically[.!]?$/)]),
            ]);
          // Cancelling everything is the one number that is said in a word (spec: id 0 cancels
          // all).
          else if (typeof value === "number")
            expect(said, text).toContain(name === "id" && value === 0 ? "all" : String(value));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(calls).toBeGreaterThan(200);
  });

  it("behavior: a call says no slippage, sender or recipient; of executing, as above", () => {
    const ALLOWED =
      "amountIn amountOut autoExecute buyToken chain dex id intervalMinutes sellToken side " +
      "sliceAmount sliceCount tokenIn tokenOut totalAmount";
    const names = new Set<string>();
    fc.assert(
      fc.property(fc.oneof(wordSalad, nearMiss, accepted), (text) => {
        const result = fastPath(text, onBase);
        if (result.kind === "call") for (const name of Object.keys(result.args)) names.add(name);
      }),
      { numRuns: 2_000 },
    );
    for (const [, , args] of ACCEPTED) for (const name of Object.keys(args)) names.add(name);
    expect([...names].sort().join(" ")).toBe(ALLOWED);
  });
});

/**
 * Arabic-Indic, extended, Devanagari, Bengali, Thai and fullwidth digits as ASCII ones, by their
 * place in each block.
 */
const latin = (text: string): string =>
  text.replace(
    /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g,
    (digit) => {
      const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
      const code = digit.charCodeAt(0);
      return String(code - (zeros.findLast((zero) => zero <= code) ?? 0));
    },
  );
