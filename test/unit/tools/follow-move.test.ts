import type { Address } from "viem";
import { expect, test } from "vitest";
import type { Deps } from "../../../src/deps.ts";
import type { Verdict } from "../../../src/lib/verdict.ts";
import { followMove } from "../../../src/tools/follow-move.ts";

const [OWNER, STRANGER, VAULT, TOKEN] = ["11", "22", "33", "44"].map(
  (byte): Address => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address];

/** Whether the move gets as far as a first request, which is where the node says no. */
async function isLookedInto(
  operator: Address | undefined,
  owner: Verdict<Address>,
): Promise<boolean> {
  let requests = 0;
  const send = async (calls: readonly unknown[]) => {
    requests += 1;
    return calls.map(() => ({ ok: false, kind: "unavailable", message: "down" }));
  };
  // Safe: of its dependencies it reaches no more than the chain's node before that has answered.
  const deps = { chain: () => ({ rpc: { send } }) } as unknown as Deps;
  await followMove(
    { deps, vault: VAULT, operator, owner: async () => owner },
    { chainId: 8453, token: TOKEN, amountBase: 5n, direction: "up", moveId: "in:1:1", untilMs: 1 },
  );
  return requests > 0;
}

test("default: the owner's own question is followed", async () => {
  expect(await isLookedInto(OWNER, { ok: true, value: OWNER })).toBe(true);
});

test.each<[string, Address | undefined, Verdict<Address>]>([
  ["a stranger with a good signature", STRANGER, { ok: true, value: OWNER }],
  ["a caller without one", undefined, { ok: true, value: OWNER }],
  [
    "an owner that could not be read",
    OWNER,
    { ok: false, code: "rpc_unavailable", message: "down" },
  ],
])(
  "error: %s moves nobody's 24-hour high: nothing is read or written for it",
  async (_what, operator, owner) => {
    expect(await isLookedInto(operator, owner)).toBe(false);
  },
);
