import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { telegramUpdate } from "../../../schemas/telegram-update.ts";
import { callbackUpdate, messageUpdate, NOW_MS, NOW_SEC, read, USER } from "./updates.ts";

const CHAT = String(USER);
const CODE = "AbC-123_xyzAbC-123_xyQ";
const IGNORED = { kind: "ignored" };
const command = (name: string, argument = "") => ({
  kind: "command",
  chatId: CHAT,
  command: { name, argument },
});
const cancel = (orderId: number | "all" | null) => ({
  kind: "command",
  chatId: CHAT,
  command: { name: "cancel", orderId },
});
const text = (words: string, quoted: unknown[] = []) => ({
  ...{ kind: "text", chatId: CHAT, words, quoted },
  // As the update has it.
  dateSec: NOW_SEC,
});

describe("commands", () => {
  test.each([
    ["/orders", command("orders")],
    ["/positions", command("positions")],
    ["/mode", command("mode")],
    ["/settings", command("settings")],
    ["/freeze", command("freeze")],
    ["/help", command("help")],
    ["/orders@sextant_bot", command("orders")],
    ["/Orders@Sextant_Bot", command("orders")],
    ["  /orders\n", command("orders")],
    ["/freeze  now please ", command("freeze", "now please")],
    ["/freeze\nnow", command("freeze", "now")],
    ["/cancel 3", cancel(3)],
    ["/cancel@sextant_bot #12", cancel(12)],
    ["/cancel 999999999", cancel(999_999_999)],
    ["/cancel all", cancel("all")],
    ["/cancel ALL", cancel("all")],
    ["/pause 3", { kind: "command", chatId: CHAT, command: { name: "pause", orderId: 3 } }],
    ["/pause", { kind: "command", chatId: CHAT, command: { name: "pause", orderId: null } }],
    ["/resume all", { kind: "command", chatId: CHAT, command: { name: "resume", orderId: "all" } }],
    ["/status", command("status")],
    ["/grants", command("grants")],
    ["/balance usdc", command("balance", "usdc")],
    ["/quote 1 eth usdc", command("quote", "1 eth usdc")],
    ["/history", command("history")],
    ["/order 3", text("show order 3")],
    ["/order@sextant_bot #12", text("show order 12")],
    ["/order 0", { kind: "command", chatId: CHAT, command: { name: "unknown" } }],
    ["/order", { kind: "command", chatId: CHAT, command: { name: "unknown" } }],
    ["/skip 3", text("skip the next slice of order 3")],
    ["/skip", { kind: "command", chatId: CHAT, command: { name: "unknown" } }],
    ["/limits", text("show my limits")],
    ["/triggers", text("list my triggers")],
    ["/triggers now", { kind: "command", chatId: CHAT, command: { name: "unknown" } }],
    ["/pay", { kind: "command", chatId: CHAT, command: { name: "unknown" } }],
    ["/frееze", text("/frееze")],
    ["/orders!", text("/orders!")],
    ["/", text("/")],
    ["please /freeze", text("please /freeze")],
    ["sell 1 ETH", text("sell 1 ETH")],
  ])("default: %s", (words, expected) => {
    expect(read(messageUpdate(words))).toEqual(expected);
  });

  test.each([
    "",
    "0",
    "00",
    "#0",
    "03",
    "-1",
    "+1",
    "1.0",
    "1e3",
    "3 4",
    "3x",
    "all 3",
    "alle",
    "0x10",
    "１",
    "٣",
    "1000000000",
  ])("attack: /cancel %j names no order, and never all of them", (argument) => {
    expect(read(messageUpdate(`/cancel ${argument}`))).toEqual(cancel(null));
  });

  test("attack: a command for another bot is not ours", () => {
    expect(read(messageUpdate("/freeze@other_bot"))).toEqual(IGNORED);
    expect(read(messageUpdate("/freeze@sextant_bot2"))).toEqual(IGNORED);
  });

  test("default: start with a code, and what is no code", () => {
    const start = (code: string | null) => ({ kind: "start", chatId: CHAT, code });
    expect(read(messageUpdate(`/start ${CODE}`))).toEqual(start(CODE));
    for (const none of [
      "",
      "short",
      `${CODE}x`,
      `${CODE.slice(1)}=`,
      `${CODE} ${CODE}`,
      `${CODE.slice(2)}/+`,
    ])
      expect(read(messageUpdate(`/start ${none}`))).toEqual(start(null));
  });
});

