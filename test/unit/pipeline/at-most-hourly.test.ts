import { describe, expect, test } from "vitest";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { ExecutionOutcome } from "../../../src/kinds/execution-outcome.ts";
import { atMostHourly } from "../../../src/pipeline/at-most-hourly.ts";
import type { PreparedCall } from "../../../src/pipeline/prepared-call.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * Decision D50: the agent does it once for each vault, token and hour; what never went out gives
 * its claim back, anything else keeps it.
 */
const TOKEN = `0x${"77".repeat(20)}` as const;
const OTHER = `0x${"78".repeat(20)}` as const;
const MINUTE_MS = 60_000;

// Safe: no more of a prepared call is read.
const callOf = (token: typeof TOKEN | typeof OTHER | undefined) =>
  ({
    figures: {
      navShield: null,
      swapShield: null,
      ...(token && { oracleSwap: { token, sharePpm: 1, movePpm: 1 } }),
    },
  }) as unknown as PreparedCall;
const refused: ExecutionOutcome = {
  status: "refused",
  refusal: { ok: false, code: "gas_above_cap", message: "dear" },
};
// Safe: an outcome is told by its status, and handed on as it is.
const outcome = (status: ExecutionOutcome["status"]) => ({ status }) as ExecutionOutcome;

type Told = Partial<Omit<ExecutionContext, "deps">> & {
  call?: PreparedCall;
  becomes?: ExecutionOutcome;
};

/** Sends as told, and waits for what was left for after the answer. */
async function sendOn(
  bench: Bench,
  { call = callOf(TOKEN), becomes = outcome("pending"), ...changes }: Told = {},
) {
  let sent = 0;
  const said = await atMostHourly(bench.context(changes), call, async () => {
    sent += 1;
    return becomes;
  });
  await Promise.all(bench.deferred.map(({ work }) => work));
  return { sent, said };
}
const stored = ({ command, keys, vault }: Bench) =>
  command("GET", keys.oracleRefresh(8453, vault, TOKEN));

describe("atMostHourly", () => {
  test("behavior: without a trade in the oracle's pool a call is sent, store unasked", async () => {
    const bench = await executionBench();
    for (const becomes of [outcome("confirmed"), refused])
      expect(await sendOn(bench, { call: callOf(undefined), becomes })).toEqual({
        sent: 1,
        said: becomes,
      });
    expect([bench.scripts, bench.deferred]).toEqual([[], []]);
  });

  test("default: first is sent, its claim written before it, with time and attempt", async () => {
    const bench = await executionBench();
    let before: unknown;
    const said = await atMostHourly(bench.context(), callOf(TOKEN), async () => {
      before = stored(bench);
      return outcome("confirmed");
    });
    expect(said).toEqual(outcome("confirmed"));
    expect([before, stored(bench)]).toEqual([`${bench.startMs}|R-1`, `${bench.startMs}|R-1`]);
    expect(bench.scripts).toEqual([
      {
        name: "claim-oracle-refresh",
        input: expect.objectContaining({
          chainId: 8453,
          vault: bench.vault,
          token: TOKEN,
          attemptId: "R-1",
        }),
      },
    ]);
    expect(bench.deferred).toEqual([]);
  });

  test("error: the next within the hour is refused with the last one's time, unsent", async () => {
    const bench = await executionBench();
    await sendOn(bench);
    const minute = new Date(bench.startMs).toISOString().slice(0, 16).replace("T", " ");
    const refusalAfter = (retryAfterSec: number) => ({
      sent: 0,
      said: {
        status: "refused",
        refusal: {
          ok: false,
          code: "oracle_refresh_too_soon",
          message:
            `The vault's agent traded in the oracle's pool of this token at ${minute} UTC, ` +
            `and does so once an hour at most. Try again in ${retryAfterSec} s, or sign the ` +
            "unsigned transaction yourself.",
          details: { token: TOKEN, lastRefreshAt: bench.startMs, retryAfterSec },
        },
      },
    });
    expect(await sendOn(bench, { requestId: "R-2" })).toEqual(refusalAfter(3_600));
    // A part of a second counts as a whole one.
    bench.pass(10 * MINUTE_MS + 1);
    expect(await sendOn(bench, { requestId: "R-2" })).toEqual(refusalAfter(3_000));
    bench.pass(50 * MINUTE_MS - 2);
    expect(await sendOn(bench, { requestId: "R-2" })).toEqual(refusalAfter(1));
    expect(bench.deferred).toEqual([]);
    // An hour after the first, to the millisecond.
    bench.pass(1);
    expect(await sendOn(bench, { requestId: "R-2" })).toMatchObject({ sent: 1 });
    expect(stored(bench)).toBe(`${bench.startMs + 60 * MINUTE_MS}|R-2`);
  });

  test("behavior: another token and another vault have an hour of their own", async () => {
    const bench = await executionBench();
    await sendOn(bench);
    expect(await sendOn(bench, { call: callOf(OTHER) })).toMatchObject({ sent: 1 });
    expect(await sendOn(bench, { vault: OTHER })).toMatchObject({ sent: 1 });
    expect(await sendOn(bench)).toMatchObject({ sent: 0 });
  });

  test("behavior: what was refused never left; its claim returns after the answer", async () => {
    const bench = await executionBench();
    expect(await sendOn(bench, { becomes: refused })).toEqual({ sent: 1, said: refused });
    expect(bench.deferred.map(({ name }) => name)).toEqual(["oracle_refresh_released"]);
    expect(await bench.deferred[0]?.work).toEqual({ released: true });
    expect(stored(bench)).toBeNull();
    expect(bench.scripts.map(({ name, input }) => [name, input.attemptId])).toEqual([
      ["claim-oracle-refresh", "R-1"],
      ["release-oracle-refresh", "R-1"],
    ]);
    expect(await sendOn(bench, { requestId: "R-2" })).toMatchObject({ sent: 1 });
  });

  test.each(["pending", "confirmed", "reverted"] as const)(
    "behavior: what is %s keeps its claim",
    async (status) => {
      const bench = await executionBench();
      expect(await sendOn(bench, { becomes: outcome(status) })).toEqual({
        sent: 1,
        said: outcome(status),
      });
      expect(bench.deferred).toEqual([]);
      expect(await sendOn(bench, { requestId: "R-2" })).toMatchObject({ sent: 0 });
    },
  );

  test("error: a sending that throws, of which nothing is known, keeps its claim", async () => {
    const bench = await executionBench();
    const fails = atMostHourly(bench.context(), callOf(TOKEN), async () => {
      throw new Error("out of memory");
    });
    await expect(fails).rejects.toThrow("out of memory");
    expect(await sendOn(bench, { requestId: "R-2" })).toMatchObject({ sent: 0 });
  });

  test("error: without an answer of the store nothing is sent", async () => {
    const bench = await executionBench();
    bench.broken.add("claim-oracle-refresh");
    let sent = 0;
    const asked = atMostHourly(bench.context(), callOf(TOKEN), async () => {
      sent += 1;
      return outcome("pending");
    });
    await expect(asked).rejects.toMatchObject({ code: "store_unavailable" });
    expect(sent).toBe(0);
  });
});
