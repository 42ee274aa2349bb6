import { expect, test } from "vitest";
import { findVault } from "../../../src/chain/find-vault.ts";
import { words } from "../../simulation/chain/words.ts";
import { vectorNamed } from "../../support/vector-named.ts";
import { vectorFile } from "../../support/vectors.ts";

const { factory, registry, owner } = vectorFile.addresses.roles as Record<string, `0x${string}`>;
const places = { factory: factory!, registry: registry! };
const MADE = { name: "Vector USDC Vault", creator: owner! };
const { newPoolAddress, poolId } = vectorNamed("factory.create-usdc").outcome.returns as Record<
  string,
  string
>;

/**
 * Registered(address,address,bytes32,bytes32,bytes32), as the registry emits it: pool and id are
 * not indexed.
 */
const registered = (pool: string, id: string) => ({
  ...{ address: registry!, blockNumber: "0x1", removed: false },
  topics: [
    `0x${"ab".repeat(32)}`,
    `0x${words.address(factory!)}`,
    `0x${Buffer.from(MADE.name).toString("hex").padEnd(64, "0")}`,
    `0x${Buffer.from("VECU").toString("hex").padEnd(64, "0")}`,
  ],
  data: `0x${words.address(pool)}${id.slice(2)}`,
});

test("default: the id of a vault is what the real factory gave it", () => {
  expect(findVault.id(MADE)).toBe(poolId);
  const native = vectorNamed("factory.create-native").outcome.returns as Record<string, string>;
  expect(findVault.id({ ...MADE, name: "Vector ETH Vault" })).toBe(native.poolId);
});

test("default: asks the registry for vaults of this factory and name, takes the one by id", () => {
  const { method, params, read } = findVault.call(places, MADE);
  const [{ address, topics, fromBlock }] = params as [any];
  const [event, ...indexed] = topics;
  const withTopic = (log: ReturnType<typeof registered>) => ({
    ...log,
    topics: [event, ...log.topics.slice(1)],
  });
  const own = withTopic(registered(newPoolAddress!, poolId!));
  expect([method, address, fromBlock, indexed]).toEqual([
    "eth_getLogs",
    registry,
    "0x0",
    [...own.topics.slice(1, 3), null],
  ]);
  const others = withTopic(registered(`0x${"11".repeat(20)}`, `0x${"22".repeat(32)}`));
  expect(read([others, own])).toBe(newPoolAddress!.toLowerCase());
  expect([read([others]), read([])]).toEqual([null, null]);
});

test("error: what is no such event is unreadable, and never an address", () => {
  const { read } = findVault.call(places, MADE);
  for (const answer of [
    null,
    {},
    [{}],
    [registered(newPoolAddress!, poolId!)],
    [{ ...registered("0x1", "0x"), topics: [] }],
  ])
    expect(() => read(answer)).toThrow();
});
