import { afterAll, beforeAll, expect, test } from "vitest";
import { credentialHeaders } from "../support/credential-headers.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
});
afterAll(() => flow?.stack.stop());

/** Deliveries are Worker calls of their own, so what they bring is waited for. */
const waitFor = (left: () => unknown, expected: unknown) =>
  expect.poll(left, { timeout: 40_000 }).toEqual(expected);

const KINDS = ["order_edited", "slice_skipped", "order_paused"];

test("behavior: edit, skip, pause alike in list, detail, events, webhook, Telegram", async () => {
  const { stack, orders } = flow;
  const vault = await flow.readyVault();
  const sink = stack.stack.webhooks;
  expect((await orders.post(vault, "/api/webhooks", { url: `${sink.url}/alike` })).status).toBe(
    200,
  );
  const id = await orders.create(vault);
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  expect((await stack.tool(vault, "edit_twap_order", { id, intervalMinutes: 15 })).status).toBe(
    200,
  );
  expect((await stack.tool(vault, "skip_twap_slice", { id })).status).toBe(200);
  expect((await stack.tool(vault, "pause_twap_order", { id })).status).toBe(200);

  const listed = await orders.order(vault, id);
  expect(listed).toMatchObject({
    status: "paused",
    intervalMinutes: 15,
    slicesExecuted: 1,
    skippedSlices: [2],
  });
  expect(listed).toMatchObject({ amountSpent: "25", skippedBase: "25000000" });

  const told = await stack.tool(vault, "get_twap_order", { id });
  const headers = credentialHeaders(await stack.credentials(vault.ownerKey));
  const { body: detail } = await stack.call(
    "GET",
    `/api/twap-order?vault=${vault.address}&id=${id}`,
    undefined,
    headers,
  );
  expect(told.body.data).toEqual(detail);
  expect(detail.order).toEqual(listed);
  expect(detail.slices).toMatchObject([
    {
      ...{ sliceNumber: 1, status: "executed", sellAmount: "25", amountsEstimated: false },
      ...{
        hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        gasUsed: expect.stringMatching(/^[1-9]/),
      },
      ...{ gasCostWei: expect.stringMatching(/^[1-9]/), deltaBps: expect.any(Number) },
      quote: { venue: "uniswap", sellAmount: "25" },
      oracle: { sellAmount: "25" },
    },
    { sliceNumber: 2, status: "skipped", plannedAmount: "25", at: expect.any(Number) },
  ]);
  expect(detail.next).toMatchObject({ sliceNumber: 3, amount: "25" });
  expect(detail.upcoming.map(({ amount }: { amount: string }) => amount)).toEqual(["25", "25"]);
  const texts = [
    "edited by its operator: intervalMinutes 5 to 15 (1/4)",
    "slice 2 skipped by its operator: 25 USDC is not traded (2/4)",
    "paused by its operator (2/4)",
  ];
  const changes: Record<string, unknown>[] = detail.changes;
  expect(changes.map(({ kind }) => kind)).toEqual(KINDS);
  expect(changes.map(({ text }) => text)).toEqual(texts);

  const polled = (await orders.polled(vault)).slice(-3);
  expect(polled.map(({ change }) => change)).toEqual(KINDS);
  expect(polled.map(({ summary }) => summary)).toEqual(texts.map((text) => `TWAP #${id} ${text}`));

  const delivered = (): Record<string, unknown>[] =>
    sink
      .deliveries("/alike")
      .map(({ body }) => JSON.parse(body))
      .filter(({ kind }) => KINDS.includes(kind));
  await stack.advance(5 * MINUTE);
  await waitFor(() => delivered().map(({ kind }) => kind), KINDS);
  for (const [index, notice] of delivered().entries()) {
    const { text: _, chainId: __, timestamp, ...change } = changes[index]!;
    expect(notice).toMatchObject({ ...change, createdAt: timestamp, vault: vault.address });
  }
  const chat = () => stack.stack.messaging.messages().map(({ text }) => text);
  const inChat = (text: string) =>
    chat().some((message) => message.includes(`<b>TWAP #${id}</b> ${text}`));
  await waitFor(() => texts.filter(inChat), texts);
});
