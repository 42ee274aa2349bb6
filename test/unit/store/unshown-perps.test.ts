import { expect, test } from "vitest";
import type { Attempt } from "../../../schemas/attempt.ts";
import { closeAttempt } from "../../../src/store/attempts/close-attempt.ts";
import { listUnshownPerps } from "../../../src/store/attempts/list-unshown-perps.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { settleVenueOrder } from "../../../src/store/venueorders/settle-venue-order.ts";
import { endingOf } from "../../../src/venueorders/decide-look.ts";
import { eachRedis } from "./support/each-redis.ts";
import { attemptOf, delegationOf, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { LEASE_MS, newParty } from "./support/steps.ts";

type Known = { shown?: string[]; counted?: string[]; isEntry?: boolean };

/**
 * A vault whose agent orders perpetuals: each call is written down, as long as nothing holds it up.
 */
async function trading(store: TestStore) {
  const { vault, operator, agent } = newParty();
  await store.run(saveDelegation, { record: delegationOf(vault, operator, agent) });
  let nonce = 0;
  const attempts = new Map<string, Attempt>();
  const write = async (name: string, known: Known | undefined, at = T0) => {
    const id = `call:${name}:${vault}`;
    const {
      orderId: _,
      sliceNumber: __,
      ...attempt
    } = attemptOf(vault, operator, agent, {
      ...{ id, nonce, createdAt: at, hashes: [newHash()] },
      follow: { family: "perp_b", summary: "Buy", ordered: { cloid: "0x01" } },
    });
    attempts.set(name, attempt);
    const perp = known && {
      isEntry: known.isEntry ?? true,
      shown: (known.shown ?? []).map((one) => `call:${one}:${vault}`),
      counted: (known.counted ?? []).map((one) => `call:${one}:${vault}`),
    };
    const answer = await store.run(prepareAttempt, {
      ...{ attempt, chainNonce: 0, nextCheckMs: at + LEASE_MS, perp, nowMs: at },
    });
    if (answer.ok) nonce += 1;
    return answer.ok
      ? "written"
      : answer.code === "perp_entry_pending"
        ? `held ${answer.heldMs}`
        : answer.code;
  };
  const listed = async () =>
    (await store.run(listUnshownPerps, { chainId: 8453, vault })).map(({ id }) => id.split(":")[1]);
  const close = (name: string, status: "confirmed" | "reverted") =>
    store.run(closeAttempt, {
      attempt: { record: { ...(attempts.get(name) as Attempt), status } },
    });
  return { vault, operator, write, listed, close, attempts };
}

eachRedis((redis) => {
  test("default: of eight entries at once, each judged as if alone, one is written", async () => {
    const { write, listed } = await trading(redis().store());
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    // The nonce is theirs to fight for, so they are written one after the other; none knows of the
    // others.
    const answers: string[] = [];
    for (const name of names) answers.push(await write(name, {}));
    expect(answers).toEqual(["written", ...names.slice(1).map(() => "held 60000")]);
    expect(await listed()).toEqual(["a"]);
  });

  test("behavior: a minute at most, and then only who counted it in full is written", async () => {
    const { write, listed } = await trading(redis().store());
    await write("a", {});
    expect(await write("b", { counted: ["a"] }, T0 + 59_999)).toBe("held 1");
    expect(await write("b", {}, T0 + 60_000)).toBe("held 0");
    expect(await write("b", { counted: ["a"] }, T0 + 60_000)).toBe("written");
    expect(await listed()).toEqual(["a", "b"]);
  });

  test("behavior: one that venue or chain shows holds up nothing, and is forgotten", async () => {
    const { write, listed } = await trading(redis().store());
    await write("a", {});
    expect(await write("b", { shown: ["a"] }, T0 + 1)).toBe("written");
    expect(await listed()).toEqual(["b"]);
  });

  test("behavior: taking margin back waits for nobody it counted, holds up entries", async () => {
    const { write, listed } = await trading(redis().store());
    await write("a", {});
    expect(await write("exit", undefined, T0 + 1)).toBe("written");
    expect(await write("taking", { isEntry: false }, T0 + 1)).toBe("held 59999");
    expect(await write("taking", { isEntry: false, counted: ["a"] }, T0 + 1)).toBe("written");
    expect(await write("b", { shown: ["a"] }, T0 + 2)).toBe("held 59999");
    expect(await listed()).toEqual(["a", "taking"]);
  });

  test("behavior: effectless ones and venue-ended are forgotten, a confirmed is not", async () => {
    const store = redis().store();
    const { write, close, listed, attempts, operator } = await trading(store);
    await write("a", {});
    await close("a", "reverted");
    expect(await listed()).toEqual([]);
    await write("b", {});
    await close("b", "confirmed");
    expect(await listed()).toEqual(["b"]);
    const { id, vault, hashes } = attempts.get("b") as Attempt;
    const order = {
      id,
      vault,
      operator,
      chainId: 8453 as const,
      family: "perp_b" as const,
      summary: "Buy",
    };
    const end = { status: "dropped" as const, amounts: {}, reason: "", atMs: T0 };
    const ending = endingOf({ ...order, hash: hashes[0] as `0x${string}` }, end, {
      nowMs: T0,
      paired: false,
    });
    await store.run(settleVenueOrder, {
      id,
      chainId: 8453,
      vault,
      found: { kind: "ended", ...ending },
    });
    expect(await listed()).toEqual([]);
  });
});
