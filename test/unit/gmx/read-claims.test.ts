import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  keccak256,
  parseAbi,
} from "viem";
import { describe, expect, test } from "vitest";
import { createRpc } from "../../../src/chain/rpc.ts";
import type { ChainDeps } from "../../../src/deps.ts";
import { readClaims, readWithheld } from "../../../src/gmx/read-claims.ts";

const multicall = parseAbi([
  "function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[] returnData)",
]);
const store = parseAbi(["function getUint(bytes32 key) view returns (uint256)"]);
const ONE = 10n ** 30n;
const NOW_SEC = 1_800_000_000;
const HOUR = BigInt(NOW_SEC) / 3_600n - 100n;

const addressOf = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const vault = addressOf(1);
/** Markets with a long token of their own each, and one short token for all. */
const marketsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{
      market: addressOf(10_000 + n),
      indexToken: addressOf(20_000 + n),
      longToken: addressOf(20_000 + n),
    },
    ...{ shortToken: addressOf(2), name: "", isListed: true },
  }));
const hours = (count: number) => Array.from({ length: count }, (_, n) => HOUR + BigInt(n));

type Value = { type: "string" | "address" | "uint256"; value: string | bigint };
/**
 * A key of GMX's data store (Keys.sol): the hash of a name's hash and of what it is about; of a
 * setting the name's hash alone.
 */
function keyOf(name: string, ...about: (Address | bigint)[]): Hex {
  const hash = keccak256(encodeAbiParameters([{ type: "string" }], [name]));
  if (about.length === 0) return hash;
  const values: Value[] = about.map((value) => ({
    type: typeof value === "bigint" ? "uint256" : "address",
    value,
  }));
  return keccak256(
    encodeAbiParameters(
      [{ type: "bytes32" }, ...values],
      [hash, ...values.map(({ value }) => value)],
    ),
  );
}

/** A node with these values in GMX's data store; `silentAfter` answers it answers no more. */
function nodeWith(values: ReadonlyMap<Hex, bigint>, silentAfter = Number.POSITIVE_INFINITY) {
  const seen: { asked: number; answered: number }[] = [];
  const answerTo = (data: Hex): Hex => {
    const [calls] = decodeFunctionData({ abi: multicall, data }).args;
    const result = calls.map(({ callData }) => {
      const [key] = decodeFunctionData({ abi: store, data: callData }).args;
      const returnData = encodeAbiParameters([{ type: "uint256" }], [values.get(key) ?? 0n]);
      return { success: true, returnData };
    });
    return encodeFunctionResult({ abi: multicall, functionName: "aggregate3", result });
  };
  const fetch = async (_: string, init: RequestInit) => {
    const body = String(init.body);
    if (seen.length >= silentAfter) return new Response("", { status: 503 });
    const calls: { id: number; params: [{ data: Hex }] }[] = JSON.parse(body);
    const answer = JSON.stringify(
      calls.map(({ id, params }) => ({ id, result: answerTo(params[0].data) })),
    );
    seen.push({ asked: body.length, answered: answer.length });
    return new Response(answer);
  };
  const rpc = createRpc({ urls: ["http://node"], fetch, timeoutMs: 5_000, spare: { left: 0 } });
  return { chain: { rpc, addresses: { multicall3: addressOf(9) } } as unknown as ChainDeps, seen };
}
const largest = (seen: { asked: number; answered: number }[]) =>
  Math.max(...seen.flatMap(({ asked, answered }) => [asked, answered]));
const total = (seen: { asked: number; answered: number }[]) =>
  seen.reduce((sum, { asked, answered }) => sum + asked + answered, 0);
const read = <T>(verdict: { ok: true; value: T } | { ok: false; code: string }): T => {
  if (!verdict.ok) throw new Error(verdict.code);
  return verdict.value;
};

describe("funding that can be claimed at GMX", () => {
  test("default: what either token of a market has, by the store's own keys", async () => {
    const markets = marketsOf(120);
    const last = addressOf(10_119);
    const { chain, seen } = nodeWith(
      new Map([
        [keyOf("CLAIMABLE_FUNDING_AMOUNT", last, addressOf(2), vault), 3_000_000n],
        [keyOf("CLAIMABLE_FUNDING_AMOUNT", addressOf(10_000), addressOf(20_000), vault), 5n],
      ]),
    );
    expect(read(await readClaims({ chain, vault, markets }))).toEqual({
      claims: [
        { market: addressOf(10_000), token: addressOf(20_000), amountBase: 5n },
        { market: last, token: addressOf(2), amountBase: 3_000_000n },
      ],
      leftOut: [],
    });
    expect(seen).toHaveLength(1);
  });

  test("attack: 3,000 markets are read by 128 kB and 1,000 amounts, the rest named", async () => {
    const { chain, seen } = nodeWith(new Map());
    const found = await readClaims({ chain, vault, markets: marketsOf(3_000) });
    expect(largest(seen)).toBeLessThan(128_000);
    expect(seen).toHaveLength(4);
    expect(read(found)).toMatchObject({ claims: [] });
    expect(read(found).leftOut).toEqual(
      marketsOf(3_000)
        .slice(500)
        .map(({ market }) => market),
    );
  });

  test("behavior: tokens that nobody asked for are not looked at", async () => {
    const { chain, seen } = nodeWith(new Map());
    const wants = (token: Address) => token === addressOf(2);
    expect(
      read(await readClaims({ chain, vault, markets: marketsOf(900), wants })).leftOut,
    ).toEqual([]);
    expect(seen).toHaveLength(4);
  });

  test("error: a piece that is not answered leaves nothing known", async () => {
    const { chain } = nodeWith(new Map(), 1);
    expect(await readClaims({ chain, vault, markets: marketsOf(200) })).toMatchObject({
      code: "rpc_unavailable",
    });
  });
});

