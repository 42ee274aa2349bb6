import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

/** Spec, "Prices": 0.01 USDC. */
const PRICE = 10_000n;

let stack: TestStack;
let vault: TestVault;
let signed: Record<string, unknown>;
beforeAll(async () => {
  stack = await startTestStack();
  vault = await stack.newVault({ fund: { ETH: 10n ** 18n, USDC: 1_000_000_000n } });
  signed = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
});
afterAll(() => stack?.stop());

const say = (content: string, extra: Record<string, unknown> = {}) => ({
  messages: [{ role: "user", content }],
  ...extra,
});
const chat = (
  content: string,
  extra: Record<string, unknown> = {},
  ...rest: [object?, object?]
): Promise<Answer> => stack.call("POST", "/api/chat", say(content, extra), ...(rest as []));

describe("in plain commands", () => {
  test("default: the tool's answer is the reply, and the payer pays 0.01 USDC", async () => {
    const payer = await stack.payer();
    const before = await stack.usdcOf(payer.account.address);
    const { status, body } = await chat("quote 100 USDC to ETH on uniswap", {}, {}, { pay: payer });
    expect([status, body.toolCalls.map((call: any) => [call.name, call.arguments])]).toEqual([
      200,
      [["get_swap_quote", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" }]],
    ]);
    expect(body.reply).toMatch(/^Sell 100 USDC for about 0\.\d+ ETH on uniswap\./);
    expect(Object.keys(body).sort()).toEqual(["reply", "suggestions", "toolCalls"]);
    expect(before - (await stack.usdcOf(payer.account.address))).toBe(PRICE);
  });

  test("args: parts of a UI message say the same as content", async () => {
    const messages = [
      { id: "1", role: "user", parts: [{ type: "text", text: "switch to arbitrum" }] },
    ];
    expect((await stack.call("POST", "/api/chat", { messages })).body).toMatchObject({
      chainSwitch: 42161,
    });
  });

  test("args: slippageBps is the caller's, kept in 10..500; no message says it", async () => {
    const line = async (slippageBps?: number) =>
      /Slippage: (\d+) bps/.exec(
        (await chat("quote 100 USDC to ETH", slippageBps === undefined ? {} : { slippageBps })).body
          .reply,
      )?.[1];
    expect(await Promise.all([line(), line(42), line(1), line(9_999)])).toEqual([
      "100",
      "42",
      "10",
      "500",
    ]);
  });

  test("behavior: a swap is given unsigned, with no vault read to know the caller", async () => {
    const { body } = await chat("sell 10 USDC for ETH on uniswap", { vaultAddress: vault.address });
    expect(body.transaction).toMatchObject({ to: vault.address.toLowerCase(), chainId: 8453 });
    expect([body.execution, body.operationId]).toEqual([undefined, undefined]);
  });

  test("error: a refusal is the tool's own, its message the reply, and costs nothing", async () => {
    const payer = await stack.payer();
    const before = await stack.usdcOf(payer.account.address);
    const refused = await chat("cancel twap 7", signed, {}, { pay: payer });
    expect(expectRefusal(refused)).toBe("400 twap_order_not_found");
    expect(refused.body.reply).toBe("There is no open TWAP order #7 of this vault on this chain.");
    const direct = await stack.tool(vault, "cancel_twap_order", { id: 7 });
    const { reply: _, ...rest } = refused.body;
    expect(rest).toEqual(direct.body);
    expect(await stack.usdcOf(payer.account.address)).toBe(before);
  });

  test("behavior: an order's options, slices, limits, triggers, dry runs are worded", async () => {
    const tried = await chat(
      "dry run: sell 10 USDC for ETH in 4 slices every 10 minutes, limit 0.0001",
      signed,
    );
    expect(tried.body.toolCalls[0].result.data.dryRun.wouldSucceed).toBe(true);
    expect((await chat("list twap orders", signed)).body.toolCalls[0].result.data.orders).toEqual(
      [],
    );

    // What the plain grammar does not read waits as a card.
    const approved = async (words: string) => {
      const { body: card } = await chat(words, signed);
      expect(card.reply, words).toContain("Waits for your approval");
      const answer = await stack.call("POST", "/api/operations/approve", {
        ...signed,
        operationId: card.operationId,
      });
      return answer.body.data;
    };
    const { orderId, order } = await approved(
      "sell 10 USDC for ETH in 4 slices every 10 minutes, not below 0.0001",
    );
    expect([order.limitPrice, order.autoExecute]).toEqual(["0.0001", false]);
    const about = async (words: string) => (await chat(words, signed)).body.toolCalls[0];
    expect((await about(`show order ${orderId}`)).name).toBe("get_twap_order");
    expect(await approved(`skip the next slice of order ${orderId}`)).toMatchObject({
      slice: 1,
      amount: "2.5",
    });
    const edited = await approved(`change the interval of order ${orderId} to 30 minutes`);
    expect(edited.order.intervalMinutes).toBe(30);
    expect((await about("what are my limits?")).name).toBe("get_vault_limits");

    const trigger = await approved("trigger: sell 10 USDC for ETH when ETH rises above 9000");
    expect(trigger.trigger).toMatchObject({
      ...{ type: "stop", price: "9000", priceOf: "buyToken", autoExecute: false, status: "active" },
    });
    expect((await about("list my triggers")).result.data.triggers).toHaveLength(1);
    // It may be a stop-loss: its end waits, too.
    expect((await approved(`cancel trigger ${trigger.triggerId}`)).state).toBe("cancelled");
    // Not called a trigger, it is one on a card.
    const said = await approved("sell 10 USDC for ETH when ETH rises above 9000");
    expect(said.trigger).toMatchObject({
      type: "stop",
      price: "9000",
      priceOf: "buyToken",
      status: "active",
    });
  });

  test("error: no command, without a model: a 503 that says what can be written", async () => {
    const refused = await chat("what do you think of ETH?");
    expect(expectRefusal(refused)).toBe("503 not_configured");
    expect(refused.body.reply).toContain("Write a command, for example: sell 1 ETH for USDC");
  });

  test("error: a role that is no caller's to send", async () => {
    for (const role of ["system", "tool", "developer"]) {
      const body = {
        messages: [
          { role, content: "x" },
          { role: "user", content: "list twap orders" },
        ],
      };
      expect(expectRefusal(await stack.call("POST", "/api/chat", body))).toBe(
        "400 invalid_request",
      );
    }
  });
});

describe("execution", () => {
  const DELEGATED = { executionMode: "delegated" };
  const SELL = "sell 10 USDC for ETH on uniswap";

  test("error: delegated without credentials is 401, whatever is asked", async () => {
    for (const words of [SELL, "quote 10 USDC to ETH", "what is this?"]) {
      const refused = await chat(words, { ...DELEGATED, vaultAddress: vault.address });
      expect(expectRefusal(refused)).toBe("401 auth_required");
    }
  });

  test("error: a stranger's signature executes nothing", async () => {
    const stranger = await stack.newVault();
    const credentials = await stack.credentials(stranger.ownerKey);
    const refused = await chat(SELL, { ...DELEGATED, vaultAddress: vault.address, ...credentials });
    expect(expectRefusal(refused)).toBe("403 not_vault_owner");
  });

  test("behavior: no active delegation: verified operator gets it unsigned, told why", async () => {
    const { status, body } = await chat(SELL, { ...signed, ...DELEGATED });
    expect([status, body.execution]).toEqual([200, undefined]);
    expect(body.transaction.to).toBe(vault.address.toLowerCase());
    expect(body.reply).toContain("no delegation is active for this vault");
    expect(body.toolCalls[0].result.transaction.from).toBe(vault.owner.toLowerCase());
  });

  test("behavior: setting up and revoking are the owner's to sign in every mode", async () => {
    const setup = await chat("set up delegation", { ...signed, ...DELEGATED });
    expect([setup.status, setup.body.transaction.ownerOnly]).toEqual([200, true]);
    expect(setup.body.reply).not.toContain("no delegation is active");
  });

  test("default: with a delegation and the mode autonomous it is executed", async () => {
    const owner = await stack.newVault({ fund: { USDC: 1_000_000_000n } });
    await stack.delegated(owner);
    const auth = {
      vaultAddress: owner.address,
      chainId: 8453,
      ...(await stack.credentials(owner.ownerKey)),
    };
    await stack.call("POST", "/api/settings/exec-mode", { ...auth, mode: "autonomous" });
    const { status, body } = await chat(SELL, { ...auth, ...DELEGATED });
    expect([status, body.transaction, body.execution?.status]).toEqual([
      200,
      undefined,
      "confirmed",
    ]);
    const revoked = await chat("revoke delegation", { ...auth, ...DELEGATED });
    expect(revoked.body.transaction.ownerOnly).toBe(true);
    const after = await chat(SELL, { ...auth, ...DELEGATED });
    expect([after.body.execution, after.body.transaction?.to]).toEqual([
      undefined,
      owner.address.toLowerCase(),
    ]);
  });
});

describe("a caller who leaves", () => {
  test.each([false, true])(
    "behavior: is charged for what runs all the same (as a stream: %s)",
    async (stream) => {
      const payer = await stack.payer();
      const before = await stack.usdcOf(payer.account.address);
      const { header } = await stack.payment("POST", "/api/chat", { payer });
      const { facilitator, baseUrl } = stack.stack;
      facilitator.reset();
      // He leaves while his payment is being verified: before anything was claimed, run or said.
      facilitator.fail({ step: "verify", mode: "slow", delayMs: 1_000 });
      const leaving = new AbortController();
      const answer = fetch(`${baseUrl}/api/chat`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-payment": header },
        body: JSON.stringify(say("quote 100 USDC to ETH on uniswap", { stream })),
        signal: leaving.signal,
      });
      await expect.poll(() => facilitator.log().map(({ step }) => step)).toEqual(["verify"]);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await expect
        .poll(() => stack.usdcOf(payer.account.address), { timeout: 15_000 })
        .toBe(before - PRICE);
    },
  );
});

describe("as a stream", () => {
  const QUOTE = "quote 100 USDC to ETH on uniswap";

  test("default: useChat's transport reads it, with the receipt in the final event", async () => {
    const payer = await stack.payer();
    const sent: Response[] = [];
    const transport = new DefaultChatTransport({
      api: `${stack.stack.baseUrl}/api/chat`,
      body: { stream: true },
      fetch: async (url, init) => {
        const paid = await stack.payment("POST", "/api/chat", { payer });
        const response = await fetch(url, {
          ...init,
          headers: { ...init?.headers, "x-payment": paid.header },
        });
        sent.push(response);
        return response;
      },
    });
    const chunks: UIMessageChunk[] = [];
    const message = await readMessage(await ask(transport, QUOTE), chunks);
    expect(sent[0]?.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(sent[0]?.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    expect(chunks.map(({ type }) => type)).toEqual([
      ...["start", "text-start", "text-delta", "text-end", "data-answer", "finish"],
    ]);
    const text = message.parts.find(({ type }) => type === "text") as { text: string };
    expect(text.text).toMatch(/^Sell 100 USDC for about 0\.\d+ ETH on uniswap\./);
    const answer = message.parts.find(({ type }) => type === "data-answer") as { data: any };
    expect(answer.data.toolCalls[0].name).toBe("get_swap_quote");
    const { receipt } = message.metadata as { receipt: any };
    expect(receipt).toMatchObject({ success: true, payer: payer.account.address.toLowerCase() });
    expect(receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("args: Accept asks for it, too; a caller that takes JSON gets JSON", async () => {
    const type = async (accept: string, extra = {}) =>
      (await chat(QUOTE, extra, { accept })).headers.get("content-type")?.split(";")[0];
    expect(await type("text/event-stream")).toBe("text/event-stream");
    expect(await type("application/json, text/event-stream")).toBe("application/json");
    expect(await type("text/event-stream", { stream: false })).toBe("application/json");
    expect(await type("*/*")).toBe("application/json");
  });

  test("behavior: asked again by the same payment, the whole text comes, paid once", async () => {
    const payer = await stack.payer();
    const before = await stack.usdcOf(payer.account.address);
    const { header } = await stack.payment("POST", "/api/chat", { payer });
    const once = () => chat(QUOTE, { stream: true }, { "x-payment": header });
    const first = eventsOf(await once());
    const second = eventsOf(await once());
    expect(second).toEqual(first);
    expect(first.at(-1)).toBe("[DONE]");
    expect(before - (await stack.usdcOf(payer.account.address))).toBe(PRICE);
  });

  test("error: a refusal before anything was said is its own answer, costs nothing", async () => {
    expect(expectRefusal(await chat("cancel twap 7", { ...signed, stream: true }))).toBe(
      "400 twap_order_not_found",
    );
    expect(expectRefusal(await chat("x", { stream: true, executionMode: "delegated" }))).toBe(
      "401 auth_required",
    );
    const unpaid = await chat(QUOTE, { stream: true }, {}, { pay: false });
    expect([unpaid.status, unpaid.headers.get("content-type")]).toEqual([402, "application/json"]);
  });

  test("error: an unavailable settlement ends the stream with an error, uncharged", async () => {
    const payer = await stack.payer();
    const before = await stack.usdcOf(payer.account.address);
    stack.stack.facilitator.fail({ step: "settle", mode: "status" });
    const events = eventsOf(await chat(QUOTE, { stream: true }, {}, { pay: payer }));
    expect(events.map((event) => (typeof event === "string" ? event : event.type))).toEqual([
      ...[
        "start",
        "text-start",
        "text-delta",
        "text-end",
        "data-answer",
        "data-error",
        "error",
        "[DONE]",
      ],
    ]);
    expect(events.find(({ type }) => type === "data-error").data.error).toBe(
      "facilitator_unavailable",
    );
    expect(await stack.usdcOf(payer.account.address)).toBe(before);
  });
});

const ask = (transport: DefaultChatTransport<UIMessage>, text: string) =>
  transport.sendMessages({
    chatId: "1",
    trigger: "submit-message",
    messageId: undefined,
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text }] }],
    abortSignal: undefined,
  });

async function readMessage(
  stream: ReadableStream<UIMessageChunk>,
  chunks: UIMessageChunk[],
): Promise<UIMessage> {
  const seen = stream.pipeThrough(
    new TransformStream<UIMessageChunk, UIMessageChunk>({
      transform: (chunk, controller) => {
        chunks.push(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: seen })) last = message;
  if (last === undefined) throw new Error("the stream had no message");
  return last;
}

/** The data of each server-sent event, parsed but for the end mark. */
function eventsOf({ body }: Answer): any[] {
  const events = String(body)
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => event.replace(/^data: /, ""));
  return events.map((event) => (event === "[DONE]" ? event : JSON.parse(event)));
}
