import { expect, test } from "vitest";
import { askInPieces } from "../../../src/chain/ask-in-pieces.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";

const MIB = 1024 * 1024;
type Sized = { name: string; weight?: number; size: number };

/** A node that answers up to 8 MiB, asked for calls of these names, weights and sizes of answer. */
function setUp(
  sized: readonly Sized[],
  { spare = { left: 96 }, silentAt = Number.POSITIVE_INFINITY } = {},
) {
  const asked: string[] = [];
  const calls = sized.map(
    ({ name, weight }): RpcCall<unknown> => ({
      method: name,
      params: [],
      read: (x) => x,
      ...(weight && { weight }),
    }),
  );
  const sizeOf = new Map(sized.map(({ name, size }) => [name, size]));
  const run = async () => {
    const outcomes = await askInPieces(
      calls,
      async (piece) => {
        const names = piece.map(({ method }) => method);
        asked.push(names.join(" "));
        if (asked.length > silentAt) return undefined;
        const size = names.reduce((sum, name) => sum + (sizeOf.get(name) ?? 0), 0);
        if (size > 8 * MIB) return "too_large";
        return { outcomes: names.map((value) => ({ ok: true, value }) as const), size };
      },
      spare,
    );
    return outcomes?.map((outcome) => (outcome?.ok ? outcome.value : "-")).join(" ");
  };
  return { run, asked, spare };
}
const many = (count: number, name: string, rest: Omit<Sized, "name">): Sized[] =>
  Array.from({ length: count }, (_, n) => ({ name: `${name}${n + 1}`, ...rest }));

test("default: halves by number if weightless, larger first; outcomes in call order", async () => {
  const small = { size: 100 };
  const { run, asked, spare } = setUp([{ name: "giant", size: 9 * MIB }, ...many(7, "x", small)]);
  expect(await run()).toBe("- x1 x2 x3 x4 x5 x6 x7");
  expect(asked).toEqual(["giant x1 x2 x3", "x4 x5 x6 x7", "giant x1", "x2 x3", "giant", "x1"]);
  expect(spare).toEqual({ left: 90 });
});

test("behavior: weight halves, lightest first: three giants cost others two requests", async () => {
  const giants = many(3, "giant", { weight: 16_250_000, size: 9 * MIB });
  const honest = many(4, "x", { weight: 600_000, size: 20_000 });
  const { run, asked } = setUp([...giants, { name: "head", size: 500 }, ...honest]);
  expect(await run()).toBe("- - - head x1 x2 x3 x4");
  // 51.15 million in all: 2.4 million and one giant are below half of it, two giants are not.
  expect(asked).toEqual([
    "head x1 x2 x3 x4 giant1",
    "head x1 x2 x3 x4",
    "giant2 giant3",
    "giant1",
    "giant2",
    "giant3",
  ]);
});

test("behavior: after eight requests the heaviest are unanswered", async () => {
  const giants = many(20, "giant", { weight: 16_250_000, size: 9 * MIB });
  const honest = many(20, "x", { weight: 600_000, size: 20_000 });
  const { run, asked, spare } = setUp([...giants, ...honest]);
  const outcomes = await run();
  expect(outcomes).toBe([...giants.map(() => "-"), ...honest.map(({ name }) => name)].join(" "));
  expect(asked).toHaveLength(8);
  expect(spare).toEqual({ left: 88 });
});

test("behavior: nothing more is asked for after 8 MiB, by however few requests", async () => {
  const exact = setUp(many(4, "x", { size: 8 * MIB }));
  expect(await exact.run()).toBe("x1 - - -");
  expect(exact.asked).toEqual(["x1 x2", "x3 x4", "x1"]);
  const less = setUp([{ name: "x1", size: 8 * MIB - 1 }, ...many(3, "y", { size: 8 * MIB })]);
  expect(await less.run()).toBe("x1 y1 - -");
});

test("behavior: what is spare is spent once, and then nothing is asked", async () => {
  const spare = { left: 3 };
  const first = setUp([{ name: "giant", size: 9 * MIB }, ...many(3, "x", { size: 1 })], { spare });
  expect(await first.run()).toBe("- - x2 x3");
  expect(spare).toEqual({ left: 0 });
  const second = setUp(many(2, "x", { size: 1 }), { spare });
  expect(await second.run()).toBeUndefined();
  expect(second.asked).toEqual([]);
});

test("error: a silent node is asked no more; one answering no piece gave no answer", async () => {
  const later = setUp(many(4, "x", { size: 1 }), { silentAt: 1 });
  expect(await later.run()).toBe("x1 x2 - -");
  expect(later.asked).toEqual(["x1 x2", "x3 x4"]);
  const atOnce = setUp(many(4, "x", { size: 1 }), { silentAt: 0 });
  expect(await atOnce.run()).toBeUndefined();
  expect(atOnce.asked).toEqual(["x1 x2"]);
  const alone = setUp(many(1, "giant", { size: 9 * MIB }));
  expect(await alone.run()).toBeUndefined();
  expect(alone.asked).toEqual([]);
});