describe("collateral that GMX withheld", () => {
  const settings: [Hex, bigint][] = [
    [keyOf("CLAIMABLE_COLLATERAL_TIME_DIVISOR"), 3_600n],
    [keyOf("CLAIMABLE_COLLATERAL_DELAY"), 432_000n],
  ];
  const amount = (market: number, hour: bigint, value: bigint): [Hex, bigint] => [
    keyOf("CLAIMABLE_COLLATERAL_AMOUNT", addressOf(market), addressOf(2), hour, vault),
    value,
  ];

  test("default: what is granted of it but not yet claimed, also to this account", async () => {
    const of = [addressOf(10_001), addressOf(2), HOUR] as const;
    const { chain, seen } = nodeWith(
      new Map([
        ...settings,
        amount(10_000, HOUR, 100n),
        [keyOf("CLAIMABLE_COLLATERAL_FACTOR", addressOf(10_000), addressOf(2), HOUR), ONE / 2n],
        [keyOf("CLAIMED_COLLATERAL_AMOUNT", addressOf(10_000), addressOf(2), HOUR, vault), 20n],
        amount(10_001, HOUR, 100n),
        [keyOf("CLAIMABLE_COLLATERAL_FACTOR", ...of, vault), ONE],
        [keyOf("CLAIMABLE_COLLATERAL_REDUCTION_FACTOR", ...of, vault), ONE / 4n],
        // 100 hours are younger than five days: nothing was granted yet.
        amount(10_002, HOUR, 100n),
      ]),
    );
    expect(
      read(await readWithheld({ chain, vault, markets: marketsOf(3) }, [HOUR], NOW_SEC)),
    ).toEqual({
      claims: [
        { market: addressOf(10_000), token: addressOf(2), timeKey: HOUR, amountBase: 30n },
        { market: addressOf(10_001), token: addressOf(2), timeKey: HOUR, amountBase: 75n },
      ],
      leftOut: [],
    });
    expect(seen).toHaveLength(2);
  });

  test("attack: 24 hours, 130 markets: four requests below 128 kB, omissions named", async () => {
    const { chain, seen } = nodeWith(new Map());
    const found = await readWithheld({ chain, vault, markets: marketsOf(130) }, hours(24), NOW_SEC);
    expect(largest(seen)).toBeLessThan(128_000);
    expect(total(seen)).toBeLessThan(1_000_000);
    expect(seen).toHaveLength(4);
    // 1,000 amounts are 41 pairs of 24 hours: 20 markets and one token of the next.
    expect(read(found).leftOut).toEqual(
      marketsOf(130)
        .slice(20)
        .map(({ market }) => market),
    );
  });

  test("attack: all withheld, 250 amounts are looked at; a market alone is never cut", async () => {
    const all = marketsOf(20).flatMap(({ market }, n) =>
      hours(24).flatMap((hour) => [
        amount(10_000 + n, hour, 100n),
        [
          keyOf("CLAIMABLE_COLLATERAL_AMOUNT", market, addressOf(20_000 + n), hour, vault),
          100n,
        ] as [Hex, bigint],
      ]),
    );
    const granted = marketsOf(20).flatMap(({ market, longToken, shortToken }) =>
      [longToken, shortToken].flatMap((token) =>
        hours(24).map((hour): [Hex, bigint] => [
          keyOf("CLAIMABLE_COLLATERAL_FACTOR", market, token, hour),
          ONE,
        ]),
      ),
    );
    const values = new Map([...settings, ...all, ...granted]);
    const { chain, seen } = nodeWith(values);
    const found = read(
      await readWithheld({ chain, vault, markets: marketsOf(20) }, hours(24), NOW_SEC),
    );
    expect(found.claims).toHaveLength(250);
    // Five markets have 48 amounts each, of the sixth ten were seen.
    expect(found.leftOut).toEqual(
      marketsOf(20)
        .slice(5)
        .map(({ market }) => market),
    );
    expect([seen.length <= 10, largest(seen) < 128_000]).toEqual([true, true]);
    const [first] = marketsOf(1);
    if (first === undefined) throw new Error("no market");
    const alone = await readWithheld(
      { chain: nodeWith(values).chain, vault, markets: [first] },
      hours(24),
      NOW_SEC,
    );
    expect([read(alone).claims.length, read(alone).leftOut]).toEqual([48, []]);
  });
});