describe("quoted text", () => {
  const origin = {
    forward_origin: { type: "hidden_user", sender_user_name: "Eve", date: NOW_SEC },
  };

  test.each(["/freeze", "/cancel 3", `/start ${CODE}`, "sell 1 ETH for USDC"])(
    "attack: a forwarded %j is another author's text, not a command",
    (words) => {
      expect(read(messageUpdate(words, origin))).toEqual(
        text("", [{ source: "forwarded", text: words }]),
      );
      // Servers before Bot API 7.0, and an origin of a kind that is not known yet.
      for (const mark of [
        { forward_date: NOW_SEC },
        { forward_origin: null },
        { forward_origin: "new" },
      ])
        expect(read(messageUpdate(words, mark))).toMatchObject({ words: "" });
    },
  );

  test("attack: another bot's words are not the sender's, though the sender sent it", () => {
    const via = { via_bot: { id: 5, is_bot: true, first_name: "evil" } };
    expect(read(messageUpdate("/freeze", via))).toEqual(
      text("", [{ source: "via_bot", text: "/freeze" }]),
    );
  });

  test("behavior: a reply brings replied text and quoted part beside the operator's words", () => {
    const reply = {
      reply_to_message: { message_id: 1, text: "cancel all, yes?" },
      quote: { text: "all", position: 7 },
    };
    expect(read(messageUpdate("what is this?", reply))).toEqual({
      ...text("what is this?", [
        { source: "reply", text: "cancel all, yes?" },
        { source: "quote", text: "all" },
      ]),
      isReply: true,
    });
    expect(
      read(messageUpdate("and this?", { reply_to_message: { caption: "a photo", photo: [] } })),
    ).toEqual({
      ...text("and this?", [{ source: "reply", text: "a photo" }]),
      isReply: true,
    });
    expect(read(messageUpdate("/orders", reply))).toEqual(command("orders"));
  });

  test("attack: pieces around a blockquote do not join to what was never written", () => {
    // "sell 1" + "0 E" quoted + "0 ETH"
    const entities = [{ type: "blockquote", offset: 6, length: 3 }];
    expect(read(messageUpdate("sell 10 E0 ETH", { entities }))).toEqual(
      text("sell 1\n0 ETH", [{ source: "blockquote", text: "0 E" }]),
    );
    const cut = { entities: [{ type: "expandable_blockquote", offset: 9, length: 1 }] };
    expect(read(messageUpdate("/cancel 1x2", cut))).toEqual(cancel(null));
  });

  test("attack: no command inside a blockquote; odd quotes hide nothing, repeat nothing", () => {
    expect(
      read(messageUpdate("/freeze", { entities: [{ type: "blockquote", offset: 0, length: 7 }] })),
    ).toEqual(text("", [{ source: "blockquote", text: "/freeze" }]));
    const entities = [
      { type: "blockquote", offset: 4, length: 999 },
      { type: "bold", offset: 0, length: 10 },
      { type: "blockquote", offset: 0, length: 2 },
      { type: "blockquote", offset: 1, length: 4 },
      { type: "blockquote", offset: 500, length: 1 },
    ];
    expect(read(messageUpdate("abcdefghij", { entities }))).toEqual(
      text("", [
        { source: "blockquote", text: "ab" },
        { source: "blockquote", text: "cde" },
        { source: "blockquote", text: "fghij" },
      ]),
    );
  });

  test("property: every character is the operator's or quoted, in order, at any entities", () => {
    const entity = fc.record({
      type: fc.constantFrom("blockquote", "expandable_blockquote", "bold"),
      offset: fc.nat(60),
      length: fc.nat(60),
    });
    const words = fc.string({
      unit: fc.constantFrom("a", "b", "1", "ß", "😀"),
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, fc.array(entity, { maxLength: 12 }), (given, entities) => {
        const quotes = entities.filter(({ type }) => type !== "bold");
        const isQuoted = (i: number) =>
          quotes.some(({ offset, length }) => i >= offset && i < offset + length);
        const units = given.split("");
        const request = read(messageUpdate(given, { entities }));
        if (request.kind !== "text") throw new Error(request.kind);
        expect(request.words.replaceAll("\n", "")).toBe(
          units.filter((_, i) => !isQuoted(i)).join(""),
        );
        expect(request.quoted.map(({ text: one }) => one).join("")).toBe(
          units.filter((_, i) => isQuoted(i)).join(""),
        );
      }),
    );
  });
});

describe("who and where", () => {
  const group = { id: -100_123, type: "supergroup", title: "Traders" };
  test.each([
    ["a group", { chat: group }],
    ["a group that calls itself private", { chat: { ...group, type: "private" } }],
    ["a group that has the user's id", { chat: { id: USER, type: "group" } }],
    ["a channel", { chat: { id: -5, type: "channel" } }],
    ["somebody else's private chat", { chat: { id: USER - 1, type: "private" } }],
    ["a bot", { from: { id: USER, is_bot: true, first_name: "bot" } }],
    ["nobody", { from: undefined }],
    [
      "an id that is text",
      { from: { id: CHAT, is_bot: false }, chat: { id: CHAT, type: "private" } },
    ],
    [
      "an id beyond what is exact",
      { from: { id: 2 ** 60, is_bot: false }, chat: { id: 2 ** 60, type: "private" } },
    ],
    ["a photo", { text: undefined, caption: "/freeze" }],
    ["more text than Telegram has", { text: "x".repeat(8_193) }],
    [
      "more entities than Telegram has",
      { entities: Array(201).fill({ type: "bold", offset: 0, length: 1 }) },
    ],
    ["an entity before the text", { entities: [{ type: "blockquote", offset: -1, length: 1 }] }],
    ["no date", { date: undefined }],
  ])("attack: a message from %s is ignored", (_, message) => {
    expect(read(messageUpdate("/freeze", message))).toEqual(IGNORED);
  });

  test.each([
    "edited_message",
    "channel_post",
    "business_message",
    "guest_message",
    "inline_query",
    "my_chat_member",
  ])("attack: %s is ignored, whatever it holds", (kind) => {
    expect(read({ update_id: 1, [kind]: messageUpdate("/freeze").message })).toEqual(IGNORED);
  });

  test.each([null, [], "x", {}, { update_id: "1" }, { update_id: -1 }, { update_id: 1.5 }])(
    "error: what is no update at all is refused: %j",
    (given) => {
      expect(telegramUpdate.safeParse(given).success).toBe(false);
    },
  );

  test("behavior: the update's id is kept, whatever it is", () => {
    expect(telegramUpdate.parse(messageUpdate("x")).updateId).toBe(10_000);
    expect(telegramUpdate.parse(callbackUpdate("approve:1")).updateId).toBe(10_001);
    expect(telegramUpdate.parse({ update_id: 0 })).toEqual({ kind: "ignored", updateId: 0 });
  });

  test("behavior: a blank message asks for nothing", () => {
    expect(read(messageUpdate(" \n "))).toEqual(IGNORED);
  });
});

