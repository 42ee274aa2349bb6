import { expect, test } from "vitest";
import { CHAIN_IDS, CHAIN_NAMES } from "../../../schemas/chains.ts";
import { checkChains } from "../../../src/chain/check-chains.ts";
import type { Chain, ChainContracts, ChainToken } from "../../../src/chains/chain.ts";
import { createWorker } from "../../../src/create-worker.ts";
import { TABLES } from "../../../src/tables.ts";

const BASE = TABLES.chains[8453];
const faultsWith = (change: Partial<Chain>): string[] =>
  checkChains({ ...TABLES.chains, 8453: { ...BASE, ...change } });
const contract = (change: Partial<ChainContracts>) => ({
  contracts: { ...BASE.contracts, ...change },
});
const token = (symbol: string, change: Partial<ChainToken>) => ({
  tokens: BASE.tokens.map((one) => (one.symbol === symbol ? { ...one, ...change } : one)),
});

test("default: the service's own chains are right", () => {
  expect(checkChains(TABLES.chains)).toEqual([]);
});

test("behavior: descriptions name each chain that a caller may name, and no other", () => {
  const names = CHAIN_IDS.map((id) => TABLES.chains[id].name);
  expect(CHAIN_NAMES.split(/, | or /).sort()).toEqual(names.sort());
});

test("behavior: a contract that is not there is said with null", () => {
  expect(faultsWith(contract({ oracle: null, acrossSpokePool: null }))).toEqual([]);
});

test.each<[string, Partial<Chain>, string[]]>([
  [
    "an address of ones",
    contract({ oracle: `0x${"f".repeat(40)}` }),
    [`8453 (base): oracle is 0x${"f".repeat(40)}, which is no contract`],
  ],
  [
    "an address of nothing",
    contract({ factory: `0x${"0".repeat(40)}` }),
    [`8453 (base): factory is 0x${"0".repeat(40)}, which is no contract`],
  ],
  [
    "a short address",
    contract({ stateView: "0x12" }),
    ["8453 (base): stateView is 0x12, which is no contract"],
  ],
  [
    "one address for two",
    contract({ registry: BASE.contracts.factory }),
    [`8453 (base): factory and registry are both ${BASE.contracts.factory}`],
  ],
  [
    "another wrapped coin",
    contract({ wrappedNative: "0x1111111111111111111111111111111111111111" }),
    ["8453 (base): its wrapped coin is not among its tokens"],
  ],
  [
    "no tokens",
    { tokens: [] },
    ["8453 (base): its wrapped coin is not among its tokens", "8453 (base): it has no USDC"],
  ],
  ["decimals out of range", token("USDC", { decimals: 37 }), ["8453 (base): USDC has 37 decimals"]],
  ["half a decimal", token("DAI", { decimals: 1.5 }), ["8453 (base): DAI has 1.5 decimals"]],
  [
    "a bridged token of unknown decimals",
    token("USDT", { decimals: null }),
    ["8453 (base): USDT cannot be bridged as it stands"],
  ],
  [
    "a bridged token of no name",
    token("GRG", { bridged: true }),
    ["8453 (base): GRG cannot be bridged as it stands"],
  ],
  [
    "a token twice",
    { tokens: [...BASE.tokens, ...BASE.tokens.filter(({ symbol }) => symbol === "DAI")] },
    Array(2).fill("8453 (base): it has several tokens DAI"),
  ],
  ["another id", { id: 10 }, ["8453 (base): its id is 10"]],
  [
    "another way to be named",
    { named: "by its protocols alone" },
    ["8453 (base): named by its protocols alone, which the lists of ids deny"],
  ],
  [
    "another's name",
    { name: "polygon" },
    [
      "137 (polygon): the word polygon means two chains",
      "8453 (polygon): the word polygon means two chains",
    ],
  ],
  ["a name in upper case", { name: "Base" }, ['8453 (Base): "Base" is no word in lower case']],
  ["a coin in lower case", { nativeCoin: "eth" }, ['8453 (base): "eth" is no symbol of a coin']],
  [
    "an explorer with a path",
    { explorer: "https://basescan.org/" },
    ['8453 (base): "https://basescan.org/" is no origin of an explorer'],
  ],
  ["no time between blocks", { blockMs: 0 }, ["8453 (base): blockMs is 0"]],
  ["slots of nothing", { slotSec: 0 }, ["8453 (base): slotSec is 0"]],
  ["no confirmations", { confirmations: 0n }, ["8453 (base): confirmations are 0"]],
  [
    "a tip above the cap",
    { gasCap: { maxFeeWei: 1n, priorityWei: 2n, priorityIsFixed: false } },
    ["8453 (base): gasCap is 1 wei, 2 of it the tip"],
  ],
  ["a probe of nothing", { priceProbeWei: 0n }, ["8453 (base): priceProbeWei is 0"]],
])("error: %s is told by the chain's name", (_, change, faults) => {
  expect(faultsWith(change)).toEqual(faults);
});

test("error: no Worker is made with a table that is wrong", () => {
  const wrong = { ...BASE, ...contract({ registry: `0x${"f".repeat(40)}` }) };
  expect(() => createWorker({ ...TABLES, chains: { ...TABLES.chains, 8453: wrong } })).toThrow(
    /8453 \(base\): registry is 0xf{40}, which is no contract/,
  );
});

test("error: an id without a chain, and a chain without an id", () => {
  const { 10: _, ...rest } = TABLES.chains;
  // Safe: what no table that compiles can hold.
  const odd = { ...rest, 77: { ...BASE, id: 77 as never, name: "odd" } };
  expect(checkChains(odd)).toEqual([
    "10: not in the table",
    "77 (odd): its id is not in the list of ids",
  ]);
});
