import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type MessagingSink,
  startMessagingSink,
} from "../../local/messaging/start-messaging-sink.ts";
import { type Inbox, startInbox } from "./start-inbox.ts";

let sink: MessagingSink;
let inbox: Inbox;
beforeAll(async () => {
  sink = await startMessagingSink();
  inbox = await startInbox();
});
beforeEach(async () => {
  await dev("clear");
  inbox.answerWith(async () => ({ status: 200, body: "" }));
});
afterAll(async () => {
  await sink.stop();
  await inbox.stop();
});

type BotResult = { message_id: number; text: string } & Record<string, unknown>;
type Answer = {
  status: number;
  ok: boolean;
  result: BotResult;
  description?: string;
  parameters?: unknown;
};

async function bot(method: string, parameters: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await fetch(`${sink.url}/bot42:token/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, "status">) };
}
async function dev(
  control: string,
  order: unknown = {},
): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${sink.url}/_dev/${control}`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  return { status: answer.status, body: await answer.json() };
}
const texts = () => sink.messages().map(({ text }) => text);
const refused = (reason: string) => ({
  status: 400,
  ok: false,
  error_code: 400,
  description: `Bad Request: ${reason}`,
});

test("default: the conversation can be read as text, buttons and presses in it", async () => {
  const markup = { inline_keyboard: [[{ text: "Approve", callback_data: "approve:1" }]] };
  inbox.answerWith(async () => ({ status: 200, body: "" }));
  await bot("setWebhook", { url: inbox.url });
  const chat = { id: 7, type: "private" };
  await dev("update", { update: { message: { chat, text: "sell <1> ETH" } } });
  await bot("sendMessage", {
    chat_id: 7,
    text: "<b>Sell</b> &lt;1&gt;?\nSure?",
    parse_mode: "HTML",
    reply_markup: markup,
  });
  await dev("update", {
    update: { callback_query: { id: "1", message: { chat }, data: "approve:1" } },
  });
  await bot("sendMessage", { chat_id: 8, text: "other" });
  for (const _ of ["words", "press"]) await inbox.next();
  const log = async (query = "") => (await fetch(`${sink.url}/_dev/log${query}`)).text();
  const lines = (await log("?chat=7")).split("\n").map((line) => line.slice("12:00:00 ".length));
  expect(lines).toEqual([
    "7 > sell <1> ETH",
    "7 < Sell <1>?",
    "7 < Sure?",
    "7 < [Approve]",
    "7 > (presses approve:1)",
    "",
  ]);
  expect(await log()).toContain("8 < other");
  await dev("clear");
  expect(await log()).toBe("");
});

describe("messages", () => {
  test("default: sent, numbered upwards, kept as they were sent", async () => {
    const markup = { inline_keyboard: [[{ text: "Approve", callback_data: "a:1" }]] };
    const first = await bot("sendMessage", {
      chat_id: 7,
      text: "<b>1 &lt; 2</b>",
      parse_mode: "HTML",
      reply_markup: markup,
    });
    expect(first).toMatchObject({
      status: 200,
      ok: true,
      result: {
        chat: { id: 7, type: "private" },
        from: { id: 42, is_bot: true },
        text: "1 < 2",
        reply_markup: markup,
        date: expect.any(Number),
      },
    });
    const second = await bot("sendMessage", { chat_id: "7", text: "plain <b>" });
    expect(second.result.message_id).toBe(first.result.message_id + 1);
    expect(sink.messages().map(({ sentAtMs: _, ...rest }) => rest)).toEqual([
      {
        chatId: "7",
        messageId: first.result.message_id,
        text: "<b>1 &lt; 2</b>",
        parseMode: "HTML",
        replyMarkup: markup,
        earlierTexts: [],
        isDeleted: false,
      },
      {
        chatId: "7",
        messageId: second.result.message_id,
        text: "plain <b>",
        parseMode: null,
        replyMarkup: null,
        earlierTexts: [],
        isDeleted: false,
      },
    ]);
  });

  test("args: GET, form bodies and upper or lower case methods are taken as well", async () => {
    const get = await fetch(`${sink.url}/bot42:token/sendmessage?chat_id=-100&text=by%20query`);
    expect(await get.json()).toMatchObject({
      ok: true,
      result: { chat: { id: -100, type: "supergroup" } },
    });
    const markup = JSON.stringify({ inline_keyboard: [[{ text: "x", callback_data: "1" }]] });
    const form = new URLSearchParams({ chat_id: "-100", text: "by form", reply_markup: markup });
    const post = await fetch(`${sink.url}/bot42:token/sendMessage`, { method: "POST", body: form });
    expect(await post.json()).toMatchObject({
      ok: true,
      result: { reply_markup: JSON.parse(markup) },
    });
    await bot("sendMessage", { chat_id: 1, text: "elsewhere" });
    const ofChat = await fetch(`${sink.url}/_dev/messages?chat=-100`);
    expect(await ofChat.json()).toMatchObject({
      messages: [{ text: "by query" }, { text: "by form" }],
    });
  });

  test("edit, delete: in place, with what was there before; Telegram's refusals", async () => {
    const { message_id } = (await bot("sendMessage", { chat_id: 7, text: "one" })).result;
    const edit = { chat_id: 7, message_id, text: "two" };
    expect(await bot("editMessageText", edit)).toMatchObject({
      ok: true,
      result: { message_id, text: "two" },
    });
    expect((await bot("editMessageText", edit)).description).toMatch(
      /^Bad Request: message is not modified: /,
    );
    expect(await bot("editMessageText", { ...edit, chat_id: 8 })).toEqual(
      refused("message to edit not found"),
    );
    expect(sink.messages()).toMatchObject([
      { text: "two", earlierTexts: ["one"], isDeleted: false },
    ]);
    expect(await bot("deleteMessage", { chat_id: 7, message_id })).toMatchObject({
      ok: true,
      result: true,
    });
    expect(await bot("deleteMessage", { chat_id: 7, message_id })).toEqual(
      refused("message to delete not found"),
    );
    expect(await bot("editMessageText", edit)).toEqual(refused("message to edit not found"));
    expect(sink.messages()).toMatchObject([{ text: "two", isDeleted: true }]);
  });

  test("args: 4096 characters after entities are the limit", async () => {
    const full = "x".repeat(4096);
    expect((await bot("sendMessage", { chat_id: 7, text: full })).ok).toBe(true);
    expect(
      (await bot("sendMessage", { chat_id: 7, text: `<b>${full}</b>`, parse_mode: "HTML" })).ok,
    ).toBe(true);
    expect(await bot("sendMessage", { chat_id: 7, text: `${full}x` })).toEqual(
      refused("message is too long"),
    );
    const { message_id } = (await bot("sendMessage", { chat_id: 7, text: "short" })).result;
    expect(await bot("editMessageText", { chat_id: 7, message_id, text: `${full}x` })).toEqual(
      refused("message is too long"),
    );
  });

  test.each([
    [{ text: "x" }, "chat_id is empty"],
    [{ chat_id: 7 }, "text is empty"],
    [{ chat_id: 7, text: " \n" }, "message text is empty"],
    [{ chat_id: 7, text: "<b></b>", parse_mode: "HTML" }, "message text is empty"],
    [
      { chat_id: 7, text: "<b>x", parse_mode: "html" },
      `can't parse entities: Can't find end tag corresponding to start tag "b"`,
    ],
    [
      { chat_id: 7, text: "1 < 2", parse_mode: "HTML" },
      `can't parse entities: Unsupported start tag "" at byte offset 2`,
    ],
    [
      {
        chat_id: 7,
        text: "x",
        reply_markup: { inline_keyboard: [[{ text: "t", callback_data: "£".repeat(33) }]] },
      },
      "BUTTON_DATA_INVALID",
    ],
  ])("error: %j", async (parameters, reason) => {
    expect(await bot("sendMessage", parameters)).toEqual(refused(reason));
    expect(texts()).toEqual([]);
  });

  test("others: getMe, sendChatAction, an unknown method, an unreadable body", async () => {
    expect(await bot("getMe")).toMatchObject({
      ok: true,
      result: { id: 42, is_bot: true, username: "local_bot" },
    });
    expect(await bot("sendChatAction", { chat_id: 7, action: "typing" })).toMatchObject({
      ok: true,
      result: true,
    });
    expect(await bot("sendPigeon")).toEqual({
      status: 404,
      ok: false,
      error_code: 404,
      description: "Not Found",
    });
    const broken = await fetch(`${sink.url}/bot42:token/sendMessage`, {
      method: "POST",
      body: "{",
    });
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { ok: false, error_code: 400 },
    ]);
    expect((await fetch(`${sink.url}/sendMessage`)).status).toBe(404);
    const calls = (await (await fetch(`${sink.url}/_dev/calls`)).json()) as {
      calls: { method: string }[];
    };
    expect(calls.calls.map(({ method }) => method)).toEqual([
      "getMe",
      "sendChatAction",
      "sendPigeon",
    ]);
  });
});

