import * as fc from "fast-check";
import { privateKeyToAddress } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { type AuditExport, auditExport } from "../../../schemas/audit-export.ts";
import { verifyAudit } from "../../../src/audit/verify-audit.ts";
import { lowerHex } from "../../../src/lib/normalize-address.ts";
import { AGENT_KEY, contents, makeLog, signSeal } from "./make-log.ts";

const AGENT = privateKeyToAddress(AGENT_KEY);
const FORGER = `0x${"33".repeat(32)}` as const;

let log: AuditExport;
beforeAll(async () => {
  log = await makeLog(contents(230));
});

const copy = (): AuditExport => structuredClone(log);
const faultsOf = async (...pages: AuditExport[]) => {
  const { faults } = await verifyAudit(pages, { agent: AGENT });
  return faults.map(({ kind, n }) => `${kind} ${n}`);
};
/**
 * A page of the log as the service gives it: its entries, the signed states beside them, the head.
 */
const page = (from: number, to: number): AuditExport => ({
  ...log,
  entries: log.entries.filter(({ n }) => n >= from && n <= to),
  seals: log.seals.filter(({ n }) => n >= from - 1 && n <= to),
  next: to < 230 ? to + 1 : null,
});

test("default: an untouched log has no fault, whole or in pages, agent known or not", async () => {
  expect(auditExport.parse(log)).toEqual(log);
  expect(await verifyAudit([log], { agent: AGENT })).toEqual({
    faults: [],
    entries: 230,
    from: 1,
    head: log.head,
  });
  expect(await faultsOf(page(1, 90), page(91, 200), page(201, 230))).toEqual([]);
  expect(await faultsOf(page(201, 230), page(1, 130), page(91, 200))).toEqual([]);
  expect((await verifyAudit([log])).faults).toEqual([]);
});

test("default: an empty log and one of a single entry have no fault", async () => {
  expect(await faultsOf(await makeLog([]))).toEqual([]);
  expect(await faultsOf(await makeLog(contents(1)))).toEqual([]);
});

test("default: a log without its oldest entries stands on the signed state below", async () => {
  expect(await faultsOf(await makeLog(contents(230), { first: 101 }))).toEqual([]);
});

describe("an entry", () => {
  test("error: changed in its content, with and without a digest to match", async () => {
    const changed = copy();
    changed.entries[41]!.content = changed.entries[41]!.content.replace("paused", "resumed");
    expect(await faultsOf(changed)).toEqual(["changed 42"]);
    const other = (await makeLog([...contents(41), { content: "{}" }])).entries[41]!;
    changed.entries[41] = { ...changed.entries[41]!, content: other.content, digest: other.digest };
    expect(await faultsOf(changed)).toEqual([
      "changed 42",
      "changed 100",
      "changed 200",
      "changed 230",
    ]);
  });

  test("error: removed", async () => {
    const removed = copy();
    removed.entries.splice(41, 1);
    expect(await faultsOf(removed)).toContain("missing 42");
  });

  test("error: removed, and the others numbered and linked anew", async () => {
    const forged = await makeLog(contents(230).toSpliced(41, 1));
    expect(await faultsOf({ ...forged, seals: log.seals, head: log.head })).toEqual([
      "cut 229",
      "cut 230",
      "changed 100",
      "changed 200",
    ]);
  });

  test("error: cut from the end, be the page marked as one of several or not", async () => {
    const cut = { ...copy(), entries: log.entries.slice(0, 225) };
    expect(await faultsOf(cut)).toEqual(["cut 225", "cut 226"]);
    expect(await faultsOf({ ...cut, next: 226 })).toEqual(["cut 226"]);
    expect(await faultsOf({ ...cut, entries: [], seals: [] })).toContain("cut 1");
  });

  test("error: cut from the beginning", async () => {
    expect(await faultsOf(page(101, 230))).toEqual(["missing 1"]);
    expect(await faultsOf(page(151, 230))).toEqual(["missing 1", "seal_missing 150"]);
  });

  test("error: in another order", async () => {
    const swapped = copy();
    [swapped.entries[10], swapped.entries[11]] = [swapped.entries[11]!, swapped.entries[10]!];
    expect(await faultsOf(swapped)).toContain("reordered 11");
  });

  test("error: under another number", async () => {
    const renumbered = copy();
    renumbered.entries[229]!.n = 231;
    expect(await faultsOf(renumbered)).toEqual(
      expect.arrayContaining(["missing 230", "unsigned 231", "changed 231"]),
    );
  });

  test("error: a tail replaced by another one of the same length, well linked", async () => {
    const other = contents(230).map((one, i) => (i < 220 ? one : { content: `{"i":${i}}` }));
    const replaced = { ...copy(), entries: (await makeLog(other)).entries };
    expect(await faultsOf(replaced)).toEqual(["changed 230"]);
  });

  test("error: appended behind the signed head", async () => {
    const longer = await makeLog(contents(231));
    expect(await faultsOf({ ...longer, head: log.head })).toEqual(["unsigned 231"]);
  });
});

