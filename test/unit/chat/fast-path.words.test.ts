import { describe, expect, it } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { VENUE_IDS } from "../../../schemas/venue-ids.ts";
import { tokenTable } from "../../../src/chain/addresses.ts";
import { parseChain } from "../../../src/chain/parse-chain.ts";
import { chainOf } from "../../../src/chain-of.ts";
import { DIGIT_ZEROS } from "../../../src/chat/digit-zeros.ts";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { MISSPELLINGS } from "../../../src/chat/fast-path/misspellings.ts";
import { readNumeral } from "../../../src/chat/fast-path/read-numeral.ts";
import { SIDE_OF } from "../../../src/chat/fast-path/side-of.ts";
import { ACCEPTED } from "./accepted-phrasings.ts";
import { onBase } from "./context.ts";
import { GRAMMAR_WORDS } from "./grammar-words.ts";

describe("fast path: misspellings cannot change a meaning", () => {
  it.each([...MISSPELLINGS])("behavior: %s can only be %s", (slip, meant) => {
    expect(slip).toMatch(/^[a-z]+$/);
    expect(GRAMMAR_WORDS.has(meant)).toBe(true);
    expect(GRAMMAR_WORDS.has(slip)).toBe(false);
    expect(parseChain(slip).ok).toBe(false);
    expect(distance(slip, meant)).toBeLessThanOrEqual(2);
    // A singular's slip may be as near to its plural ("ordr"): those never stand in each other's place.
    const others = [...GRAMMAR_WORDS].filter((word) => word !== meant && word !== `${meant}s` && `${word}s` !== meant);
    const nearest = Math.min(...others.map((word) => distance(slip, word)));
    expect(nearest).toBeGreaterThan(distance(slip, meant));
  });

  it("behavior: nothing that decides over money is ever corrected", () => {
    const decides = ["for", "to", "into", "with", "using", "of", "all", "at", "a", "in", "on", "off", "turn", "set"];
    for (const meant of MISSPELLINGS.values()) expect([...SIDE_OF.keys(), ...decides]).not.toContain(meant);
    const tokens = CHAIN_IDS.flatMap((id) => [chainOf(id).nativeCoin, ...tokenTable(id).map(({ symbol }) => symbol)]);
    for (const token of tokens) expect(MISSPELLINGS.has(token.toLowerCase())).toBe(false);
  });
});

describe("fast path: tokens, chains and venues are the repository's", () => {
  it("behavior: no token of any chain is a word of the grammar, but for coins that a chain is called after", () => {
    const tokens = CHAIN_IDS.flatMap((id) => tokenTable(id).map(({ symbol }) => symbol.toLowerCase()));
    const shared = new Set(tokens.filter((token) => GRAMMAR_WORDS.has(token)));
    expect([...shared].sort()).toEqual(["arb", "cbbtc", "dai", "eth", "usdbc", "usdc", "usdt", "weth"]);
  });

  it.each(CHAIN_IDS)("behavior: chain %d is known by its name and id", (id) => {
    const { name } = chainOf(id);
    expect(fastPath(`switch to ${name}`, onBase)).toMatchObject({ args: { chain: name } });
    expect(fastPath(`switch to chain ${id}`, onBase)).toMatchObject({ args: { chain: name } });
    expect(fastPath(`list twap orders on ${name}`, onBase)).toMatchObject({ chainId: id });
  });

  it.each(VENUE_IDS)("behavior: venue %s is known by its id", (venue) => {
    expect(fastPath(`swap 1 ETH for USDC via ${venue}`, onBase)).toMatchObject({ args: { dex: venue } });
  });
});

describe("fast path: digits", () => {
  it.each(Object.entries(DIGIT_ZEROS))(
    "behavior: %s digits are those of ICU, and no others of a run",
    (system, zero) => {
      const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
      for (let digit = 0; digit < 10; digit += 1) {
        expect(digits.format(digit)).toBe(String.fromCharCode(zero + digit));
        expect(readNumeral(digits.format(digit))).toBe(String(digit));
      }
      expect(readNumeral(digits.format(9_081_726_354))).toBe("9081726354");
      expect(readNumeral(String.fromCharCode(zero - 1))).toBeUndefined();
      expect(readNumeral(String.fromCharCode(zero + 10))).toBeUndefined();
    },
  );
});

it("behavior: an accepted message has no word beyond the grammar", () => {
  const courtesy = ["please", "pls", "plz", "kindly", "hi", "hello", "hey", "thanks", "thx"];
  const strange = ACCEPTED.flatMap(([text]) =>
    text
      .toLowerCase()
      .split(/[ \t\n,.!#\p{Nd}]+/u)
      .filter((word) => /[a-z]/.test(word) && !/^x[0-9a-f]*$/.test(word))
      .filter((word) => !GRAMMAR_WORDS.has(word) && !MISSPELLINGS.has(word) && !courtesy.includes(word)),
  );
  expect([...new Set(strange)]).toEqual([]);
});

/** Edits between two words: letters put in, left out or exchanged, and neighbours swapped (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows: number[][] = [];
  for (let i = 0; i <= one.length; i += 1) {
    const row: number[] = [];
    for (let j = 0; j <= other.length; j += 1) {
      if (i === 0 || j === 0) row.push(i + j);
      else {
        const cost = one[i - 1] === other[j - 1] ? 0 : 1;
        const edited = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
        const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
        row.push(isSwap ? Math.min(edited, rows[i - 2]![j - 2]! + 1) : edited);
      }
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
