import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type MessagingSink,
  startMessagingSink,
} from "../../../local/messaging/start-messaging-sink.ts";
import { createTelegramMessenger } from "../../../src/telegram/telegram-messenger.ts";
import { venueServer } from "../venues/venue-server.ts";

const TOKEN = "42:secret-token";
const messengerFetch = (url: string, init: RequestInit) => fetch(url, init);
const messengerAt = (baseUrl: string, timeoutMs = 5_000) =>
  createTelegramMessenger({ baseUrl, botToken: TOKEN, timeoutMs, fetch: messengerFetch });

let sink: MessagingSink;
beforeAll(async () => {
  sink = await startMessagingSink();
});
beforeEach(() => dev("clear"));
afterAll(() => sink.stop());

const dev = async (control: string, order: object = {}): Promise<void> => {
  await fetch(`${sink.url}/_dev/${control}`, { method: "POST", body: JSON.stringify(order) });
};
const send = (html = "<b>x</b> &lt;") => messengerAt(sink.url).send("7", html);

test("default: one request with HTML and without a link's preview", async () => {
  expect(await send()).toEqual({
    status: "delivered",
    messageId: expect.any(Number),
    atSec: expect.any(Number),
  });
  expect(sink.messages()).toMatchObject([
    { chatId: "7", text: "<b>x</b> &lt;", parseMode: "HTML" },
  ]);
  const { url, asked } = await venueServer({ body: { ok: true, result: {} } });
  await messengerAt(`${url}/`).send("-7", "t");
  expect(asked).toMatchObject([
    {
      method: "POST",
      path: `/bot${TOKEN}/sendMessage`,
      body: {
        chat_id: "-7",
        text: "t",
        parse_mode: "HTML",
        link_preview_options: { is_disabled: true },
      },
    },
  ]);
});

test("behavior: a docs page place is a link where its origin is known, and exact", async () => {
  const text = "how: /docs#unfreezeVault, not /docs, https://x.example/docs#a";
  const options = { baseUrl: sink.url, botToken: TOKEN, timeoutMs: 5_000, fetch: messengerFetch };
  await createTelegramMessenger({ ...options, docsAt: "https://a.example" }).send("7", text);
  await send(text);
  expect(sink.messages().map((one) => one.text)).toEqual([
    'how: <a href="https://a.example/docs#unfreezeVault">/docs#unfreezeVault</a>, not /docs, ' +
      "https://x.example/docs#a",
    text,
  ]);
});

test("default: a message is edited with its buttons, again too; one gone says so", async () => {
  const messenger = messengerAt(sink.url);
  const keyboard = { inline_keyboard: [[{ text: "Pause", callback_data: "p:1" }]] };
  const sent = await messenger.send("7", "one", keyboard);
  const messageId = "messageId" in sent ? (sent.messageId ?? 0) : 0;
  const edit = (id: number, html = "<b>two</b>", under?: typeof keyboard) =>
    messenger.edit("7", id, html, under);
  expect(await edit(messageId, "<b>two</b>", keyboard)).toEqual({ status: "delivered" });
  expect(await edit(messageId, "<b>two</b>", keyboard)).toEqual({ status: "delivered" });
  expect(sink.messages().at(-1)).toMatchObject({
    text: "<b>two</b>",
    earlierTexts: ["one"],
    replyMarkup: keyboard,
  });
  expect(await edit(messageId)).toEqual({ status: "delivered" });
  expect(sink.messages().at(-1)).toMatchObject({ replyMarkup: null });
  expect(await edit(messageId + 1)).toMatchObject({ status: "refused", what: "message" });
  expect(await edit(messageId, "<b>open")).toMatchObject({ status: "refused", what: "content" });
  // As a real server words it (github.com/TelegramBotAPI/errors).
  const { url } = await venueServer({
    status: 400,
    body: { ok: false, error_code: 400, description: "Bad Request: message can't be edited" },
  });
  expect(await messengerAt(url).edit("7", 1, "x")).toMatchObject({
    status: "refused",
    what: "message",
  });
});

test("default: buttons go with a message, a press is answered, removable once", async () => {
  const keyboard = { inline_keyboard: [[{ text: "Approve", callback_data: "approve:1" }]] };
  const messenger = messengerAt(sink.url);
  expect(await messenger.send("7", "x", keyboard)).toEqual({
    status: "delivered",
    messageId: expect.any(Number),
    atSec: expect.any(Number),
  });
  const [sent] = sink.messages();
  expect(sent).toMatchObject({ replyMarkup: keyboard });
  expect(await messenger.removeKeyboard("7", sent?.messageId ?? 0)).toEqual({
    status: "delivered",
  });
  expect(sink.messages()).toMatchObject([{ replyMarkup: null }]);
  // Telegram refuses what changes nothing, and then what was wanted is there.
  expect(await messenger.removeKeyboard("7", sent?.messageId ?? 0)).toEqual({
    status: "delivered",
  });
  const { url, asked } = await venueServer({ body: { ok: true, result: true } });
  await messengerAt(url).answerButton("query-1", "y".repeat(300));
  expect(asked).toMatchObject([
    {
      path: `/bot${TOKEN}/answerCallbackQuery`,
      body: { callback_query_id: "query-1", text: "y".repeat(200) },
    },
  ]);
});

test.each([
  ["asked to wait", { status: 429, retryAfter: 17 }, { status: "retry_after", seconds: 17 }],
  ["asked to wait without a time", { status: 429 }, { status: "retry_after", seconds: 30 }],
  ["blocked", { status: 403 }, { status: "refused", what: "chat" }],
  ["no such chat", { status: 400 }, { status: "refused", what: "chat" }],
  [
    "not our rights",
    { status: 400, description: "Bad Request: have no rights to send a message" },
    { status: "refused", what: "chat" },
  ],
  [
    "too long",
    { status: 400, description: "Bad Request: message is too long" },
    { status: "refused", what: "content" },
  ],
  [
    "an error of its own",
    { status: 500 },
    { status: "unknown", reason: "500 Internal Server Error" },
  ],
  ["a gateway's error", { status: 502 }, { status: "unknown" }],
  ["our token", { status: 401 }, { status: "unknown" }],
  ["no such bot", { status: 404 }, { status: "unknown" }],
  ["the line cut", {}, { status: "unknown" }],
])("error: %s", async (_, fault, expected) => {
  await dev("fail", fault);
  expect(await send()).toMatchObject(expected);
  expect(sink.messages()).toEqual([]);
});

test("error: markup that Telegram cannot read is refused for its content", async () => {
  expect(await send("<b>x")).toMatchObject({ status: "refused", what: "content" });
});

test.each([
  ["the line cut", { afterAccept: true }],
  ["an error", { afterAccept: true, status: 500 }],
])(
  "behavior: accepted, and then %s, is unknown, never refused, and is not sent again",
  async (_, fault) => {
    await dev("fail", fault);
    expect(await send()).toMatchObject({ status: "unknown" });
    expect(sink.messages()).toHaveLength(1);
  },
);

test.each([
  ["no answer in time", { hang: "headers" as const }],
  ["half an answer in time", { hang: "body" as const, body: { ok: true } }],
  ["not JSON", { body: "<html>" }],
  ["another JSON", { body: { fine: true } }],
  ["ok without a word", { body: "" }],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" }, body: "" }],
])("error: %s is unknown, and no text names the token", async (_, answer) => {
  const { url, asked } = await venueServer(answer);
  const outcome = await messengerAt(url, 200).send("7", "t");
  expect(outcome.status).toBe("unknown");
  expect(JSON.stringify(outcome)).not.toContain("secret");
  expect(asked).toHaveLength(1);
});
