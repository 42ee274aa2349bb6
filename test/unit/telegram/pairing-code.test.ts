import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPairingCode } from "../../../src/notifications/offer-pairing.ts";
import { TELEGRAM_CHANNEL } from "../../../src/telegram/telegram-channel.ts";
import { messageUpdate, read, USER } from "./updates.ts";

const of = (bytes: Uint8Array) => createPairingCode(() => bytes);
const linkOf = (code: string) =>
  TELEGRAM_CHANNEL.pair.link(code, { TELEGRAM_BOT_NAME: "sextant_bot" });

test("default: 16 random bytes as 22 characters, their hash, link opening the chat", async () => {
  const asked: number[] = [];
  const code = await createPairingCode((length) => {
    asked.push(length);
    return Uint8Array.from({ length }, (_, i) => 0xff - i);
  });
  expect(asked).toEqual([16]);
  expect(code).toEqual({
    code: "__79_Pv6-fj39vX08_Lx8A",
    hash: createHash("sha256").update("__79_Pv6-fj39vX08_Lx8A").digest("hex"),
  });
  expect(linkOf(code.code)).toBe("https://t.me/sextant_bot?start=__79_Pv6-fj39vX08_Lx8A");
});

test("property: every code fits Telegram's deep link, and the bot reads it back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 16 }), async (bytes) => {
      const { code } = await of(bytes);
      const link = linkOf(code);
      expect(code).toBe(Buffer.from(bytes).toString("base64url"));
      expect(code).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(new URL(link).searchParams.get("start")).toBe(code);
      expect(read(messageUpdate(`/start ${code}`))).toEqual({
        kind: "start",
        chatId: String(USER),
        code,
      });
    }),
  );
});

test("attack: a source that gives fewer bytes makes no code that could be guessed", async () => {
  for (const length of [0, 15, 17])
    await expect(of(randomBytes(length))).rejects.toThrow("random source");
});