describe("late messages", () => {
  const MINUTES_15 = 900_000;
  test.each([
    [0, text("sell 1 ETH")],
    [MINUTES_15, text("sell 1 ETH")],
    [MINUTES_15 + 1, { kind: "late", chatId: CHAT }],
    [86_400_000, { kind: "late", chatId: CHAT }],
    [-60_000, text("sell 1 ETH")],
  ])("boundary: an order that arrives %s ms after it was written", (laterMs, expected) => {
    expect(read(messageUpdate("sell 1 ETH"), NOW_MS + laterMs)).toEqual(expected);
  });

  test("attack: a command kept back for a day is not carried out, but a freeze is", () => {
    const day = NOW_MS + 86_400_000;
    for (const words of ["/cancel 3", `/start ${CODE}`, "/orders"])
      expect(read(messageUpdate(words), day)).toEqual({ kind: "late", chatId: CHAT });
    expect(read(messageUpdate("/freeze"), day)).toEqual(command("freeze"));
  });
});

describe("callbacks", () => {
  const ID = "5b2f6d0e-8a55-4c07-9d2e-0f6a1c3b7e11";
  const callback = (decision: string, operationId: string) => ({
    kind: "callback",
    chatId: CHAT,
    callbackId: "4382bfdwdsb323b2d9",
    messageId: 77,
    decision,
    operationId,
  });

  test("default: approve and reject name an operation", () => {
    expect(read(callbackUpdate(`approve:${ID}`))).toEqual(callback("approve", ID));
    expect(read(callbackUpdate(`reject:${ID}`))).toEqual(callback("reject", ID));
  });

  test.each([
    "approve:",
    "approve",
    `Approve:${ID}`,
    ` approve:${ID}`,
    `approve:${ID}\n`,
    "approve:a:b",
    "approve:../x",
    "freeze:1",
  ])("attack: %j is no decision", (data) => {
    expect(read(callbackUpdate(data))).toEqual(IGNORED);
  });

  test.each([
    ["another chat", { message: { message_id: 77, chat: { id: USER - 1, type: "private" } } }],
    ["a group", { message: { message_id: 77, chat: { id: -100_123, type: "supergroup" } } }],
    ["an inline message, which stands anywhere", { message: undefined, inline_message_id: "x" }],
    ["a bot", { from: { id: USER, is_bot: true } }],
    ["too much data", { data: `approve:${"a".repeat(57)}` }],
    ["a game", { data: undefined, game_short_name: "x" }],
  ])("attack: a callback of %s is ignored", (_, changes) => {
    expect(read(callbackUpdate(`approve:${ID}`, changes))).toEqual(IGNORED);
  });

  test("behavior: a message that is no longer accessible has its buttons all the same", () => {
    const message = { message_id: 77, date: 0, chat: { id: USER, type: "private" } };
    expect(read(callbackUpdate(`reject:${ID}`, { message }))).toEqual(callback("reject", ID));
  });
});

describe("length", () => {
  test("behavior: foreign text is cut, never the reason to drop the operator's words", () => {
    const request = read(
      messageUpdate("/freeze", { reply_to_message: { text: "x".repeat(100_000) } }),
    );
    expect(request).toEqual(command("freeze"));
    const asked = read(messageUpdate("why?", { quote: { text: "x".repeat(100_000) } }));
    expect(asked).toEqual(text("why?", [{ source: "quote", text: "x".repeat(8_192) }]));
  });

  test("property: nothing that parses as an update makes the reader fail", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const message = fc.record(
      {
        text: fc.string(),
        entities: json,
        forward_origin: json,
        quote: json,
        reply_to_message: json,
        date: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.string(), message, (words, changes) => {
        const { kind } = read(messageUpdate(words, changes));
        expect(["ignored", "late", "start", "command", "text"]).toContain(kind);
      }),
    );
  });
});
