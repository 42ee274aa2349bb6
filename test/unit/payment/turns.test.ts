import { expect, test } from "vitest";
import { payingWorld } from "./support/paying-world.ts";

/*
 * One payment in several calls at once (finding 131). The call that has it may be refused after
 * all, and then gives it up: `switch_chain` without its argument did, in mcp-in-band.test.ts, while
 * the three others had been sent away by then. The order of things is made here by hand: the first
 * call stands at the facilitator until the others have found the payment taken.
 */
const WRONG = { arguments: {} };
const QUOTE = "/test/read";
const TOOL = "/api/tools?toolName=switch_chain";

/**
 * A world whose waiting calls sleep until they are woken, and whose first call to the facilitator
 * waits for its word.
 */
function heldWorld() {
  const waiting: (() => void)[] = [];
  const slept: (() => void)[] = [];
  const world = payingWorld({
    sleep: () =>
      new Promise((wake) => {
        waiting.push(wake);
        for (const told of slept.splice(0)) told();
      }),
  });
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((told) => {
    let isFirst = true;
    const word = new Promise<void>((go) => {
      release = go;
    });
    world.beforeVerify(async () => {
      if (!isFirst) return;
      isFirst = false;
      told();
      await word;
    });
  });
  return {
    ...world,
    arrived,
    release: () => release(),
    /** Until so many calls wait for their turn. */
    waits: async (count: number) => {
      while (waiting.length < count) await new Promise<void>((told) => slept.push(told));
    },
    wake: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test("attack: a paid call is refused: the one beside it runs and is charged once", async () => {
  const { send, sign, arrived, release, waits, wake, settled, paid } = heldWorld();
  const { header } = await sign();
  const wrong = send(TOOL, header, { body: WRONG });
  await arrived;
  const good = send(QUOTE, header);
  await Promise.race([waits(1), good]);
  release();
  expect((await wrong).said).toBe("invalid_request");
  wake();
  expect(await good).toMatchObject({ status: 200, body: { run: 1 } });
  expect([settled.length, paid.length]).toEqual([1, 1]);
});

test("behavior: of several waiting one buys; others hear payment is spent or in use", async () => {
  const { send, sign, arrived, release, waits, wake, settled } = heldWorld();
  const { header } = await sign();
  const wrong = send(TOOL, header, { body: WRONG });
  await arrived;
  const others = [1, 2, 3].map((n) => send(QUOTE, header, { body: { n } }));
  await waits(3);
  release();
  await wrong;
  // Those that find it taken again wait once more, until what it buys is there.
  const over = Promise.all(others);
  let isOver = false;
  over.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    wake();
    await new Promise((next) => setImmediate(next));
  }
  const [bought, ...rest] = (await over).map(({ said }) => said).sort();
  expect([bought, rest.length]).toEqual(["ok", 2]);
  // Spent, or in use where all its turns come before the answer is there.
  for (const said of rest) expect(["payment_reused", "payment_in_use"]).toContain(said);
  expect(settled.length).toBe(1);
});

test("error: a call that runs on is waited for some seconds only: 409, ask again", async () => {
  const slept: number[] = [];
  const world = payingWorld({
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
  const { header } = await world.sign();
  let release: () => void = () => undefined;
  const word = new Promise<void>((go) => {
    release = go;
  });
  const arrived = new Promise<void>((told) => {
    world.beforeVerify(async () => {
      told();
      await word;
    });
  });
  const first = world.send(QUOTE, header);
  await arrived;
  expect((await world.send(QUOTE, header, { body: { other: 1 } })).said).toBe("payment_in_use");
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5_000);
  // The very same request would be refused, or answered, as the one that runs: it is told at once.
  const before = slept.length;
  expect((await world.send(QUOTE, header)).said).toBe("payment_in_use");
  expect(slept.length).toBe(before);
  // Each such call asks the store up to seven times: a network's are counted, and no other's.
  const answers: string[] = [];
  for (let n = 0; n < 60; n += 1)
    answers.push((await world.send(QUOTE, header, { body: { n } })).said);
  expect(answers.filter((said) => said === "payment_in_use").length).toBeLessThan(45);
  expect(answers.at(-1)).toBe("rate_limited");
  const asked = slept.length;
  expect((await world.send(QUOTE, header, { body: { n: 60 } })).said).toBe("rate_limited");
  expect(slept.length).toBe(asked);
  expect((await world.send(QUOTE, header, { body: { n: 61 }, ip: "198.51.100.9" })).said).toBe(
    "payment_in_use",
  );
  release();
  expect((await first).status).toBe(200);
});
