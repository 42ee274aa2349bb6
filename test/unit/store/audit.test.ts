import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { appendAudit, luaAudit } from "../../../src/store/audit/lua-audit.ts";
import { readAudit } from "../../../src/store/audit/read-audit.ts";
import { saveAuditSeals } from "../../../src/store/audit/save-audit-seals.ts";
import { wrapLua } from "../../../src/store/kernel/wrap-lua.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const ACTOR: Hex = `0x${"b2".repeat(20)}`;

const BASE = 8453 as const;
const sha = (kind: "sha1" | "sha256", text: string): string =>
  createHash(kind).update(text, "utf8").digest("hex");
const facts = (tool: string) => ({
  kind: "call_refused" as const,
  actor: ACTOR,
  tool,
  refusal: { code: "vault_frozen" },
});
/** As schemas/audit-content.ts with its fields in order, written by hand. */
const contentOf = (tool: string) =>
  `{"actor":"0x${"b2".repeat(20)}","kind":"call_refused","refusal":{"code":"vault_frozen"},"tool":${JSON.stringify(tool)}}`;

/** The scripts' own Lua, as often as wanted in one trip. */
const FILL = wrapLua({
  effect: "read",
  uses: [luaAudit],
  lua:
    "local function main(input, now) for _ = 1, input.count do audit_append(8453, " +
    "input.vault, input.audit, now) end return {} end",
});
async function append(store: TestStore, vault: string, count: number): Promise<void> {
  const input = {
    vault,
    count,
    audit: { content: contentOf("a"), digest: sha("sha256", contentOf("a")) },
  };
  await store.command("EVAL", FILL, 0, JSON.stringify(input), T0, store.keys.prefix);
}
const read = (store: TestStore, vault: string, from: number | null = 1, limit = 1_000) =>
  store.run(readAudit, { chainId: BASE, vault, from, limit });
/** A seal for what is stored; its signature is not the store's business. */
const sealAt = async (store: TestStore, vault: string, n: number) => {
  const { entries } = await read(store, vault, n);
  const link = entries[0]?.link ?? "0".repeat(40);
  const unsigned = {
    n,
    first: 1,
    link,
    rolling: "0".repeat(64),
    at: T0,
    agent: newAddress(),
    keyVersion: 1,
  };
  return { ...unsigned, signature: `0x${"1b".repeat(65)}` as const };
};
const save = (
  store: TestStore,
  vault: string,
  seals: Awaited<ReturnType<typeof sealAt>>[],
  kept = 10_000,
) => store.run(saveAuditSeals, { chainId: BASE, vault, seals, kept });

eachRedis((redis) => {
  describe("appending", () => {
    test("default: each entry is linked to the one before, with its number and time", async () => {
      const store = redis().store();
      const vault = newAddress();
      const texts = ["a", 'é"\\\n|x', "c"];
      for (const [i, text] of texts.entries())
        await store.run(appendAudit, { nowMs: T0 + i, chainId: BASE, vault, facts: facts(text) });
      const log = await read(store, vault);
      let link = "0".repeat(40);
      const expected = texts.map((text, i) => {
        link = sha("sha1", `${link}:${i + 1}:${T0 + i}::${sha("sha256", contentOf(text))}`);
        return { link, at: T0 + i, orderId: null, content: contentOf(text) };
      });
      expect(log).toEqual({
        n: 3,
        link,
        first: 1,
        sealed: 0,
        from: 1,
        prev: null,
        entries: expected,
        seals: [],
      });
      expect(await read(store, vault, 3, 1)).toMatchObject({
        from: 3,
        prev: expected[1]?.link,
        entries: [expected[2]],
      });
      expect(await read(store, vault, 9)).toMatchObject({ from: 9, entries: [] });
    });

    test("behavior: a vault has one log per chain, at any case of its address", async () => {
      const store = redis().store();
      const vault = newAddress();
      await store.run(appendAudit, {
        chainId: BASE,
        vault: `0x${vault.slice(2).toUpperCase()}`,
        facts: facts("a"),
      });
      await store.run(appendAudit, { chainId: 1, vault, facts: facts("b") });
      expect(await read(store, vault)).toMatchObject({ n: 1 });
      expect(await store.run(readAudit, { chainId: 1, vault, from: null, limit: 9 })).toMatchObject(
        { n: 1 },
      );
      expect(await read(store, newAddress())).toMatchObject({
        n: 0,
        link: null,
        entries: [],
        prev: null,
      });
    });

    test("behavior: at every hundred the log stands among those to be signed", async () => {
      const store = redis().store();
      const vault = newAddress();
      await append(store, vault, 99);
      expect(await store.command("ZRANGE", store.keys.auditUnsealed(), 0, -1)).toEqual([]);
      await append(store, vault, 2);
      expect(
        await store.command("ZRANGE", store.keys.auditUnsealed(), 0, -1, "WITHSCORES"),
      ).toEqual([`8453:${vault}`, String(T0)]);
    });
  });

  describe("signed states", () => {
    test("default: kept in order, once each, for what is stored only", async () => {
      const store = redis().store();
      const vault = newAddress();
      await append(store, vault, 205);
      const [one, two] = [await sealAt(store, vault, 100), await sealAt(store, vault, 200)];
      expect(await save(store, vault, [two])).toEqual({ sealed: 0, first: 1 });
      expect(await save(store, vault, [{ ...one, link: "1".repeat(40) }])).toEqual({
        sealed: 0,
        first: 1,
      });
      expect(await save(store, vault, [one])).toEqual({ sealed: 100, first: 1 });
      expect(await store.command("ZCARD", store.keys.auditUnsealed())).toBe(1);
      expect(await save(store, vault, [await sealAt(store, vault, 100), two])).toEqual({
        sealed: 200,
        first: 1,
      });
      expect(await store.command("ZCARD", store.keys.auditUnsealed())).toBe(0);
      const { seals } = await read(store, vault);
      expect(seals.sort((a, b) => a.n - b.n)).toEqual([one, two]);
      expect(await read(store, vault, null)).toMatchObject({
        from: 201,
        prev: two.link,
        seals: [two],
      });
      expect((await read(store, vault, 150, 20)).seals).toEqual([]);
    });

    test("behavior: over cap the oldest go, only below a signed state, which stays", async () => {
      const store = redis().store();
      const vault = newAddress();
      await append(store, vault, 350);
      const before = await read(store, vault);
      const seals = [
        await sealAt(store, vault, 100),
        await sealAt(store, vault, 200),
        await sealAt(store, vault, 300),
      ];
      // 350 entries, 120 to keep: 230 are too many, and the hundred above that is not signed yet.
      expect(await save(store, vault, seals.slice(0, 2), 120)).toEqual({ sealed: 200, first: 201 });
      expect(await save(store, vault, seals.slice(2), 120)).toEqual({ sealed: 300, first: 301 });
      const after = await read(store, vault);
      expect(after).toMatchObject({
        n: 350,
        link: before.link,
        first: 301,
        from: 301,
        prev: seals[2]?.link,
      });
      expect(after.entries).toEqual(before.entries.slice(300));
      expect(after.seals).toEqual([seals[2]]);
      await append(store, vault, 1);
      expect(await read(store, vault, 351)).toMatchObject({ n: 351, from: 351, prev: before.link });
    });
  });
});
