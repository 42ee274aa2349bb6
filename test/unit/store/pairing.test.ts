import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import { vaultEvent } from "../../../schemas/vault-event.ts";
import { takeOutbox } from "../../../src/store/outbox/take-outbox.ts";
import { beginPairing } from "../../../src/store/pairing/begin-pairing.ts";
import { claimUpdate } from "../../../src/store/pairing/claim-update.ts";
import { finishPairing } from "../../../src/store/pairing/finish-pairing.ts";
import {
  chooseChatVault,
  loadPairing,
  pairedVault,
} from "../../../src/store/pairing/load-pairing.ts";
import { endControl, unpair } from "../../../src/store/pairing/unpair.ts";
import { saveWebhook } from "../../../src/store/webhooks/save-webhook.ts";
import { addOutbox } from "./support/add-outbox.ts";
import { eachRedis } from "./support/each-redis.ts";
import { FREE_PACE } from "./support/free-pace.ts";
import { OF_TELEGRAM } from "./support/of-telegram.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOBODY = { operators: [], vaults: [] };
const VAULT = `0x${"5a".repeat(20)}`;
const hashOf = (code: string): string => createHash("sha256").update(code).digest("hex");

const signedFor = (code: string): string => hashOf(`signed for ${code}`);
const begin = (
  store: TestStore,
  operator: string,
  code: string,
  nowMs = T0,
  messageHash = signedFor(code),
) =>
  store.run(beginPairing, {
    channel: "telegram",
    operator,
    vault: VAULT,
    chainId: 8453,
    codeHash: hashOf(code),
    messageHash,
    nowMs,
  });
const finish = (store: TestStore, chatId: string, code: string, nowMs = T0) =>
  store.run(finishPairing, { channel: "telegram", chatId, codeHash: hashOf(code), nowMs });
const end = (store: TestStore, operator: string, messageHash: string, nowMs = T0) =>
  store.run(unpair, {
    channel: "telegram",
    operator,
    vault: VAULT,
    chainId: 8453,
    messageHash,
    nowMs,
  });
const operatorsOf = async (store: TestStore, chatId: string) =>
  (await store.run(loadPairing, { channel: "telegram", chatId })).operators;
const spoken = (operator: string, vault = VAULT) => ({ operator, chainId: 8453, vault });
const paired = (operator: string) => ({ ok: true, paired: spoken(operator), previousChatId: null });
/** What is stored of a pairing: Lua's tables have no order of their own. */
const record = (text: unknown): unknown => JSON.parse(String(text));
const recordOf = (chatId: string) => ({
  chatId,
  vaults: [{ chainId: 8453, vault: VAULT }],
  wordAtMs: T0,
});
/** What is stored, but for what was signed for it, and the events of it. */
const kept = async (store: TestStore): Promise<Record<string, unknown>> => {
  const isKept = ([key]: [string, unknown]) =>
    !key.startsWith("signed-action:") && key !== `events:${VAULT}`;
  return Object.fromEntries(Object.entries(await store.snapshot()).filter(isKept));
};
const WRONG = { ok: false, code: "wrong_code" };

let codes = 0;
async function pairedWith(store: TestStore, chatId: string, operator = newAddress()): Promise<Hex> {
  codes += 1;
  const code = `code ${codes}`;
  await begin(store, operator, code);
  expect(await finish(store, chatId, code)).toMatchObject({
    ok: true,
    paired: { operator },
  });
  return operator;
}

