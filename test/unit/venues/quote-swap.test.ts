import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { refuse } from "../../../src/lib/refuse.ts";
import type { Verdict } from "../../../src/lib/verdict.ts";
import { type AskedVenues, quoteSwap } from "../../../src/venues/quote-swap.ts";
import type { VenueQuote } from "../../../src/venues/venue-port.ts";
import { buyUsdc } from "./fixtures.ts";

const TARGET = buyUsdc.amountBase;
const quote = (venue: "0x" | "uniswap", inBase: bigint, whole?: VenueQuote["whole"]): VenueQuote => ({
  ...{ venue, request: buyUsdc, amountInBase: inBase, amountOutBase: TARGET, limitBase: (inBase * 101n) / 100n },
  ...{ gasUnits: 0n, raw: {}, ...(whole !== undefined && { whole }) },
});
/** What 0x spends in truth: all of its maximum, for one percent more than was asked. */
const wholeOf = (inBase: bigint) => ({ inBase: (inBase * 101n) / 100n, outBase: (TARGET * 101n) / 100n });

type Answers = { "0x": Verdict<VenueQuote> | AppError; uniswap: Verdict<VenueQuote> | AppError };

async function asked(answers: Answers, venues: AskedVenues = ["uniswap", "0x"]) {
  const calls: string[] = [];
  const deps = {
    venue: (id: "0x" | "uniswap") => {
      const answer = answers[id];
      if (answer instanceof AppError) throw answer;
      return {
        id,
        quote: async () => {
          calls.push(id);
          return answer;
        },
        transaction: async () => refuse("no_route", "not asked here"),
      };
    },
  };
  const verdict = await quoteSwap(deps, venues, buyUsdc);
  return { calls, verdict, venue: verdict.ok ? verdict.value.venue : verdict.code };
}
const ok = (value: VenueQuote): Verdict<VenueQuote> => ({ ok: true, value });
const none = refuse("no_route", "no route");

describe("an exact output at whichever venue takes less", () => {
  const exact = ok(quote("uniswap", 1_000_000n));
  it.each([
    ["an even quote, of which 0x takes its whole maximum", 1_000_000n, "uniswap"],
    ["0x half a percent cheaper, but for what it takes in all", 995_000n, "uniswap"],
    ["0x so much cheaper that all it takes is still less", 980_000n, "0x"],
    ["0x's whole price equal to the exact one", 990_100n, "uniswap"],
  ])("default: %s", async (_what, inBase, venue) => {
    expect((await asked({ uniswap: exact, "0x": ok(quote("0x", inBase, wholeOf(inBase))) })).venue).toBe(venue);
  });

  it("behavior: where 0x sells the surplus back, what leaves is its estimate", async () => {
    expect((await asked({ uniswap: exact, "0x": ok(quote("0x", 995_000n)) })).venue).toBe("0x");
    expect((await asked({ uniswap: exact, "0x": ok(quote("0x", 1_000_000n)) })).venue).toBe("uniswap");
  });

  it("behavior: both are asked once, and a venue without an answer leaves the other", async () => {
    const other = ok(quote("0x", 2_000_000n, wholeOf(2_000_000n)));
    const fails: Answers["uniswap"][] = [
      none,
      refuse("venue_unavailable", "down"),
      new AppError("not_configured", "none"),
    ];
    for (const uniswap of fails) expect((await asked({ uniswap, "0x": other })).venue).toBe("0x");
    for (const zerox of fails) expect((await asked({ uniswap: exact, "0x": zerox })).venue).toBe("uniswap");
    expect((await asked({ uniswap: exact, "0x": other })).calls.sort()).toEqual(["0x", "uniswap"]);
  });

  it("error: neither: what the exact one said, with the other's word beside it", async () => {
    const { verdict } = await asked({ uniswap: refuse("venue_unavailable", "The one is down."), "0x": none });
    expect(verdict).toMatchObject({ ok: false, code: "venue_unavailable" });
    expect(verdict.ok ? "" : verdict.message).toContain("The one is down.");
    expect(verdict.ok ? "" : verdict.message).toContain("no route");
  });
});

it("default: one venue is asked alone, and its refusal is the answer as it came", async () => {
  const refused = await asked({ uniswap: none, "0x": ok(quote("0x", 1n)) }, ["uniswap"]);
  expect(refused).toMatchObject({ calls: ["uniswap"], verdict: none });
});
