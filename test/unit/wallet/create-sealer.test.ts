import { createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSealer } from "../../../src/wallet/create-sealer.ts";

const SECRET = "22".repeat(32);
const sealer = createSealer(SECRET, (length) => randomBytes(length));

test("behavior: the sealed opens, for its own context and by its own secret alone", async () => {
  const sealed = await sealer.seal("whsec_ünï", "webhook|0x1|https://a.example.com/");
  expect(sealed).not.toContain("whsec");
  expect(await sealer.open(sealed, "webhook|0x1|https://a.example.com/")).toBe("whsec_ünï");
  expect(await sealer.open(sealed, "webhook|0x2|https://a.example.com/")).toBeUndefined();
  const other = createSealer("33".repeat(32), (length) => randomBytes(length));
  expect(await other.open(sealed, "webhook|0x1|https://a.example.com/")).toBeUndefined();
  for (const broken of ["", "%", sealed.slice(4), `${sealed.slice(0, -4)}AAAA`])
    expect(await sealer.open(broken, "webhook|0x1|https://a.example.com/")).toBeUndefined();
});

test("behavior: is AES-256-GCM under HKDF-SHA256, as Node's; never twice the same", async () => {
  const sealed = Buffer.from(await sealer.seal("secret", "context"), "base64");
  const key = Buffer.from(hkdfSync("sha256", SECRET, "", "sextant/seal/v1", 32));
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12)).setAAD(
    Buffer.from("context"),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  expect(
    decipher.update(sealed.subarray(12, -16), undefined, "utf8") + decipher.final("utf8"),
  ).toBe("secret");
  expect(await sealer.seal("secret", "context")).not.toBe(await sealer.seal("secret", "context"));
});

test("error: without a secret of 32 bytes nothing is sealed nor opened", async () => {
  for (const secret of [undefined, "", "short"]) {
    const none = createSealer(secret, (length) => randomBytes(length));
    await expect(none.seal("a", "b")).rejects.toThrow("not configured");
    await expect(none.open("a", "b")).rejects.toThrow("not configured");
  }
});
