import { describe, expect, it } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { VENUE_IDS } from "../../../schemas/venue-ids.ts";
import { tokenTable } from "../../../src/chain/addresses.ts";
import { chainOf } from "../../../src/chain-of.ts";
import { DIGIT_ZEROS } from "../../../src/chat/digit-zeros.ts";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { readNumeral } from "../../../src/chat/fast-path/split-lexemes.ts";
import { ACCEPTED } from "./accepted-phrasings.ts";
import { onBase } from "./context.ts";
import { GRAMMAR_WORDS } from "./grammar-words.ts";

describe("fast path: tokens, chains and venues are the repository's", () => {
  it("behavior: no token of any chain is a grammar word, but coins a chain is called after", () => {
    const tokens = CHAIN_IDS.flatMap((id) =>
      tokenTable(id).map(({ symbol }) => symbol.toLowerCase()),
    );
    const shared = new Set(tokens.filter((token) => GRAMMAR_WORDS.has(token)));
    expect([...shared].sort()).toEqual([
      "arb",
      "cbbtc",
      "dai",
      "eth",
      "usdbc",
      "usdc",
      "usdt",
      "weth",
    ]);
  });

  it.each(CHAIN_IDS)("behavior: chain %d is known by its name and id", (id) => {
    const { name } = chainOf(id);
    expect(fastPath(`switch to ${name}`, onBase)).toMatchObject({ args: { chain: name } });
    expect(fastPath(`switch to chain ${id}`, onBase)).toMatchObject({ args: { chain: name } });
    expect(fastPath(`list twap orders on ${name}`, onBase)).toMatchObject({ chainId: id });
  });

  it.each(VENUE_IDS)("behavior: venue %s is known by its id", (venue) => {
    expect(fastPath(`swap 1 ETH for USDC via ${venue}`, onBase)).toMatchObject({
      args: { dex: venue },
    });
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
      .filter((word) => !GRAMMAR_WORDS.has(word) && !courtesy.includes(word)),
  );
  expect([...new Set(strange)]).toEqual([]);
});
