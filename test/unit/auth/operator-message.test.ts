import { expect, test } from "vitest";
import { operatorMessage } from "../../../src/auth/operator-message.ts";

/** Spec, "Operator layer", and decision D2: the three forms to the letter. */
const PLAIN =
  "Welcome to Sextant Operator\n\nSign this message to verify your wallet and access your " +
  "smart pool assistant.";
const VAULT = "0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD";
const action = { name: "unfreeze", chainId: 8453, vault: VAULT } as const;

test("default: form (a) is the spec's two lines, (b) adds the time, (c) what it is for", () => {
  expect(operatorMessage("Sextant", { kind: "plain" })).toBe(PLAIN);
  expect(operatorMessage("Sextant", { kind: "bound", timestampMs: 1_795_000_000_000 })).toBe(
    `${PLAIN}\n\nTimestamp: 1795000000000`,
  );
  expect(
    operatorMessage("Sextant", { kind: "action", timestampMs: 1_795_000_000_000, action }),
  ).toBe(
    `${PLAIN}\n\nTimestamp: 1795000000000\nAction: unfreeze 8453 ` +
      "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd",
  );
});

test("behavior: shown before signing, time is the signer's, product name the deployment's", () => {
  const shown = operatorMessage("Octant", {
    kind: "action",
    timestampMs: "<authTimestamp>",
    action,
  });
  expect(shown).toBe(
    `${PLAIN.replace("Sextant", "Octant")}\n\nTimestamp: <authTimestamp>\nAction: unfreeze ` +
      `8453 ${VAULT.toLowerCase()}`,
  );
});
