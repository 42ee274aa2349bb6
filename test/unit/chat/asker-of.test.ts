import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { askerOf } from "../../../src/chat/questions/asker-of.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";

const NOW = 1_795_000_000_000;
const VAULT = `0x${"c3".repeat(20)}`;
const deps = {
  env: { PRODUCT_NAME: "Sextant" },
  clock: { nowMs: () => NOW },
  caches: createIsolate().caches,
  grant: { id: "ab".repeat(16), leastScope: "each" },
} as unknown as Deps;

async function asker(key = generatePrivateKey(), signs = key) {
  const { address } = privateKeyToAccount(key);
  const message =
    `Welcome to Sextant Operator\n\nSign this message to verify your wallet and access your ` +
    `smart pool assistant.\n\nTimestamp: ${NOW}`;
  const authSignature = await privateKeyToAccount(signs).signMessage({ message });
  const credentials = { operatorAddress: address, authSignature, authTimestamp: NOW };
  const turn = { caller: { kind: "outside", credentials }, vaultAddress: VAULT, chainId: 8453 };
  return { address: address.toLowerCase(), asked: await askerOf(deps, turn as never) };
}

test("security: under a grant a question is its signer's, whoever names the grant", async () => {
  const agent = await asker();
  const stranger = await asker();
  expect(agent.asked).toEqual({
    vault: VAULT,
    chainId: 8453,
    operator: agent.address,
    chatId: null,
  });
  expect(stranger.asked.operator).toBe(stranger.address);
  const forged = await asker(generatePrivateKey(), generatePrivateKey());
  expect(forged.asked.operator).toBeNull();
});
