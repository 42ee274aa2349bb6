import { describe, expect, test } from "vitest";
import type { DepositLook, KnownDeposit } from "../../../src/bridge/look-at-deposit.ts";
import { judgeLastSync } from "../../../src/navsync/decide-sync-run.ts";
import { TWAP_RULES } from "../../../src/twap/twap-rules.ts";
import { PLANNED, syncFixture, T0 } from "./sync-fixture.ts";

/*
 * Finding 107: a sync looks whether the last deposit arrived before it sends again, and stops and
 * tells where not.
 */
const HOUR = 3_600_000;
const HASH = `0x${"ab".repeat(32)}` as const;
const ESCROW = `0x${"e5".repeat(20)}` as const;
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
// Safe: it reads no more of a deposit.
const known = {
  deposit: { escrow: ESCROW, inputToken: USDC },
  secondsLeft: 7,
} as unknown as KnownDeposit;
const judge = (look: DepositLook, nowMs = T0 + HOUR) =>
  judgeLastSync(syncFixture(), { ...PLANNED, atMs: T0, hash: HASH }, look, nowMs);

describe("the deposit of the last run", () => {
  test("default: arrived, the next may be sent; on its way, nothing is yet", () => {
    expect(judge({ kind: "arrived", ...known })).toEqual({ ok: true, value: {} });
    expect(judge({ kind: "waiting", ...known })).toMatchObject({
      ...{ ok: true, value: { found: expect.stringContaining("on its way: 250.5 USDC") } },
    });
  });

  test.each(["expired", "refunded"] as const)(
    "error: %s, it stops, and says how the money comes back",
    (kind) => {
      const refused = judge({ kind, ...known });
      expect(refused).toMatchObject({
        ok: false,
        code: "bridge_not_arrived",
        details: { transactionHash: HASH },
      });
      if (refused.ok) return;
      expect(refused.message).toContain(ESCROW);
      expect(refused.message).toContain("verify_bridge_arrival");
      expect(refused.message.length).toBeLessThan(TWAP_RULES.maxErrorLength);
      // refundVault(token): of what is due alone, and of the token that left.
      const { refundData } = refused.details ?? {};
      expect(refundData === undefined).toBe(kind === "expired");
      if (kind === "refunded") expect(String(refundData)).toContain(USDC.slice(2));
    },
  );

  test("error: unknown is no arrival: a silent chain, a transaction not found for a day", () => {
    expect(judge({ kind: "unread", chainId: 10 })).toMatchObject({
      ok: false,
      code: "rpc_unavailable",
    });
    for (const kind of ["not_mined", "reverted", "none"] as const) {
      expect(judge({ kind }, T0 + 24 * HOUR - 1)).toMatchObject({
        ok: false,
        code: "rpc_unavailable",
      });
      // Nodes keep no receipts for ever, and a sync with an interval of weeks must run on.
      expect(judge({ kind }, T0 + 24 * HOUR)).toEqual({ ok: true, value: {} });
    }
  });
});
