import { expect, test } from "vitest";
import { askApproval } from "../../../src/mcp/ask-approval.ts";

/*
 * A token's maker chooses its symbol, and the card asks its reader for a decision in the service's
 * name: nothing in it may send him anywhere.
 */
const VAULT = `0x${"ab".repeat(20)}`;
const SENTENCE = "Nothing was signed. Approve it by its id.";

async function cardOf(message: string): Promise<string> {
  const sealed: string[] = [];
  const sealer = {
    seal: async (text: string) => {
      sealed.push(text);
      return "sealed";
    },
    open: async () => undefined,
  };
  const operation = {
    tool: "build_vault_swap",
    operationId: "ab".repeat(16),
    data: { expiresAt: 1_795_000_000_000 },
  };
  const asked: any = await askApproval(
    { sealer },
    { ...operation, message: `${message}\n${SENTENCE}` },
    { vault: VAULT, chainId: 8453, context: "of this call" },
  );
  const card = asked.inputRequests.approval.params.message;
  // What is asked once more is the same.
  expect(JSON.parse(String(sealed[0])).card).toBe(card);
  return card;
}

test("default: what waits, bounds, vault, until when; not the route a form replaces", async () => {
  const lines = [
    "Waits for your approval: Swap 100 USDC for about 0.0333 ETH.",
    "At least 0.033 ETH arrive and at most 100 USDC leave, or it does not happen.",
  ];
  expect((await cardOf(lines.join("\n"))).split("\n")).toEqual([
    ...lines,
    `Vault ${VAULT} on base. Nothing was signed. Your answer counts once, until 11:06:40 UTC.`,
  ]);
});

test("attack: a token calling itself a link is none on the card, its address shows", async () => {
  const token = `0x${"cd".repeat(20)}`;
  for (const symbol of [
    "https://evil.example",
    "evil.example/claim",
    "[ETH](https://evil.example)",
    "@evil_bot",
  ]) {
    const card = await cardOf(
      [
        `Waits for your approval: Swap 100 USDC for about 5 ${symbol}.`,
        `Not a listed token: what calls itself ${symbol} is ${token}. Check the address.`,
      ].join("\n"),
    );
    expect(card).not.toMatch(/evil/);
    expect(card).toContain(token);
  }
});