describe("faults", () => {
  test("fail: so many times, with Telegram's words and retry_after, then as before", async () => {
    await dev("fail", { times: 2, status: 429, retryAfter: 3 });
    const busy = {
      status: 429,
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 3",
      parameters: { retry_after: 3 },
    };
    expect(await bot("sendMessage", { chat_id: 7, text: "1" })).toEqual(busy);
    expect(await bot("sendMessage", { chat_id: 7, text: "2" })).toEqual(busy);
    expect((await bot("sendMessage", { chat_id: 7, text: "3" })).ok).toBe(true);
    expect(texts()).toEqual(["3"]);
    await dev("fail", { status: 403, method: "sendMessage" });
    expect((await bot("getMe")).ok).toBe(true);
    expect((await bot("sendMessage", { chat_id: 7, text: "4" })).description).toBe(
      "Forbidden: bot was blocked by the user",
    );
  });

  test("fail afterAccept: the message is there; the caller gets error or no answer", async () => {
    await dev("fail", { afterAccept: true, status: 502 });
    expect((await bot("sendMessage", { chat_id: 7, text: "kept, 502" })).status).toBe(502);
    await dev("fail", { afterAccept: true });
    await expect(bot("sendMessage", { chat_id: 7, text: "kept, cut" })).rejects.toThrow(
      "fetch failed",
    );
    await dev("fail");
    await expect(bot("sendMessage", { chat_id: 7, text: "lost, cut" })).rejects.toThrow(
      "fetch failed",
    );
    expect(texts()).toEqual(["kept, 502", "kept, cut"]);
    expect((await dev("fail", { status: 200 })).status).toBe(400);
    expect((await dev("fail", { tmies: 1 })).status).toBe(400);
  });

  test("clear: forgets messages and faults, numbers go on", async () => {
    const before = (await bot("sendMessage", { chat_id: 7, text: "1" })).result.message_id;
    await dev("fail", { times: 9, status: 500 });
    await dev("clear");
    expect(texts()).toEqual([]);
    expect((await bot("sendMessage", { chat_id: 7, text: "2" })).result.message_id).toBe(
      before + 1,
    );
  });
});

