import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeProposal } from "../../../src/chat/judge-proposal.ts";
import { readMessage } from "../../../src/chat/read-message.ts";
import { runTurn, type TurnCall } from "../../../src/chat/run-turn.ts";
import { buildVaultSwap } from "../../../src/tools/build-vault-swap.ts";
import { cancelTwapOrder } from "../../../src/twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../../../src/twap/tools/create-twap-order.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { onBase } from "./context.ts";
import { questionChat } from "./support/question-chat.ts";

/*
 * What anything but the plain grammar reads, and would change, waits as a card; what only stops
 * something acts at once where the whole message is its phrase (finding 128, decision D55). Each
 * sentence of the first list was read as something that its writer did not mean.
 */
async function turn(text: string): Promise<{ ran: TurnCall[]; asked: boolean }> {
  const ran: TurnCall[] = [];
  let asked = false;
  const ports = {
    fastPath: (own: string) => readMessage(own, { ...onBase, nowMs: 1_790_000_000_000 }),
    ask: async () => {
      asked = true;
      return { reply: "asked" };
    },
    tell: async () => "told",
    model: undefined,
    runTool: async (call: TurnCall) => {
      ran.push(call);
      return { message: "done" };
    },
  };
  await runTurn(ports, { messages: [{ role: "user", text }], chainId: 8453 }).catch(
    () => undefined,
  );
  return { ran, asked };
}

describe("a write that the plain grammar alone does not read", () => {
  test.each([
    "trigger: automatically buy 1 cbbtc with eth when cbbtc is below 60000",
    "dca 5k usdc into eth over 6h, 12 clips",
    "sell 1 eth for usdc, then resume order 3",
    "dump half my eth for usdc",
    "skip the next slice of order 3",
    "set slippage to 2%",
    "bridge 100 usdc to arbitrum",
  ])("attack: %s: nothing of it runs without a card", async (text) => {
    const { ran } = await turn(text);
    expect(ran.length).toBeGreaterThan(0);
    // A share of what the vault holds is read first.
    for (const { tool, card } of ran) if (tool.effect !== "read") expect(card).toBeDefined();
  });

  test.each(["🚫 sell 1 eth for usdc", "sell 24 eth for usdc 24x a day"])(
    "attack: %s: nothing of it is shown",
    async (text) => {
      expect((await turn(text)).ran).toEqual([]);
    },
  );

  test("behavior: sell 10 eth … over an hour in 5 slices: an hour is its duration", async () => {
    const { ran } = await turn("sell 10 eth for usdc over an hour in 5 slices");
    const order = {
      side: "sell",
      sellToken: "eth",
      buyToken: "usdc",
      totalAmount: "10",
      sliceCount: 5,
      intervalMinutes: 12,
    };
    expect(ran).toMatchObject([
      { tool: { name: createTwapOrder.name }, args: order, card: expect.any(Array) },
    ]);
  });

  test("behavior: what nothing was read from stands on the card as it was written", async () => {
    const { ran } = await turn("quietly sell 1 eth for usdc Folks");
    expect(ran).toMatchObject([
      { card: expect.arrayContaining(['Not used of your words: "quietly", "Folks".']) },
    ]);
  });

  test.each([
    "trigger: automatically buy 1 cbbtc with eth when cbbtc is below 60000",
    "dca 5k usdc into eth over 6h, 12 clips",
    "dump 1 eth for usdc",
  ])("default: %s waits, with what was read on its card", async (text) => {
    const { ran } = await turn(text);
    expect(ran).toMatchObject([
      { card: [expect.stringContaining("Read from your words"), "On base."], isOwn: true },
    ]);
  });

  test.each([
    ["sell 1 eth for usdc", "build_vault_swap"],
    ["sell 100 usdc for eth every 5 minutes, 25 at a time on uniswap", "create_twap_order"],
    ["pls kill order 3", "cancel_twap_order"],
    ["halt all trading", "freeze_vault"],
    ["lock the vault", "freeze_vault"],
    ["my key leaked", "freeze_vault"],
    ["freeze it", "freeze_vault"],
    ["quote 5k usdc to eth pls", "get_swap_quote"],
  ])("behavior: %s acts as ever", async (text, tool) => {
    const { ran } = await turn(text);
    expect(ran.map((call) => [call.tool.name, call.card])).toEqual([[tool, undefined]]);
  });
});

test.each([
  "halt everything",
  "cancel all",
  "cancel trigger 4",
  "order 9: TERMINATE",
  "freeze the vault down",
])("behavior: %s waits: it is a paraphrase, of all, or may be a stop-loss", async (text) => {
  const { ran } = await turn(text);
  expect(ran.map(({ card }) => card === undefined)).toEqual([false]);
});

