import { expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import { renderChat } from "../../../src/telegram/render-chat.ts";

const transaction = {
  to: `0x${"11".repeat(20)}`,
  data: "0xaa",
  value: "0x0",
  chainId: 8453,
  from: `0x${"22".repeat(20)}`,
  ...{
    gas: "0x1",
    maxFeePerGas: "0x1",
    maxPriorityFeePerGas: "0x1",
    description: "First",
    ownerOnly: true,
  },
} as const;

test("default: a transaction for the vault's owner stands below the answer", () => {
  const html = renderChat({ reply: "Built.", transaction });
  expect(parseTelegramHtml(html)).toBeTruthy();
  expect(html.split("\n\n")[0]).toBe("Built.");
  expect([html.match(/To sign with the vault's owner/g)?.length, html.includes("0xaa")]).toEqual([
    1,
    true,
  ]);
});

test("behavior: several stand there in order, each with the wallet that signs it", () => {
  const second = { ...transaction, data: "0xbb", value: "0x5" } as const;
  const html = renderChat({ reply: "Two.", transaction, transactions: [transaction, second] });
  expect(parseTelegramHtml(html)).toBeTruthy();
  expect(html.split("To sign with").length).toBe(3);
  expect(html.indexOf("0xaa")).toBeLessThan(html.indexOf("0xbb"));
  expect(html.split(transaction.from).length).toBe(3);
  expect(html).not.toContain("vault's owner");
});
