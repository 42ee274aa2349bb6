import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { KEY_TABLE } from "../../../src/store/kernel/key-table.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { luaKeys } from "../../../src/store/kernel/wrap-lua.ts";
import { eachRedis } from "./support/each-redis.ts";

const VAULT = "0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD";
const lower = VAULT.toLowerCase();
const keys = createKeys("sx:test:");

test("behavior: every key stands below the prefix, with its addresses in lower case", () => {
  expect({
    order: keys.order(VAULT, 3),
    activeOrders: keys.activeOrders(VAULT, 8453),
    operatorOrders: keys.operatorOrders(VAULT, "twap"),
    due: keys.due(8453),
    fence: keys.fence(),
    nonceQueue: keys.nonceQueueOpen(10, VAULT),
    request: keys.request("claim-due", "A:b"),
    attempt: keys.attempt("call:Xy"),
  }).toEqual({
    order: `sx:test:order:${lower}:3`,
    activeOrders: `sx:test:orders-active:${lower}:8453`,
    operatorOrders: `sx:test:orders-operator:${lower}:twap`,
    due: "sx:test:due:8453",
    fence: "sx:test:fence",
    nonceQueue: `sx:test:lane-open:10:${lower}`,
    request: "sx:test:request:claim-due:A:b",
    attempt: "sx:test:attempt:call:Xy",
  });
});

test("behavior: no two keys share a first word, so free text in one cannot name another", () => {
  const words = Object.values(KEY_TABLE).map(({ template }) => template.split(":")[0]);
  expect(new Set(words).size).toBe(words.length);
});

test("behavior: each room's keys stand in its own table, and none is named in two", async () => {
  const store = resolve(import.meta.dirname, "../../../src/store");
  const files = readdirSync(store, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("-keys.ts"),
  );
  const rooms = files.filter((path) => !path.endsWith("wrap-lua.ts"));
  const tables = await Promise.all(
    rooms.map(async (path) => Object.values(await import(join(store, path)))[0]),
  );
  expect(rooms.map((path) => path.split("/")[0]).sort()).toEqual(readdirSync(store).sort());
  expect(tables.flatMap((table) => Object.keys(table as object)).sort()).toEqual(
    Object.keys(KEY_TABLE).sort(),
  );
});

describe("the scripts' builders", () => {
  eachRedis((redis) => {
    test("behavior: Lua builds the same keys as TypeScript", async () => {
      const names = Object.keys(KEY_TABLE) as (keyof typeof KEY_TABLE)[];
      const parts: (string | number)[] = [VAULT, 42, VAULT];
      const built = names.map((name) =>
        (keys[name] as (...all: (string | number)[]) => string)(...parts),
      );
      const calls = names.map((name) => `K.${name}('${VAULT}', 42, '${VAULT}')`).join(", ");
      const answer = await redis()
        .store()
        .command("EVAL", `${luaKeys}\nreturn cjson.encode({${calls}})`, 0, "{}", 0, "sx:test:");
      expect(JSON.parse(String(answer))).toEqual(built);
    });
  });
});