describe("webhook", () => {
  test("update: posted with the secret header, ids count up, the answer comes back", async () => {
    const url = `${inbox.url}/telegram`;
    await bot("deleteWebhook");
    expect(await dev("update", { update: {} })).toEqual({
      status: 409,
      body: { error: "no webhook is set" },
    });
    expect(await bot("setWebhook", { url, secret_token: "s-1_A" })).toMatchObject({
      ok: true,
      result: true,
    });
    expect((await bot("getWebhookInfo")).result).toMatchObject({ url, pending_update_count: 0 });
    inbox.answerWith(async () => ({ status: 401, body: "no" }));
    const first = await dev("update", {
      update: { message: { message_id: 1, text: "/start £", chat: { id: 7 } } },
    });
    const request = await inbox.next();
    expect(request).toMatchObject({
      method: "POST",
      target: "/telegram",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": "s-1_A" },
    });
    const { update_id } = JSON.parse(request.body.toString()) as { update_id: number };
    expect(JSON.parse(request.body.toString())).toEqual({
      update_id,
      message: { message_id: 1, text: "/start £", chat: { id: 7 } },
    });
    expect(first).toEqual({ status: 200, body: { updateId: update_id, status: 401, body: "no" } });
    await dev("update", { update: { message: {} } });
    expect(JSON.parse((await inbox.next()).body.toString())).toMatchObject({
      update_id: update_id + 1,
    });
    await dev("update", { update: { update_id, message: {} } });
    expect(JSON.parse((await inbox.next()).body.toString())).toMatchObject({ update_id });
  });

  test("behavior: a webhook answer's method is done; callback queries answer once", async () => {
    await bot("setWebhook", { url: `${inbox.url}/telegram` });
    inbox.answerWith(async () => {
      const body = JSON.stringify({ method: "sendMessage", chat_id: 7, text: "from the answer" });
      return { status: 200, headers: { "content-type": "application/json" }, body };
    });
    await dev("update", { update: { callback_query: { id: "q1", data: "a:1" } } });
    expect((await inbox.next()).headers["x-telegram-bot-api-secret-token"]).toBeUndefined();
    expect(texts()).toEqual(["from the answer"]);
    expect(await bot("answerCallbackQuery", { callback_query_id: "q1" })).toMatchObject({
      ok: true,
      result: true,
    });
    const old = refused("query is too old and response timeout expired or query ID is invalid");
    expect(await bot("answerCallbackQuery", { callback_query_id: "q1" })).toEqual(old);
    expect(await bot("answerCallbackQuery", { callback_query_id: "never" })).toEqual(old);
  });

  test("error: a bad secret or a webhook that is neither HTTPS nor of this machine", async () => {
    const url = `${inbox.url}/telegram`;
    expect(await bot("setWebhook", { url, secret_token: "no spaces" })).toEqual(
      refused("secret token contains unallowed characters"),
    );
    expect(await bot("setWebhook", { url: "http://example.com/x" })).toEqual(
      refused("bad webhook: An HTTPS URL must be provided for webhook"),
    );
    expect((await bot("setWebhook", { url: "https://example.com/x" })).ok).toBe(true);
    expect((await bot("setWebhook", { url: "" })).ok).toBe(true);
    expect((await bot("getWebhookInfo")).result.url).toBe("");
  });
});

test("stop: closes the port", async () => {
  const short = await startMessagingSink();
  expect((await fetch(`${short.url}/bot1:t/getMe`)).status).toBe(200);
  await short.stop();
  await expect(fetch(short.url)).rejects.toThrow("fetch failed");
});
