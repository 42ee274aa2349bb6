import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readPayload } from "../../../src/notifications/cards-of.ts";
import { renderItem } from "../../../src/telegram/texts-of.ts";

const ID = "twap:0x00000000000000000000000000000000000000c3:7:3:1700000000000:order_auto_paused";
const payload = {
  kind: "order_auto_paused",
  id: ID,
  vault: "0x00000000000000000000000000000000000000c3",
  chainId: 8453,
  operator: "0x00000000000000000000000000000000000000d4",
  createdAt: 1_700_000_000_000,
  orderId: 7,
  sliceNumber: 3,
  progress: "2/5",
  consecutiveFailures: 3,
  lastError: "no route",
};
const SHORT = `#${createHash("sha256").update(ID).digest("hex").slice(0, 8)}`;

test("default: the notification's text, its visible id in the last line", async () => {
  const { ids, html } = await renderItem({ id: ID, shown: readPayload(JSON.stringify(payload)) });
  expect(ids).toEqual([ID]);
  expect(html.split("\n")[0]).toBe("⏸ <b>TWAP #7</b> paused (2/5)");
  expect(html.split("\n").at(-1)).toBe(`<code>${SHORT}</code>`);
  expect(SHORT).toMatch(/^#[0-9a-f]{8}$/);
});

test.each(["no json", "{}", JSON.stringify({ ...payload, kind: "of a later version" })])(
  "error: what cannot be read is delivered, under its id: %s",
  async (unreadable) => {
    const { html } = await renderItem({ id: ID, shown: readPayload(unreadable) });
    expect(html).toBe(`A notification could not be shown.\n<code>${SHORT}</code>`);
  },
);

test("default: a conversation's answer is sent as written, with operation buttons", async () => {
  const { operator, createdAt } = payload;
  const reply = { kind: "chat_reply", id: ID, operator, createdAt, html: "<b>Sell</b> 1 &lt; 2?" };
  expect(await renderItem({ id: ID, shown: readPayload(JSON.stringify(reply)) })).toEqual({
    ids: [ID],
    html: `<b>Sell</b> 1 &lt; 2?\n<code>${SHORT}</code>`,
  });
  const { keyboard } = await renderItem({
    id: ID,
    shown: readPayload(JSON.stringify({ ...reply, operationId: "op-1" })),
  });
  expect(keyboard?.inline_keyboard.flat().map(({ callback_data }) => callback_data)).toEqual([
    "approve:op-1",
    "reject:op-1",
    "say:chg:op-1",
  ]);
});
