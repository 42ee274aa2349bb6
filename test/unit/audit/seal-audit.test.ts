import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exportAudit } from "../../../src/audit/export-audit.ts";
import { sealAudit } from "../../../src/audit/seal-audit.ts";
import { verifyAudit } from "../../../src/audit/verify-audit.ts";
import type { Deps } from "../../../src/deps.ts";
import { luaAudit } from "../../../src/store/audit/lua-audit.ts";
import { wrapLua } from "../../../src/store/kernel/wrap-lua.ts";
import { createLocalAgentWallet } from "../../../src/wallet/local-agent-wallet.ts";
import { eachRedis } from "../store/support/each-redis.ts";
import { newAddress, T0 } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";

const wallet = createLocalAgentWallet("an agent wallet secret of more than 32 bytes");
const BASE = 8453 as const;

/** Only what sealing and exporting touch. */
function depsOf(store: TestStore): { deps: Deps; logged: string[] } {
  const logged: string[] = [];
  let id = 0;
  const deps = {
    redis: store.redis,
    keys: store.keys,
    wallet,
    clock: { nowMs: () => T0 },
    newId: () => `id-${++id}`,
    log: (event: string) => logged.push(event),
  };
  return { deps: deps as unknown as Deps, logged };
}

/** The scripts' own Lua, as often as wanted in one trip. */
const FILL = wrapLua({
  effect: "read",
  uses: [luaAudit],
  lua:
    "local function main(input, now) for i = 1, input.count do audit_append(8453, " +
    "input.vault, input.audit, now + i, i % 2 == 0 and i or nil) end return {} end",
});
async function fill(store: TestStore, vault: string, count: number): Promise<void> {
  const content = '{"actor":"scheduler","kind":"order_paused"}';
  const audit = { content, digest: createHash("sha256").update(content).digest("hex") };
  await store.command(
    "EVAL",
    FILL,
    0,
    JSON.stringify({ vault, count, audit }),
    T0,
    store.keys.prefix,
  );
}
/** What somebody who can write to Redis does to the entries. */
async function rewrite(
  store: TestStore,
  vault: string,
  change: (texts: string[]) => string[],
): Promise<void> {
  const key = store.keys.audit(BASE, vault);
  const texts = (await store.command("LRANGE", key, 0, -1)) as string[];
  await store.command("DEL", key);
  await store.command("RPUSH", key, ...change(texts));
}
const newVault = () => newAddress() as `0x${string}`;
const faultsOf = async (deps: Deps, vault: `0x${string}`) => {
  const agent = await wallet.address(vault, 1);
  const pages = [];
  for (let from: number | null = 1; from !== null; ) {
    const page = await exportAudit(deps, { vault, chainId: BASE, from });
    pages.push(page);
    from = page.next;
  }
  const { faults, entries } = await verifyAudit(pages, { agent });
  return { pages: pages.length, entries, faults: faults.map(({ kind, n }) => `${kind} ${n}`) };
};

eachRedis((redis) => {
  const start = () => {
    const store = redis().store();
    return { store, vault: newVault(), ...depsOf(store) };
  };

  test("default: a log exports in pages verified together, its hundreds signed along", async () => {
    const { store, vault, deps } = start();
    expect(await faultsOf(deps, vault)).toEqual({ pages: 1, entries: 0, faults: [] });
    await fill(store, vault, 1_030);
    expect(await faultsOf(deps, vault)).toEqual({ pages: 3, entries: 1_030, faults: [] });
    expect(await store.command("ZCARD", store.keys.auditUnsealed())).toBe(0);
    await fill(store, vault, 5);
    expect(await faultsOf(deps, vault)).toEqual({ pages: 3, entries: 1_035, faults: [] });
  });

  test("behavior: signing again changes nothing that was signed", async () => {
    const { store, vault, deps } = start();
    await fill(store, vault, 250);
    await sealAudit(deps, { vault, chainId: BASE });
    const before = await store.snapshot();
    expect(await sealAudit(deps, { vault, chainId: BASE })).toMatchObject({ n: 250, first: 1 });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: two workers at once sign one log", async () => {
    const { store, vault, deps } = start();
    await fill(store, vault, 250);
    await Promise.all([
      sealAudit(deps, { vault, chainId: BASE }),
      sealAudit(deps, { vault, chainId: BASE }),
    ]);
    expect(await faultsOf(deps, vault)).toEqual({ pages: 1, entries: 250, faults: [] });
  });

  describe("what was changed in Redis", () => {
    test.each([
      ["a content", 30, "changed 31"],
      ["a content behind the last signed state", 220, "changed 221"],
    ])("error: %s is found, and is not signed for", async (_, index, found) => {
      const { store, vault, deps, logged } = start();
      await fill(store, vault, 210);
      await sealAudit(deps, { vault, chainId: BASE });
      await fill(store, vault, 20);
      await rewrite(store, vault, (texts) =>
        texts.map((one, i) => (i === index ? one.replace("paused", "resumed") : one)),
      );
      const { faults } = await faultsOf(deps, vault);
      expect(faults).toContain(found);
      if (index > 200) {
        expect(faults).toContain("unsigned 230");
        expect(logged).toContain("audit_log_broken");
      }
    });

    test("error: a removed entry is found", async () => {
      const { store, vault, deps } = start();
      await fill(store, vault, 120);
      await sealAudit(deps, { vault, chainId: BASE });
      await rewrite(store, vault, (texts) => texts.toSpliced(50, 1));
      const { faults } = await faultsOf(deps, vault);
      expect(faults).toContain("changed 51");
      expect(faults).toContain("unsigned 119");
    });

    test("error: a cut end is found, though all that is left holds together", async () => {
      const { store, vault, deps } = start();
      await fill(store, vault, 120);
      await sealAudit(deps, { vault, chainId: BASE });
      await rewrite(store, vault, (texts) => texts.slice(0, -1));
      expect((await faultsOf(deps, vault)).faults).toContain("unsigned 119");
    });

    test("error: a forged signed state is not built upon", async () => {
      const { store, vault, deps } = start();
      await fill(store, vault, 120);
      await sealAudit(deps, { vault, chainId: BASE });
      const key = store.keys.auditSeals(BASE, vault);
      const seal = JSON.parse(String(await store.command("HGET", key, "100")));
      await store.command("HSET", key, "100", JSON.stringify({ ...seal, rolling: "1".repeat(64) }));
      const { faults } = await faultsOf(deps, vault);
      expect(faults).toContain("seal_invalid 100");
      expect(faults).toContain("unsigned 120");
    });
  });
});
