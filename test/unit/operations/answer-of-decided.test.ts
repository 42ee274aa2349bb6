import { expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import type { ToolResult } from "../../../schemas/tool-call.ts";
import type { Deps } from "../../../src/deps.ts";
import { AppError } from "../../../src/errors.ts";
import { answerOfDecided } from "../../../src/operations/answer-of-decided.ts";
import type { StoredOperation } from "../../../src/store/operations/load-operation.ts";
import { attemptOf, newAddress, newHash, T0 } from "../store/support/records.ts";

const [vault, operator, agent] = [newAddress(), newAddress(), newAddress()];
const swap = {
  ...{
    venue: "uniswap",
    tokenIn: newAddress(),
    tokenOut: newAddress(),
    decimalsIn: 6,
    decimalsOut: 18,
  },
  ...{
    symbolIn: "USDC",
    symbolOut: "ETH",
    amountInBase: "100000000",
    amountOutBase: "1",
    maxInBase: "100000000",
  },
  minOutBase: "1",
};
const attempt = (changes: Partial<Attempt>): Attempt =>
  attemptOf(vault, operator, agent, { id: "operation:op", hashes: [HASH], swap, ...changes });
const HASH = newHash();

const found = (changes: Partial<StoredOperation>): StoredOperation => ({
  operation: {
    ...{
      id: "op",
      vault,
      chainId: 8453,
      operator,
      tool: "build_vault_swap",
      arguments: {},
      data: "0x12345678",
    },
    ...{
      dataHash: "ab",
      description: "Swap",
      message: "Waits",
      createdAtMs: T0,
      expiresAtMs: T0 + 180_000,
    },
    ...{ quote: null, swap },
  },
  status: "approved",
  refusal: null,
  answer: null,
  attemptId: null,
  attempt: null,
  holds: false,
  ...changes,
});
const done = (changes: Partial<Attempt>): StoredOperation =>
  found({ status: "done", attemptId: "operation:op", attempt: attempt(changes) });

/** Asked for receipts, this node has those of the given hashes. */
const depsWith = (...mined: string[]): Deps => {
  const send = async (calls: readonly { params: unknown[] }[]) =>
    calls.map(({ params }) => ({
      ok: true,
      value: mined.includes(String(params[0])) ? { hash: params[0] } : null,
    }));
  return { chain: () => ({ rpc: { send } }) } as unknown as Deps;
};
/** Nothing of the chain may be asked. */
const noDeps = {} as Deps;
const told = async (
  of: StoredOperation,
  deps = noDeps,
): Promise<ToolResult["execution"] | string> => {
  try {
    return (await answerOfDecided(deps, of)).execution;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};

test.each(["prepared", "sent"] as const)(
  "behavior: %s, it may be out or not: pending, with its hash",
  async (status) => {
    expect(await told(done({ status }))).toEqual({ status: "pending", hash: HASH });
  },
);

test("default: confirmed, it says block and amounts", async () => {
  const amounts = { soldBase: "100000000", boughtBase: "33000000000000000", estimated: false };
  const execution = await told(done({ status: "confirmed", blockNumber: "77", amounts }));
  expect(execution).toEqual({
    status: "confirmed",
    hash: HASH,
    block: "77",
    sold: "100",
    bought: "0.033",
  });
});

test("behavior: of several signed it names the chain's, never one freeing the nonce", async () => {
  const [second, freeing] = [newHash(), newHash()];
  const ended = {
    status: "confirmed" as const,
    hashes: [HASH, second, freeing],
    freeingHashes: [freeing],
  };
  expect(await told(done(ended), depsWith(HASH))).toMatchObject({ hash: HASH });
  expect(await told(done(ended), depsWith(second))).toMatchObject({ hash: second });
  expect(await told(done(ended), depsWith())).toMatchObject({ hash: second });
});

test.each<[string, StoredOperation, RegExp]>([
  ["reverted", done({ status: "reverted" }), /^transaction_reverted: /],
  [
    "its nonce freed",
    done({ status: "replaced", error: "Too late." }),
    /^operation_decided: .*never took effect. Too late. Ask/,
  ],
  ...(["confirmed", "reverted", "replaced"] as const).map(
    (status): [string, StoredOperation, RegExp] => [
      `${status} in a block that a deep reorg took back`,
      done({ status, isTakenBack: true }),
      new RegExp(
        `^operation_decided: .*took back what had become of it \\(${status}\\)\\. The vault ` +
          "was frozen.*POST /api/vault/unfreeze",
      ),
    ],
  ),
  [
    "its nonce used by something forgotten, which may have been itself",
    done({ status: "replaced", isForgotten: true, error: "Compare them." }),
    /^operation_decided: It was approved, and it is not known whether it took effect. Compare them\.$/,
  ],
  [
    "never sent",
    done({ status: "never_sent" }),
    /^operation_decided: .*never took effect\. Ask again/,
  ],
  ["rejected", found({ status: "rejected" }), /^operation_decided: It was rejected/],
  [
    "refused",
    found({ status: "done", refusal: { code: "swap_shield_blocked", message: "Too far." } }),
    /^operation_decided: It was approved, and refused: Too far\./,
  ],
  ["being carried out", found({ holds: true }), /^conflict: .*being carried out/],
  ["held up for too long", found({}), /^operation_decided: .*nothing was or will be sent/],
  [
    "so old that its attempt is gone",
    found({ status: "done", attemptId: "operation:op" }),
    /^operation_decided: .*audit log/,
  ],
])("error: %s", async (_what, of, expected) => {
  expect(await told(of)).toMatch(expected);
});
