import { type Address, zeroAddress } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { VaultCall } from "../../../src/kinds/vault-call.ts";
import { callKinds } from "../../support/call-kinds.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

/*
 * What holds for each kind of call, by hand from decisions D4, D27, D48, D49 and D50 and
 * docs/facts/across.md.
 */
const A: Address = `0x${"a1".repeat(20)}`;
const B: Address = `0x${"b2".repeat(20)}`;
const hookOf = (flags: string): Address => `0x${"c0".repeat(19)}${flags}`;

let bench: Bench;
beforeAll(async () => {
  bench = await executionBench();
});

/** As a decoder would hand it over, with the fields alone that a rule reads. */
const ruleOf = (call: object) => {
  // Safe: a rule reads no other field of its kind.
  const rule = callKinds.rule(call as VaultCall);
  if (rule === undefined) throw new Error("no rule");
  return {
    ...rule,
    recipients: rule.recipients(call as VaultCall),
    deadlineSec: rule.deadlineSec?.(call as VaultCall),
    priced: rule.priced?.(call as VaultCall),
    moves: () => rule.moves?.(call as VaultCall, bench.context()),
    refusal: () => rule.refusal?.(call as VaultCall, bench.context()),
  };
};

describe("what may be planned as a call", () => {
  const assets = { movesAssets: true, sender: "agent" };
  const owners = { movesAssets: false, sender: "owner" };
  test.each([
    ["wrap", assets, false, false],
    ["unwrap", assets, false, false],
    ["stake", assets, false, false],
    ["undelegateStake", assets, false, true],
    ["unstake", assets, false, true],
    ["claimStakingRewards", assets, false, true],
    ["lpMint", assets, true, true],
    ["lpIncrease", assets, true, true],
    ["lpDecrease", assets, true, true],
    ["lpCollect", assets, true, true],
    ["lpBurn", assets, true, true],
    ["swap", assets, true, true],
    ["bridge", assets, true, true],
    ["delegation", owners, false, false],
    ["revokeAllDelegations", owners, false, false],
  ])("default: %s: %o; a deadline %s, a check of its own %s", (kind, who, isDated, isChecked) => {
    const rule = callKinds.rule({ kind });
    expect({ movesAssets: rule?.movesAssets, sender: callKinds.sender({ kind }) }).toEqual(who);
    expect([rule?.deadlineSec !== undefined, rule?.check !== undefined]).toEqual([
      isDated,
      isChecked,
    ]);
    // Only a swap in the oracle's own pool mends a window that is too short (decision D50).
    expect(rule?.evenWithShortWindow).toBe(kind === "swap" ? true : undefined);
  });

  test.each(["sweep", "transfer", "unsupportedCommand", "unsupported", "unknown"])(
    "error: never %s",
    (kind) => {
      expect([callKinds.rule({ kind }), callKinds.sender({ kind })]).toEqual([
        undefined,
        undefined,
      ]);
    },
  );
});

describe("who gets something by it", () => {
  test.each<[object, Address[]]>([
    [{ kind: "wrap", recipient: A }, [A]],
    [{ kind: "unwrap", recipient: A }, [A]],
    [{ kind: "swap", recipient: A, deadlineSec: 7n }, [A]],
    [{ kind: "bridge", depositor: A, recipient: B, fillDeadlineSec: 7 }, [A, B]],
    [{ kind: "lpMint", recipient: A, sweptTo: null }, [A]],
    [{ kind: "lpMint", recipient: A, sweptTo: B }, [A, B]],
    [{ kind: "lpIncrease", sweptTo: null }, []],
    [{ kind: "lpIncrease", sweptTo: B }, [B]],
    [{ kind: "lpDecrease", recipient: A }, [A]],
    [{ kind: "lpCollect", recipient: A }, [A]],
    [{ kind: "lpBurn", recipient: A }, [A]],
    // No argument of these names an account that is paid.
    [{ kind: "stake" }, []],
    [{ kind: "undelegateStake" }, []],
    [{ kind: "unstake" }, []],
    [{ kind: "claimStakingRewards" }, []],
    [
      {
        kind: "delegation",
        changes: [{ delegated: A, selector: "0x3593564c", isDelegated: true }],
      },
      [],
    ],
    [{ kind: "revokeAllDelegations", agent: A }, []],
  ])("default: %o", (call, accounts) => {
    expect(ruleOf(call).recipients).toEqual(accounts);
  });
});

