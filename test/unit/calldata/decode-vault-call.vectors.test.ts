import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { VaultCall } from "../../support/decode-vault-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { factsOf, type SafetyVector, safetyVectors, vaultOf } from "./safety-vectors.ts";

/**
 * Notes for human readers: how a recipient or a minimum came about. Everything else in `decoded` is
 * compared.
 */
const PROSE = new Set(["recipientHow", "amountOutMinHow"]);
const KINDS = [
  "swap",
  "wrap",
  "unwrap",
  "sweep",
  "transfer",
  "unsupportedCommand",
  "unsupported",
  "unknown",
];

/**
 * Our reading of a call under the names of the vectors' `decoded`: a field it does not know is
 * `undefined`.
 */
function asDecoded(call: VaultCall): Record<string, unknown> {
  if (call.kind === "swap" && call.venue === "0x-allowance-holder") {
    const [transferFrom] = call.permits.filter((permit) => permit.action === "TRANSFER_FROM");
    return {
      ...call,
      amountIn: call.amountInBase,
      amountOutMin: call.amountOutMinBase,
      // The vectors mean the calldata's own deadline, which exec does not have.
      deadline: null,
      transferFromDeadline: transferFrom?.deadlineSec,
      nativeFromVault: call.nativeFromVaultBase,
    };
  }
  if (call.kind === "swap") {
    const [leg] = call.legs;
    const path = leg?.protocol === "v4" ? undefined : leg?.path;
    return {
      ...call,
      ...(call.mode === "exactIn"
        ? { amountIn: call.amountInBase, amountOutMin: call.amountOutMinBase, path }
        : { amountInMax: call.amountInBase, amountOut: call.amountOutBase, pathAsEncoded: path }),
      deadline: call.deadlineSec,
      pools: call.legs.flatMap((each) => (each.protocol === "v4" ? each.pools : [])),
      payerIsUser: leg?.protocol === "v4" ? undefined : leg?.payerIsUser,
      nativeFromVault: call.nativeFromVaultBase,
      sweep: call.sweep && {
        token: call.sweep.token,
        recipient: call.sweep.recipient,
        recipientMeans: "caller of the router (the vault)",
        amountMin: call.sweep.amountMinBase,
      },
      unspentNativeStaysInRouter: call.leftInRouter.includes(
        "0x0000000000000000000000000000000000000000",
      ),
    };
  }
  if (call.kind === "wrap" || call.kind === "unwrap") {
    return { ...call, amountIn: call.amountInBase, amountOut: call.amountOutBase };
  }
  return "deadlineSec" in call ? { ...call, deadline: call.deadlineSec } : { ...call };
}

/** bigints to decimal strings, addresses to lower case: the vectors' form of a value. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string")
    return value.startsWith("0x") ? (value.toLowerCase() as Address) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function compare(vector: SafetyVector): void {
  const call = decodeVaultCall(vector.call.data, factsOf(vaultOf(vector)));
  const read = plain(asDecoded(call)) as Record<string, unknown>;
  for (const [field, expected] of Object.entries(vector.decoded)) {
    if (!PROSE.has(field))
      expect.soft({ [field]: read[field] }, vector.id).toEqual({ [field]: plain(expected) });
  }
}

/**
 * Calls of the vectors that are no swap and that the service makes, and the kind it reads them as.
 */
const OWN_NAMES: Record<string, string> = {
  updateDelegation: "delegation",
  revokeAllDelegations: "revokeAllDelegations",
  lpMint: "lpMint",
  lpIncrease: "lpIncrease",
  lpDecrease: "lpDecrease",
  lpCollect: "lpCollect",
  lpBurn: "lpBurn",
  stake: "stake",
  undelegateStake: "undelegateStake",
  unstake: "unstake",
  withdrawDelegatorRewards: "claimStakingRewards",
};

describe("every swap, wrap and refused call of the vectors is read as `decoded` says", () => {
  const byKind = (kind: string) => safetyVectors.filter((vector) => vector.decoded.kind === kind);

  test.each(KINDS)("args: %s", (kind) => {
    expect(byKind(kind)).not.toHaveLength(0);
    for (const vector of byKind(kind)) compare(vector);
  });

  test("default: nothing is skipped", () => {
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, byKind(kind).length]));
    expect(counts).toEqual({
      swap: 43,
      wrap: 3,
      unwrap: 3,
      sweep: 1,
      transfer: 1,
      unsupportedCommand: 7,
      unsupported: 2,
      unknown: 2,
    });
    const groups = ["swap", "zeroex", "wrap"].map((group) =>
      safetyVectors.filter((vector) => vector.group === group),
    );
    expect(groups.map((group) => group.length)).toEqual([21, 2, 5]);
    expect(groups.flat().every((vector) => KINDS.includes(vector.decoded.kind))).toBe(true);
  });

  test("behavior: every other call of the vault is read as ours, or known as not ours", () => {
    const others = safetyVectors.filter((vector) => !KINDS.includes(vector.decoded.kind));
    const read = others.map(({ call, decoded }) => [
      decoded.kind,
      decodeVaultCall(call.data, factsOf()).kind,
    ]);
    expect(others).toHaveLength(139);
    for (const [kind = "", ours] of read)
      expect([kind, ours]).toEqual([kind, OWN_NAMES[kind] ?? "unknown"]);
  });
});