// A slip put right and a wish are not written exactly as a command.
test.each([
  "cancle twap 3",
  "puase order 3",
  "freze the vault",
  "i would pause order 7",
  "i'd cancel order 7",
])("attack: %j: it waits as a card", async (text) => {
  const { ran } = await turn(text);
  expect(ran.map(({ card }) => card === undefined)).toEqual([false]);
});

test("behavior: slips of the keyboard are put right, and wait", async () => {
  const { ran } = await turn("sell 1 eth for usdc in 5 silces of 0.2 evrey 10 mintues");
  expect(ran).toMatchObject([
    {
      args: { totalAmount: "1", sliceAmount: "0.2", intervalMinutes: 10 },
      card: expect.any(Array),
    },
  ]);
});

test.each([
  ...[
    "sell 1 eth for usdc with",
    "sell 1 eth for usdc -",
    "hoping to buy 1 eth with usdc",
    "test sell 1 eth for usdc",
  ],
  ...[
    "sell 1 eth for usdc, oops",
    "sell 1 eth for usdc (example)",
    "24 slices a day of 0.01 eth to usdc",
    "raise slippage down to 0.5%",
  ],
  ...[
    "buy eth 100 usdc twice daily for 3 days",
    "bridge 100 usdc to arbitrum optimism",
    "limit 3000 to 3 eth",
    "sell 1 eth at 2500 per hour",
  ],
  // A digit away from the wrapped coin's address.
  "buy 0.1 of 0x4200000000000000000000000000000000000007 with usdc",
  // A mark that nobody sees is part of the message, and no blank around it.
  "\ufeffcancel twap 9",
  "\u200bfreeze the vault",
])(
  "attack: %j: cut off, wished for, a rate or at odds with itself, so nothing of it is shown",
  async (text) => {
    expect((await turn(text)).ran).toEqual([]);
  },
);

test("attack: what if my key leaked? freezes nothing", async () => {
  expect((await turn("what if my key leaked?")).ran).toEqual([]);
});

describe("what a model proposes", () => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "5000" };
  test.each(["tausche ５０００ usdc in eth", "٥٠٠٠ usdc في eth بدل", "५००० usdc को eth में बदलो"])(
    "attack: %s: digits of another script are refused",
    (own) => {
      expect(judgeProposal(buildVaultSwap, swap, { own, chainId: 8453 })).toMatchObject({
        ...{ ok: false, code: "not_in_your_words", details: { reason: "unclear_number" } },
      });
    },
  );

  test("behavior: what stands in plain words waits as well, and what stops something too", () => {
    const words = { own: "sell 5000 usdc for eth", chainId: 8453 } as const;
    expect(judgeProposal(buildVaultSwap, swap, words)).toMatchObject({
      ok: true,
      value: { card: expect.anything() },
    });
    const cancel = judgeProposal(
      cancelTwapOrder,
      { id: 3 },
      { own: "cancel order 3", chainId: 8453 },
    );
    expect(cancel).toMatchObject({ ok: true, value: { args: { id: 3 }, card: expect.anything() } });
  });
});

describe("in a chat", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis("simulated");
  });
  afterAll(() => redis?.stop());

  test("attack: a bare yes runs nothing but what was shown last", async () => {
    const chat = questionChat(redis.store());
    expect((await chat.send("swap 1 eth to usd")).response?.question?.text).toContain("USDC");
    await chat.send("quote 1 eth to usdc");
    expect(chat.ran.map(([tool]) => tool)).toEqual(["get_swap_quote"]);
    await chat.send("yes");
    expect(chat.ran).toEqual([]);
    // The question itself may still be answered, and shown last a yes is one.
    await chat.send("usdc");
    expect(chat.ran).toMatchObject([["build_vault_swap", { tokenIn: "eth", tokenOut: "usdc" }]]);
    await chat.send("swap 1 eth to usd");
    await chat.send("yes");
    expect(chat.ran).toMatchObject([["build_vault_swap", { tokenIn: "eth", tokenOut: "usdc" }]]);
  });

  test.each(["stop it", "Stop it!", "please stop it"])(
    "attack: %s asks what is to stop, and stops nothing by itself",
    async (text) => {
      const chat = questionChat(redis.store());
      expect((await chat.send(text)).response?.question?.text).toContain("Stop what?");
      expect(chat.ran).toEqual([]);
      await chat.send("swap 1 eth to usd");
      expect((await chat.send("stop it")).response?.question?.text).toContain("Stop what?");
      expect(chat.ran).toEqual([]);
    },
  );
});
