import type { Address, Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { identifyAction } from "../../../src/auth/identify-action.ts";
import { verifyOperator } from "../../../src/auth/identify-operator.ts";
import type { OperatorAction } from "../../../src/auth/operator-message.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";

const NOW_MS = 1_790_000_000_000;
const MINUTE = 60_000;
const account = privateKeyToAccount(`0x${"1".repeat(64)}`);
const VAULT: Address = "0x1111111111111111111111111111111111111111";
const OTHER: Address = "0x2222222222222222222222222222222222222222";
const LOOSEN: OperatorAction = { name: "loosen_perp_limits", chainId: 42161, vault: VAULT };

/** `yes`: chains whose contract at the operator's address takes any signature for its own. */
function depsOf(yes: readonly ChainId[] = []) {
  const asked: ChainId[] = [];
  const deps = {
    env: { PRODUCT_NAME: "Sextant" },
    clock: { nowMs: () => NOW_MS },
    caches: createIsolate().caches,
    chain: (chainId: ChainId) => ({
      rpc: {
        send: async (calls: readonly unknown[]) => {
          asked.push(chainId);
          return calls.map(() => ({ ok: true, value: yes.includes(chainId) }));
        },
      },
    }),
  } as unknown as Deps;
  return { deps, asked };
}

/** The spec's message and decision D2's lines, written out by hand. */
const PLAIN =
  "Welcome to Sextant Operator\n\nSign this message to verify your wallet and access your " +
  "smart pool assistant.";
const bound = (at: number) => `${PLAIN}\n\nTimestamp: ${at}`;
const action = (line: string, at = NOW_MS) => `${bound(at)}\nAction: ${line}`;

const credentials = async (message: string, authTimestamp = NOW_MS) => ({
  operatorAddress: account.address,
  authSignature: await account.signMessage({ message }),
  authTimestamp,
});

describe("a signature made for one thing", () => {
  test("default: loosens the limits of that vault on that chain", async () => {
    const { deps } = depsOf();
    const given = await credentials(action(`loosen_perp_limits 42161 ${VAULT}`));
    expect(await identifyAction(deps, given, LOOSEN)).toMatchObject({
      ok: true,
      value: { operator: account.address.toLowerCase() },
    });
  });

  test.each<[string, string]>([
    ["another vault", action(`loosen_perp_limits 42161 ${OTHER}`)],
    ["the venue's chain", action(`loosen_perp_limits 999 ${VAULT}`)],
    ["another chain", action(`loosen_perp_limits 8453 ${VAULT}`)],
    ["the loss budget", action(`loosen_loss_budget 42161 ${VAULT}`)],
    ["unfreezing", action(`unfreeze 42161 ${VAULT}`)],
    ["unpairing", action(`unpair 42161 ${VAULT}`)],
    ["every day's use", bound(NOW_MS)],
    ["every use", PLAIN],
    ["more than that", `${action(`loosen_perp_limits 42161 ${VAULT}`)}\n`],
    ["another time", action(`loosen_perp_limits 42161 ${VAULT}`, NOW_MS - MINUTE)],
  ])("error: for %s loosens nothing here", async (_what, message) => {
    const { deps } = depsOf();
    expect(await identifyAction(deps, await credentials(message), LOOSEN)).toMatchObject({
      ok: false,
      code: "auth_signature_mismatch",
    });
  });

  test("error: six minutes ago is too long ago, though good for a day elsewhere", async () => {
    const at = NOW_MS - 6 * MINUTE;
    const { deps } = depsOf();
    const given = await credentials(action(`loosen_perp_limits 42161 ${VAULT}`, at), at);
    expect(await identifyAction(deps, given, LOOSEN)).toMatchObject({
      ok: false,
      code: "auth_expired",
    });
  });

  test("error: opens no ordinary door", async () => {
    const { deps } = depsOf();
    const signature = await account.signMessage({
      message: action(`loosen_perp_limits 42161 ${VAULT}`),
    });
    const given = { operator: account.address, signature, timestampMs: NOW_MS };
    expect(await verifyOperator(deps, given, 42161)).toMatchObject({
      ok: false,
      code: "auth_signature_mismatch",
    });
  });
});

describe("a contract owner", () => {
  const signature: Hex = `0x${"ab".repeat(65)}`;
  const given = { operator: OTHER, signature, timestampMs: NOW_MS };

  test("error: asked on the request's chain, no other yes counts, remembered or not", async () => {
    const { deps, asked } = depsOf([999]);
    expect(await verifyOperator(deps, given, 999)).toMatchObject({ ok: true });
    expect(await verifyOperator(deps, given, 42161)).toMatchObject({
      ok: false,
      code: "auth_signature_mismatch",
    });
    expect(await verifyOperator(deps, given, 999)).toMatchObject({ ok: true });
    expect(asked).toEqual([999, 42161]);
  });

  test("error: nor does a yes to a venue's action loosen limits on another chain", async () => {
    const { deps } = depsOf([999]);
    const wire = { operatorAddress: OTHER, authSignature: signature, authTimestamp: NOW_MS };
    expect(await identifyAction(deps, wire, { ...LOOSEN, chainId: 999 })).toMatchObject({
      ok: true,
    });
    expect(await identifyAction(deps, wire, LOOSEN)).toMatchObject({
      ok: false,
      code: "auth_signature_mismatch",
    });
  });
});