describe("until when it is good", () => {
  test.each<[object, bigint | undefined]>([
    [{ kind: "swap", deadlineSec: 1_790_000_000n }, 1_790_000_000n],
    // Without one it would be good for ever: as late as the beginning of time.
    [{ kind: "swap", deadlineSec: null }, 0n],
    [{ kind: "bridge", fillDeadlineSec: 1_790_000_000 }, 1_790_000_000n],
    [{ kind: "lpMint", deadlineSec: 1_790_000_000n, sweptTo: null }, 1_790_000_000n],
    [{ kind: "lpBurn", deadlineSec: 1_790_000_000n }, 1_790_000_000n],
    [{ kind: "wrap" }, undefined],
    [{ kind: "stake" }, undefined],
  ])("default: %o", (call, deadlineSec) => {
    expect(ruleOf(call).deadlineSec).toBe(deadlineSec);
  });
});

describe("what a deposit into Across moves", () => {
  const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
  /** 1,000 dollars of Base, of which 999 arrive on BNB Chain, where a dollar has 18 decimals. */
  const sync = {
    ...{
      kind: "bridge",
      opType: "sync",
      inputToken: USDC,
      outputToken: "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
    },
    ...{
      inputAmountBase: 1_000_000_000n,
      outputAmountBase: 999_000_000_000_000_000_000n,
      destinationChainId: 56n,
    },
    fillDeadlineSec: 7,
  };

  test("default: a sync moves arrivals in the leaving token's units, whose price decides", () => {
    expect(ruleOf(sync).moves()).toEqual({ token: USDC, amountBase: 999_000_000n });
    expect(ruleOf(sync).priced).toEqual([USDC]);
  });

  test("behavior: with a transfer the supply leaves as well, so nothing moves", () => {
    expect(ruleOf({ ...sync, opType: "transfer" }).moves()).toBeUndefined();
  });

  test("error: of a token that is not on the list, on either side, nothing is explained", () => {
    for (const change of [{ inputToken: A }, { outputToken: A }, { destinationChainId: 999n }])
      expect(ruleOf({ ...sync, ...change }).moves()).toMatchObject({ amountBase: 0n });
  });
});

describe("what the call alone says against it", () => {
  test.each(["01", "02", "04", "08", "ff"])(
    "error: a position in a pool whose hook ends in %s",
    (flags) => {
      // The lowest four bits of a hook's address: it returns deltas of what is removed, added, or
      // swapped (decision D48).
      const hooks = hookOf(flags);
      expect(
        ruleOf({ kind: "lpMint", recipient: A, sweptTo: null, pool: { hooks } }).refusal(),
      ).toMatchObject({
        ...{ ok: false, code: "hook_not_allowed", details: { hooks } },
      });
    },
  );

  test("default: hooks that return no deltas, and no hook", () => {
    for (const hooks of [zeroAddress, hookOf("00"), hookOf("c0"), hookOf("10")])
      expect(
        ruleOf({ kind: "lpMint", recipient: A, sweptTo: null, pool: { hooks } }).refusal(),
      ).toBeUndefined();
  });

  test("error: a swap elsewhere than in the oracle's own pool", () => {
    expect(
      ruleOf({ kind: "swap", venue: "uniswap-v3", recipient: A, deadlineSec: 7n }).refusal(),
    ).toEqual({
      ok: false,
      code: "calldata_rejected",
      message:
        "This call is a swap, but none in the oracle's own pool. Nothing was built: ask for " +
        "it as a swap.",
    });
  });

  test("error: a selector never delegated, wherever it stands; removing it is no matter", () => {
    const change = (selector: string, isDelegated: boolean) => ({
      delegated: A,
      selector,
      isDelegated,
    });
    // execute(bytes,bytes[],uint256) is delegable, setOwner(address) is not.
    const good = change("0x3593564c", true);
    const refusalOf = (...changes: object[]) => ruleOf({ kind: "delegation", changes }).refusal();
    expect(refusalOf(good, change("0x13af4035", true))).toEqual({
      ok: false,
      code: "selector_not_allowed",
      message: "0x13af4035 is never delegated to an agent wallet. Nothing was built.",
      details: { selector: "0x13af4035" },
    });
    expect(refusalOf(good, change("0x13af4035", false))).toBeUndefined();
    expect(refusalOf()).toBeUndefined();
  });
});
