import { expect, test } from "vitest";
import { arrowsUp, bytesOf, houseOf, isTable, type Source } from "../../../build/house.ts";

const START: Source[] = [
  {
    path: "src/schedule/run-tick.ts",
    text: 'import { a } from "./a.ts";\nimport type { T } from "../twap/t.ts";\n',
  },
  { path: "src/schedule/a.ts", text: 'export const a = () => import("../gmx/order.ts");\n' },
  { path: "src/gmx/order.ts", text: "export const order = 1;\n" },
  { path: "src/twap/t.ts", text: "export type T = 1;\n" },
  { path: "src/pipeline/execute-plan.ts", text: 'import { TABLE } from "./table.ts";\n' },
  {
    path: "src/pipeline/table.ts",
    text: 'import { order } from "../gmx/order.ts";\nexport const TABLE = { order };\n',
  },
];
const worseBy = (...more: Source[]) => {
  const before = houseOf(START);
  const after = houseOf([...START, ...more]);
  const risen = Object.entries(after).map(
    ([name, figure]) => [name, figure - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(risen.filter(([, figure]) => figure !== 0));
};

test("behavior: static and late imports are reached by value, types and table targets not", () => {
  const house = houseOf(START);
  expect(house["files that run-tick reaches by value"]).toBe(3);
  expect(house["of these a member's"]).toBe(1);
  expect(house["files that execute-plan reaches by value"]).toBe(2);
  expect(house["of these a member's too"]).toBe(0);
});

test.each([
  ["files of the frame that name twap", "src/calls/x.ts", "// of a TWAP order\n"],
  [
    "files of the frame that name telegram",
    "src/notifications/x.ts",
    'export const id = "telegram";\n',
  ],
  [
    "files of the frame that name trigger",
    "src/store/orders/x.ts",
    "export const isTrigger = 1;\n",
  ],
  [
    "files of the frame that name nav sync",
    "src/schedule/x.ts",
    'export const kind = "nav_sync";\n',
  ],
  ["files of the frame that name gmx", "src/attempts/x.ts", "export const gmxOrder = 1;\n"],
  [
    "files of the frame that name hyperliquid",
    "src/pipeline/x.ts",
    'export const family = "perp_b";\n',
  ],
  ["files of the frame that name uniswap", "functions/x.ts", 'export const venue = "uniswap";\n'],
  ["files of the frame that name a chain id", "src/calls/x.ts", "export const chain = [8453];\n"],
])("error: %s is one more with such a file", (figure, path, text) => {
  expect(worseBy({ path, text })).toEqual({ [figure]: 1 });
});

test("behavior: tables, members' folders, the chat and a channel's door may name members", () => {
  const table = {
    path: "src/schedule/x.ts",
    text: 'import { twap } from "../twap/t.ts";\nexport const TABLE = { twap };\n',
  };
  const own = ["src/twap/x.ts", "src/chat/x.ts", "functions/telegram/x.ts"];
  expect(
    worseBy(table, ...own.map((path) => ({ path, text: "// twap telegram uniswap\n" }))),
  ).toEqual({});
  expect(isTable({ path: "", text: "export const f = () => 1;\n" })).toBe(false);
});

test("error: asking which kind an order is, a chain table, an upward import are counted", () => {
  expect(
    worseBy({
      path: "src/lib/x.ts",
      text: "if (isNavSync(order) || isTriggerOrder(order)) run();\n",
    }),
  ).toEqual({
    "calls of isNavSync and isTriggerOrder outside order kinds": 2,
  });
  expect(
    worseBy({ path: "src/lib/x.ts", text: "export const T = { 10: 1, 56: 2, 137: 3 };\n" }),
  ).toEqual({
    "tables in which a chain stands": 1,
  });
  const up = { path: "src/store/x.ts", text: 'import type { A } from "../schedule/a.ts";\n' };
  expect(arrowsUp([...START, up])).toEqual(["src/store -> src/schedule"]);
});

test("behavior: bytes are those of src without chat and without blanks", () => {
  const texts = ["src/a.ts", "src/chat/a.ts", "schemas/a.ts"].map((path) => ({
    path,
    text: "a b\n\tc\n",
  }));
  expect(bytesOf(texts)).toBe(3);
});

test("error: a start that moved is named", () => {
  expect(() => houseOf([])).toThrow("src/schedule/run-tick.ts is not there");
});