describe("a signature", () => {
  test("error: a head of a forger, over entries of the forger", async () => {
    const forged = await makeLog(contents(229), { key: FORGER });
    expect(await faultsOf(forged)).toEqual([
      "seal_invalid 100",
      "seal_invalid 200",
      "seal_invalid 229",
    ]);
  });

  test("error: a forged head under the agent's name", async () => {
    const head = await signSeal(log.head!, FORGER);
    expect(await faultsOf({ ...copy(), head: { ...head, agent: lowerHex(AGENT) } })).toEqual([
      "seal_invalid 230",
    ]);
  });

  test("error: two signers of one key version, when the agent was not given", async () => {
    const head = await signSeal(log.head!, FORGER);
    const { faults } = await verifyAudit([{ ...copy(), head }]);
    expect(faults.map(({ kind, n }) => `${kind} ${n}`)).toEqual(["seal_invalid 230"]);
  });

  test("error: no head, no hundred, another vault's", async () => {
    expect(await faultsOf({ ...copy(), head: null })).toEqual(["unsigned 230"]);
    expect(await faultsOf({ ...copy(), seals: log.seals.slice(1) })).toEqual(["seal_missing 100"]);
    const foreign = await faultsOf({ ...copy(), vault: `0x${"b2".repeat(20)}` });
    expect(foreign).toEqual(["seal_invalid 100", "seal_invalid 200", "seal_invalid 230"]);
    expect(await faultsOf(copy(), { ...copy(), vault: `0x${"b2".repeat(20)}` })).toContain(
      "mixed 0",
    );
    expect(await faultsOf()).toEqual(["cut 0"]);
  });

  test("error: an older agent head shown as newest hides nothing a kept export knows", async () => {
    const older = await makeLog(contents(210));
    const rewritten = await makeLog([...contents(205), ...contents(20).slice(0, 15)]);
    expect(await faultsOf(older, log)).toEqual([]);
    expect(await faultsOf(rewritten)).toEqual([]);
    expect(await faultsOf(older, rewritten)).toContain("changed 206");
  });
});

/** Every way to change one thing of an export. */
const mutation = fc.oneof(
  fc.record({
    do: fc.constant("entry field" as const),
    at: fc.nat({ max: 229 }),
    field: fc.constantFrom("n", "at", "orderId", "content", "digest", "prev", "link"),
    turn: fc.nat({ max: 39 }),
  }),
  fc.record({
    do: fc.constant("seal field" as const),
    at: fc.nat({ max: 2 }),
    field: fc.constantFrom(
      "n",
      "first",
      "link",
      "rolling",
      "at",
      "agent",
      "keyVersion",
      "signature",
    ),
    turn: fc.nat({ max: 39 }),
  }),
  fc.record({
    do: fc.constantFrom("remove" as const, "repeat" as const, "swap" as const),
    at: fc.nat({ max: 228 }),
  }),
  fc.record({
    do: fc.constantFrom("cut end" as const, "cut start" as const),
    at: fc.integer({ min: 1, max: 230 }),
  }),
  fc.record({ do: fc.constant("remove seal" as const), at: fc.nat({ max: 2 }) }),
  fc.record({ do: fc.constantFrom("vault" as const, "chain" as const, "next" as const) }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

/** Another value of the same kind. */
function turned(value: unknown, turn: number): unknown {
  if (value === null) return turn + 1;
  if (typeof value === "number") return value + turn + 1;
  const text = String(value);
  const at = 2 + (turn % (text.length - 2));
  return text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1);
}

function mutated(change: Mutation): AuditExport {
  const made = copy();
  const sealed = [...made.seals, made.head!];
  switch (change.do) {
    case "entry field": {
      const entry: Record<string, unknown> = made.entries[change.at]!;
      entry[change.field] = turned(entry[change.field], change.turn);
      return made;
    }
    case "seal field": {
      const seal: Record<string, unknown> = sealed[change.at]!;
      seal[change.field] = turned(seal[change.field], change.turn);
      return made;
    }
    case "remove":
      made.entries.splice(change.at, 1);
      return made;
    case "repeat":
      made.entries.splice(change.at, 0, made.entries[change.at]!);
      return made;
    case "swap":
      made.entries.splice(change.at, 2, made.entries[change.at + 1]!, made.entries[change.at]!);
      return made;
    case "cut end":
      made.entries.splice(230 - change.at);
      return made;
    case "cut start":
      made.entries.splice(0, change.at);
      return made;
    case "remove seal":
      return change.at === 2
        ? { ...made, head: null }
        : { ...made, seals: made.seals.toSpliced(change.at, 1) };
    case "vault":
      return { ...made, vault: `0x${"b2".repeat(20)}` };
    case "chain":
      return { ...made, chainId: 1 };
    case "next":
      return { ...made, next: 231 };
  }
}

test("behavior: any single change of an export is found", async () => {
  await fc.assert(
    fc.asyncProperty(mutation, async (change) => {
      expect(await faultsOf(mutated(change)), JSON.stringify(change)).not.toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 60_000);