eachRedis((redis) => {
  describe("pairing", () => {
    test("default: a code pairs its operator with its chat; the outbox finds it", async () => {
      const store = redis().store();
      const operator = newAddress();
      expect(await begin(store, operator.toUpperCase().replace("X", "x"), "a")).toEqual({
        ok: true,
        expiresAtMs: T0 + 5 * MINUTE,
      });
      expect(await operatorsOf(store, "7")).toEqual([]);
      expect(await finish(store, "7", "a")).toEqual(paired(operator));
      expect(await operatorsOf(store, "7")).toEqual([operator]);
      await store.run(addOutbox, { items: [{ id: "n", operator, dueMs: T0, payload: "n" }] });
      const { chats } = await store.run(takeOutbox, {
        ...OF_TELEGRAM,
        nowMs: T0 + 1,
        limit: 1,
        leaseMs: 1_000,
        pace: FREE_PACE,
      });
      expect(chats).toMatchObject([{ chatId: "7", operators: [operator], items: [{ id: "n" }] }]);
    });

    test("behavior: of a code hash, operator and end are stored, nothing once used", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "secret code");
      expect(await store.snapshot()).toEqual({
        [`pairing-code:telegram:${hashOf("secret code")}`]: `${operator}|8453|${VAULT}|${T0 + 5 * MINUTE}`,
        [`pairing-code-of:telegram:${operator}`]: hashOf("secret code"),
        [`signed-action:${operator}:${signedFor("secret code")}`]: String(T0),
      });
      await finish(store, "7", "secret code");
      const { [`pairing:telegram:${operator}`]: text, ...others } = await kept(store);
      expect(record(text)).toEqual(recordOf("7"));
      expect(others).toEqual({
        [`channels:${operator}`]: "telegram",
        "chat-operators:telegram:7": [operator],
        "chat-vault:telegram:7": `${operator}|8453|${VAULT}`,
      });
    });

    test("attack: one signed message makes one code; the made code stays good", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "a", T0, "0xa1");
      const used = { ok: false, code: "signature_used" };
      expect(await begin(store, operator, "b", T0 + 1, "0xa1")).toEqual(used);
      expect(await finish(store, "8", "b")).toEqual(WRONG);
      expect(await finish(store, "7", "a")).toEqual(paired(operator));
      // Nor again once the code is used, nor after the pairing ended.
      expect(await begin(store, operator, "c", T0 + 2, "0xa1")).toEqual(used);
      await end(store, operator, "0xe1", T0 + 3);
      expect(await begin(store, operator, "c", T0 + 4, "0xa1")).toEqual(used);
      // It is that operator's message alone.
      expect(await begin(store, newAddress(), "d", T0 + 5, "0xa1")).toMatchObject({ ok: true });
    });

    test("attack: a code that is guessed pairs no operator", async () => {
      const store = redis().store();
      await begin(store, newAddress(), "right");
      for (const guess of ["", "righ", "Right", "right ", "right|", "*"])
        expect(await finish(store, `of ${guess}`, guess)).toEqual(WRONG);
      // The hash is no code either.
      expect(await finish(store, "8", hashOf("right"))).toEqual(WRONG);
    });

    test("attack: a code used twice pairs once, in another chat as in the same", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "a");
      expect(await finish(store, "7", "a")).toEqual(paired(operator));
      expect(await finish(store, "7", "a")).toEqual(WRONG);
      expect(await finish(store, "8", "a")).toEqual(WRONG);
      expect([await operatorsOf(store, "7"), await operatorsOf(store, "8")]).toEqual([
        [operator],
        [],
      ]);
    });

    test.each([
      [299_999, true],
      [300_000, false],
      [600_000, false],
    ])("attack: a code used %s ms after it was made: %s", async (laterMs, ok) => {
      const store = redis().store();
      await begin(store, newAddress(), "a");
      expect(await finish(store, "7", "a", T0 + laterMs)).toMatchObject({ ok });
      expect(await operatorsOf(store, "7")).toHaveLength(ok ? 1 : 0);
    });

    test("attack: of twenty users who show a code at once, one is paired", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "a");
      const chats = Array.from({ length: 20 }, (_, i) => `${i + 1}`);
      const answers = await Promise.all(chats.map((chatId) => finish(store, chatId, "a")));
      expect(answers.filter(({ ok }) => ok)).toEqual([paired(operator)]);
      expect(answers.filter(({ ok }) => !ok)).toEqual(Array(19).fill(WRONG));
      const winner = chats[answers.findIndex(({ ok }) => ok)]!;
      const found = await Promise.all(chats.map((chatId) => operatorsOf(store, chatId)));
      expect(found).toEqual(chats.map((chatId) => (chatId === winner ? [operator] : [])));
      expect(record(await store.command("GET", store.keys.pairing("telegram", operator)))).toEqual(
        recordOf(winner),
      );
    });

    test("attack: the sixth wrong try in an hour is refused unread, even if right", async () => {
      const store = redis().store();
      const operator = newAddress();
      for (let i = 0; i < 5; i += 1)
        expect(await finish(store, "7", `wrong ${i}`, T0 + i * MINUTE)).toEqual(WRONG);
      await begin(store, operator, "right", T0 + HOUR - 3 * MINUTE);
      const at = (nowMs: number, code = "right") => finish(store, "7", code, nowMs);
      const before = await kept(store);
      expect(await at(T0 + HOUR - 2 * MINUTE)).toEqual({
        ok: false,
        code: "too_many_tries",
        retryAfterSec: 120,
      });
      expect(await at(T0 + HOUR - 1)).toEqual({
        ok: false,
        code: "too_many_tries",
        retryAfterSec: 1,
      });
      expect(await kept(store)).toEqual(before);
      // An hour after the first of the five one more may be tried, and after that none until the
      // second is an hour old.
      expect(await at(T0 + HOUR, "wrong again")).toEqual(WRONG);
      expect(await at(T0 + HOUR)).toEqual({ ok: false, code: "too_many_tries", retryAfterSec: 60 });
      expect(await at(T0 + HOUR + MINUTE)).toEqual(paired(operator));
    });

    test("attack: an hour's turn gives no ten tries; one user's are not another's", async () => {
      const store = redis().store();
      // T0 is a full hour, so a fixed window would end here.
      for (let i = 0; i < 5; i += 1) await finish(store, "7", `wrong ${i}`, T0 - 1);
      for (let i = 0; i < 5; i += 1)
        expect(await finish(store, "7", "a")).toMatchObject({ code: "too_many_tries" });
      const operator = newAddress();
      await begin(store, operator, "a");
      expect(await finish(store, "8", "a")).toEqual(paired(operator));
    });

    test("attack: many wrong tries at once are five that are looked at", async () => {
      const store = redis().store();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => finish(store, "7", `wrong ${i}`)),
      );
      const codes = answers.map((answer) => (answer.ok ? "ok" : answer.code));
      expect(codes.filter((code) => code === "wrong_code")).toHaveLength(5);
      expect(codes.filter((code) => code === "too_many_tries")).toHaveLength(25);
    });

    test("behavior: a new code ends the operator's older one", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "old");
      await begin(store, operator, "new", T0 + 1);
      expect(await kept(store)).toEqual({
        [`pairing-code:telegram:${hashOf("new")}`]: `${operator}|8453|${VAULT}|${T0 + 1 + 5 * MINUTE}`,
        [`pairing-code-of:telegram:${operator}`]: hashOf("new"),
      });
      expect(await finish(store, "7", "old", T0 + 2)).toEqual(WRONG);
      expect(await finish(store, "7", "new", T0 + 2)).toEqual(paired(operator));
    });

    test("error: a code that its operator could no longer end pairs no chat", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "a");
      await store.command("DEL", store.keys.pairingCodeOf("telegram", operator));
      expect(await finish(store, "7", "a")).toEqual(WRONG);
    });

    test("attack: no operator replaces another's code, not even with the same one", async () => {
      const store = redis().store();
      const [operator, attacker] = [newAddress(), newAddress()];
      await begin(store, operator, "a");
      await begin(store, attacker, "b");
      const before = await kept(store);
      expect(await begin(store, attacker, "a")).toEqual({ ok: false, code: "code_taken" });
      expect(await kept(store)).toEqual(before);
      expect(await finish(store, "7", "a")).toEqual(paired(operator));
      expect(await finish(store, "666", "b")).toEqual(paired(attacker));
    });

    test("behavior: an operator has one chat; the one before speaks for it no more", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      const other = await pairedWith(store, "7");
      await begin(store, operator, "again");
      expect(await finish(store, "8", "again")).toEqual({
        ...paired(operator),
        previousChatId: "7",
      });
      expect([await operatorsOf(store, "7"), await operatorsOf(store, "8")]).toEqual([
        [other],
        [operator],
      ]);
      expect(await store.command("SMEMBERS", store.keys.chatOperators("telegram", "7"))).toEqual([
        other,
      ]);
      await begin(store, operator, "same");
      expect(await finish(store, "8", "same")).toEqual(paired(operator));
    });

    test.each([10, 11])(
      "boundary: a chat speaks for ten operators; the one that is number %s",
      async (number) => {
        const store = redis().store();
        const first = await pairedWith(store, "7");
        for (let i = 2; i < number; i += 1) await pairedWith(store, "7");
        const operator = newAddress();
        await begin(store, operator, "a");
        expect(await finish(store, "7", "a")).toEqual(
          number === 10 ? paired(operator) : { ok: false, code: "chat_full" },
        );
        expect(await operatorsOf(store, "7")).toHaveLength(10);
        // Who is there already pairs again, and the refused code is good for another chat.
        await begin(store, first, "b");
        expect(await finish(store, "7", "b")).toEqual(paired(first));
        if (number === 11) expect(await finish(store, "8", "a")).toEqual(paired(operator));
      },
    );

    test("attack: a chat that stands in the way back alone commands no vault", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      await store.command(
        "SADD",
        store.keys.chatOperators("telegram", "666"),
        operator,
        newAddress(),
      );
      expect(await store.run(loadPairing, { channel: "telegram", chatId: "666" })).toMatchObject({
        operators: [],
        vaults: [],
        current: null,
      });
    });

    test("error: an unreadable pairing is neither a right to command nor none at all", async () => {
      const store = redis().store();
      const [good, bad] = [await pairedWith(store, "7"), await pairedWith(store, "7")];
      await pairTelegram(store, bad, "no json");
      expect(await store.run(loadPairing, { channel: "telegram", chatId: "7" })).toEqual({
        operators: [good],
        vaults: [spoken(good)],
        current: spoken(good),
        ends: [T0 + 90 * DAY],
        quiet: NOBODY,
        unreadable: [bad],
      });
    });

    test("behavior: operators come sorted; numbers as a chat id mean the same chat", async () => {
      const store = redis().store();
      const operators = [
        await pairedWith(store, "1234567890123"),
        await pairedWith(store, "1234567890123"),
      ];
      await pairTelegram(store, operators[0]!, `{"chatId":1234567890123,"wordAtMs":${T0}}`);
      expect(await operatorsOf(store, "1234567890123")).toEqual([...operators].sort());
    });
  });

  describe("the vaults of a chat", () => {
    const VAULTS = ["11", "22", "33"].map((byte) => `0x${byte.repeat(20)}`) as [
      string,
      string,
      string,
    ];
    const pairFor = async (
      store: TestStore,
      chatId: string,
      operator: string,
      vault: string,
      chainId: 10 | 8453 = 8453,
    ) => {
      codes += 1;
      const codeHash = hashOf(`vault code ${codes}`);
      await store.run(beginPairing, {
        channel: "telegram",
        operator,
        vault,
        chainId,
        codeHash,
        messageHash: codeHash,
      });
      return store.run(finishPairing, { channel: "telegram", chatId, codeHash });
    };
    const load = (store: TestStore, chatId: string) =>
      store.run(loadPairing, { channel: "telegram", chatId });
    const choose = (store: TestStore, chatId: string, of: object) =>
      store.run(chooseChatVault, { channel: "telegram", chatId, ...pairedVault.parse(of) });

    test("default: the first vault stays current; a later pairing is one to choose", async () => {
      const store = redis().store();
      const operator = newAddress();
      for (const vault of VAULTS) await pairFor(store, "7", operator, vault);
      expect(await load(store, "7")).toEqual({
        operators: [operator],
        vaults: VAULTS.map((vault) => spoken(operator, vault)),
        current: spoken(operator, VAULTS[0]),
        ends: [T0 + 90 * DAY],
        quiet: NOBODY,
        unreadable: [],
      });
      await pairFor(store, "7", operator, VAULTS[0]);
      const { vaults, current } = await load(store, "7");
      expect(vaults.map(({ vault }) => vault)).toEqual([VAULTS[1], VAULTS[2], VAULTS[0]]);
      expect(current).toEqual(spoken(operator, VAULTS[0]));
    });

    test("behavior: one is chosen among what the chat speaks for, and nothing else", async () => {
      const store = redis().store();
      const [operator, other] = [newAddress(), newAddress()];
      await pairFor(store, "7", operator, VAULTS[0]);
      await pairFor(store, "7", operator, VAULTS[1]);
      await pairFor(store, "8", other, VAULTS[2]);
      expect(await choose(store, "7", spoken(operator, VAULTS[0]))).toEqual({ ok: true });
      expect((await load(store, "7")).current).toEqual(spoken(operator, VAULTS[0]));
      for (const not of [
        spoken(other, VAULTS[2]),
        spoken(operator, VAULTS[2]),
        spoken(other, VAULTS[0]),
      ])
        expect(await choose(store, "7", not)).toEqual({ ok: false });
      expect(await choose(store, "8", spoken(operator, VAULTS[0]))).toEqual({ ok: false });
      expect((await load(store, "7")).current).toEqual(spoken(operator, VAULTS[0]));
    });

    test("attack: a choice in the store names nothing that no pairing holds", async () => {
      const store = redis().store();
      const operator = newAddress();
      await pairFor(store, "7", operator, VAULTS[0]);
      await pairFor(store, "7", operator, VAULTS[1]);
      await store.command(
        "SET",
        store.keys.chatVault("telegram", "7"),
        `${operator}|8453|${VAULTS[2]}`,
      );
      expect((await load(store, "7")).current).toBe(null);
    });

    test("behavior: a vault on another chain is another; in another chat old ones go", async () => {
      const store = redis().store();
      const operator = newAddress();
      await pairFor(store, "7", operator, VAULTS[0]);
      await pairFor(store, "7", operator, VAULTS[0], 10);
      expect((await load(store, "7")).vaults.map(({ chainId }) => chainId)).toEqual([8453, 10]);
      await pairFor(store, "8", operator, VAULTS[1]);
      expect(await load(store, "8")).toMatchObject({ vaults: [spoken(operator, VAULTS[1])] });
      expect(await load(store, "7")).toMatchObject({ operators: [], vaults: [], current: null });
      expect(await store.command("EXISTS", store.keys.chatVault("telegram", "7"))).toBe(0);
    });

    test("boundary: an operator has twenty vaults; the next is refused, code kept", async () => {
      const store = redis().store();
      const operator = newAddress();
      for (let i = 0; i < 20; i += 1)
        expect(await pairFor(store, "7", operator, newAddress())).toMatchObject({ ok: true });
      expect(await pairFor(store, "7", operator, VAULTS[0])).toEqual({
        ok: false,
        code: "chat_full",
      });
      expect((await load(store, "7")).vaults).toHaveLength(20);
      expect(
        await store.run(finishPairing, {
          channel: "telegram",
          chatId: "9",
          codeHash: hashOf(`vault code ${codes}`),
        }),
      ).toMatchObject({
        ok: true,
      });
    });

    test("attack: unpairing or pairing elsewhere moves no words: the chat is asked", async () => {
      for (const leaves of ["unpairs", "pairs elsewhere"]) {
        const store = redis().store();
        const [stranger, owner] = [newAddress(), newAddress()];
        await pairFor(store, "7", stranger, VAULTS[0]);
        await pairFor(store, "7", owner, VAULTS[1]);
        expect((await load(store, "7")).current).toEqual(spoken(stranger, VAULTS[0]));
        if (leaves === "unpairs") await end(store, stranger, "0xc1");
        else await pairFor(store, "8", stranger, VAULTS[0]);
        expect(await load(store, "7")).toMatchObject({
          vaults: [spoken(owner, VAULTS[1])],
          current: null,
        });
        expect(await choose(store, "7", spoken(owner, VAULTS[1]))).toEqual({ ok: true });
        expect((await load(store, "7")).current).toEqual(spoken(owner, VAULTS[1]));
      }
    });

    test("behavior: without a choice the only vault is meant, and of several none", async () => {
      const store = redis().store();
      const [operator, other] = [newAddress(), newAddress()];
      await pairFor(store, "7", operator, VAULTS[0]);
      await pairFor(store, "7", other, VAULTS[1]);
      await end(store, other, "0xc1");
      expect((await load(store, "7")).current).toEqual(spoken(operator, VAULTS[0]));
      await pairFor(store, "7", operator, VAULTS[2]);
      await store.command("DEL", store.keys.chatVault("telegram", "7"));
      expect((await load(store, "7")).current).toBe(null);
    });
  });

  describe("a chat in which nobody writes", () => {
    const load = (store: TestStore, nowMs: number) =>
      store.run(loadPairing, { channel: "telegram", chatId: "7", nowMs });
    const write = (store: TestStore, nowMs: number, updateId = nowMs, chatId = "7") =>
      store.run(claimUpdate, { channel: "telegram", updateId, chatId, nowMs });
    const quietFor = (operator: string) => ({ operators: [operator], vaults: [spoken(operator)] });

    test.each([
      [90 * DAY - 1, true],
      [90 * DAY, false],
      [400 * DAY, false],
    ])(
      "boundary: %s ms after the last word it speaks for its operator: %s",
      async (laterMs, speaks) => {
        const store = redis().store();
        const operator = await pairedWith(store, "7");
        const { operators, quiet, current } = await load(store, T0 + laterMs);
        expect({ operators, quiet, current }).toEqual(
          speaks
            ? { operators: [operator], quiet: NOBODY, current: spoken(operator) }
            : { operators: [], quiet: quietFor(operator), current: null },
        );
        const chosen = await store.run(chooseChatVault, {
          ...{ channel: "telegram", chatId: "7", nowMs: T0 + laterMs },
          ...pairedVault.parse(spoken(operator)),
        });
        expect(chosen).toEqual({ ok: speaks });
      },
    );

    test("default: words count anew, a redelivered update or another chat does not", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      await write(store, T0 + 89 * DAY, 1);
      expect((await load(store, T0 + 178 * DAY)).ends).toEqual([T0 + 179 * DAY]);
      await write(store, T0 + 89 * DAY + 1_000, 1);
      await write(store, T0 + 100 * DAY, 2, "8");
      expect((await load(store, T0 + 100 * DAY)).ends).toEqual([T0 + 179 * DAY]);
      expect((await load(store, T0 + 179 * DAY)).quiet).toEqual(quietFor(operator));
    });

    test("attack: a word after that brings nothing back, nor another's pairing", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      const later = T0 + 90 * DAY;
      await write(store, later);
      expect((await load(store, later)).operators).toEqual([]);
      const other = newAddress();
      await begin(store, other, "other", later);
      await finish(store, "7", "other", later);
      await write(store, later + 1);
      const { operators, quiet, current } = await load(store, later + 1);
      expect({ operators, quiet, current }).toEqual({
        ...{ operators: [other], quiet: quietFor(operator), current: spoken(other) },
      });
      await store.run(addOutbox, { items: [{ id: "n", operator, dueMs: later, payload: "n" }] });
      const taken = await store.run(takeOutbox, {
        ...OF_TELEGRAM,
        ...{ nowMs: later + 2, limit: 1, leaseMs: 1_000, pace: FREE_PACE },
      });
      expect(taken.chats).toMatchObject([{ chatId: "7", items: [{ id: "n" }] }]);
    });

    test("attack: paired again it speaks only for the vault that was signed for", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      const elsewhere = `0x${"6b".repeat(20)}`;
      const codeHash = hashOf("elsewhere");
      const later = T0 + 91 * DAY;
      const of = { channel: "telegram", operator, vault: elsewhere, chainId: 8453 as const };
      await store.run(beginPairing, { ...of, codeHash, messageHash: "0xee", nowMs: later });
      await store.run(finishPairing, { channel: "telegram", chatId: "7", codeHash, nowMs: later });
      expect(await load(store, later)).toEqual({
        ...{
          operators: [operator],
          vaults: [spoken(operator, elsewhere)],
          current: spoken(operator, elsewhere),
        },
        ...{ ends: [later + 90 * DAY], quiet: NOBODY, unreadable: [] },
      });
    });

    test("behavior: an undated one is quiet; a lost vault's words move to no other", async () => {
      const store = redis().store();
      const undated = await pairedWith(store, "7");
      const other = await pairedWith(store, "7");
      await pairTelegram(
        store,
        undated,
        JSON.stringify({ chatId: "7", vaults: [{ chainId: 8453, vault: VAULT }] }),
      );
      expect(await load(store, T0)).toMatchObject({
        operators: [other],
        quiet: quietFor(undated),
        current: null,
      });
    });

    test("behavior: a chat stops speaking for one operator, once; no other chat can", async () => {
      const store = redis().store();
      const [operator, other] = [await pairedWith(store, "7"), await pairedWith(store, "7")];
      const end = (chatId: string) =>
        store.run(endControl, { channel: "telegram", chatId, operator });
      expect(await end("8")).toEqual({ changed: false });
      expect(await end("7")).toEqual({ changed: true });
      expect(await end("7")).toEqual({ changed: false });
      expect(await load(store, T0)).toMatchObject({
        operators: [other],
        quiet: quietFor(operator),
      });
    });
  });

  describe("what is told of a pairing", () => {
    const payloads = async (store: TestStore, key: string): Promise<any[]> =>
      ((await store.command("HVALS", key)) as string[]).map((text) =>
        JSON.parse(JSON.parse(text).payload),
      );
    /** A hash of the store has no order; that of the two stands in the events below. */
    const changes = (all: { kind: string; change: string; channel: string }[]) =>
      all.map(({ kind, change, channel }) => [kind, change, channel].join(" ")).sort();

    test("default: webhooks, channels and vault's events are told of it and its end", async () => {
      const store = redis().store();
      const operator = newAddress();
      const hook = { operator, id: "wh_1", url: "https://example.com/", secret: "sealed" };
      await store.run(saveWebhook, hook);
      // Another channel, as a second one would stand there.
      await store.command("SET", store.keys.channels(operator), "pager");
      await store.command(
        "SET",
        store.keys.pairing("pager", operator),
        JSON.stringify({ chatId: "p" }),
      );
      await pairedWith(store, "7", operator);
      await end(store, operator, "0xe1");
      const told = ["pairing_changed ended telegram", "pairing_changed paired telegram"];
      const atHook = await payloads(store, store.keys.webhookItems("wh_1"));
      expect(changes(atHook.filter(({ kind }) => kind !== "webhook_ping"))).toEqual(told);
      const atPager = await payloads(store, store.keys.outbox("pager"));
      expect(changes(atPager)).toEqual(told);
      expect(atPager.every((notice) => notification.safeParse(notice).success)).toBe(true);
      // Nothing of it waits for the chat that it is about: its answer says so.
      expect(await store.command("HLEN", store.keys.outbox("telegram"))).toBe(0);
      const events = (await store.command(
        "LRANGE",
        store.keys.events(VAULT),
        "0",
        "-1",
      )) as string[];
      expect(events.map((text) => vaultEvent.parse(JSON.parse(text)))).toMatchObject([
        { type: "pairing", channel: "telegram", paired: false, chainId: 8453 },
        { type: "pairing", channel: "telegram", paired: true, chainId: 8453 },
      ]);
    });

    test("attack: a code that is wrong tells nobody of anything", async () => {
      const store = redis().store();
      const operator = newAddress();
      await begin(store, operator, "a");
      await finish(store, "7", "b");
      expect(await store.command("EXISTS", store.keys.events(VAULT))).toBe(0);
    });
  });

  describe("unpairing", () => {
    test("default: chat commands no more, nothing left, older codes pair no more", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      const other = await pairedWith(store, "7");
      await begin(store, operator, "kept");
      const ended = await end(store, operator.toUpperCase().replace("X", "x"), "0xa1");
      expect(ended).toEqual({ ok: true, changed: true, chatId: "7" });
      expect(await operatorsOf(store, "7")).toEqual([other]);
      expect(await finish(store, "7", "kept")).toEqual(WRONG);
      const { [`pairing:telegram:${other}`]: text, ...others } = await kept(store);
      expect(record(text)).toEqual(recordOf("7"));
      expect(others).toEqual({
        [`channels:${other}`]: "telegram",
        "chat-operators:telegram:7": [other],
        // What the chat's words were about: they move to no other vault by themselves.
        "chat-vault:telegram:7": `${operator}|8453|${VAULT}`,
        "pairing-tries:telegram:7": [`${T0}`],
      });
    });

    test("attack: one signed message unpairs once; it ends no later pairing", async () => {
      const store = redis().store();
      const operator = await pairedWith(store, "7");
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => end(store, operator, "0xa1")),
      );
      expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, changed: true, chatId: "7" }]);
      await pairedWith(store, "7", operator);
      expect(await end(store, operator, "0xa1", T0 + 6 * MINUTE)).toEqual({
        ok: false,
        code: "signature_used",
      });
      expect(await operatorsOf(store, "7")).toEqual([operator]);
    });

    test("behavior: without a pairing its message is used up; an unreadable one ends", async () => {
      const store = redis().store();
      const operator = newAddress();
      expect(await end(store, operator, "0xa1")).toEqual({
        ok: true,
        changed: false,
        chatId: null,
      });
      expect(await end(store, operator, "0xa1")).toEqual({ ok: false, code: "signature_used" });
      await pairTelegram(store, operator, "no json");
      expect(await end(store, operator, "0xa2")).toEqual({ ok: true, changed: true, chatId: null });
      expect(await store.command("GET", store.keys.pairing("telegram", operator))).toBeNull();
    });
  });
});
