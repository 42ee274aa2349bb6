import { toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { verifyOperator } from "../../src/auth/identify-operator.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import type { Deps } from "../../src/deps.ts";
import { boundMessage, signOperator } from "../support/sign-operator.ts";

// EIP-2: of (r, s, v) and (r, n - s, v') only the one with the lower s is an account's signature.
// Whoever saw the one can make the other, which recovers to the same address: it was accepted, and
// a signature that counts once would count twice.
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

test("error: the other half of a good signature is not one", async () => {
  const nowMs = 1_795_000_000_000;
  const deps = {
    env: { PRODUCT_NAME: "Sextant" },
    clock: { nowMs: () => nowMs },
    caches: createIsolate().caches,
    // An account has no code: as a contract it says nothing.
    chain: () => ({ rpc: { send: async () => [1, 2].map(() => ({ ok: true, value: false })) } }),
  } as unknown as Deps;
  const key = generatePrivateKey();
  const operator = privateKeyToAccount(key).address;
  const { authSignature } = await signOperator(key, boundMessage(nowMs), nowMs);
  const [r, s, v] = [
    authSignature.slice(2, 66),
    authSignature.slice(66, 130),
    authSignature.slice(130),
  ];
  const highS = toHex(CURVE_ORDER - BigInt(`0x${s}`), { size: 32 }).slice(2);
  const verify = async (signature: string) => {
    const verdict = await verifyOperator(
      deps,
      { operator, signature: signature as `0x${string}`, timestampMs: nowMs },
      8453,
    );
    return verdict.ok ? verdict.value.form : verdict.code;
  };
  expect(await verify(authSignature)).toBe("bound");
  expect(await verify(`0x${r}${highS}${v === "1b" ? "1c" : "1b"}`)).toBe("auth_signature_mismatch");
});
