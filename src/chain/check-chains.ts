import { CHAIN_IDS, EVERY_CHAIN_ID } from "../../schemas/chains.ts";
import type { Chain, ChainToken } from "../chains/chain.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { MAX_DECIMALS } from "./addresses.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const STANDS_FOR_NOTHING = /^0x(?:0{40}|f{40}|0*dead|e{40})$/i;
/** Names that the vaults' Across adapter bridges (src/calldata/bridge-call.ts). */
const BRIDGED = ["USDC", "USDT", "WETH", "WBTC"];

/** Faults that the compiler cannot see, each with the chain's id and name in front. */
export function checkChains(table: Readonly<Record<number, Chain>>): string[] {
  const missing = EVERY_CHAIN_ID.filter((id) => !Object.hasOwn(table, id)).map(
    (id) => `${id}: not in the table`,
  );
  const entries = Object.entries(table);
  const words = entries.flatMap(([, { name, aliases }]) => [name, ...aliases]);
  const faults = entries.flatMap(([key, chain]) => {
    const twice = [chain.name, ...chain.aliases].filter(
      (word) => words.indexOf(word) !== words.lastIndexOf(word),
    );
    return [
      ...idFaults(key, chain),
      ...twice.map((word) => `the word ${word} means two chains`),
      ...wordFaults(chain),
      ...contractFaults(chain),
      ...tokenFaults(chain),
      ...figureFaults(chain),
    ].map((fault) => `${key} (${chain.name}): ${fault}`);
  });
  return [...missing, ...faults];
}

function idFaults(key: string, { id, named }: Chain): string[] {
  const isListed = (EVERY_CHAIN_ID as readonly number[]).includes(id);
  const isForCallers = (CHAIN_IDS as readonly number[]).includes(id);
  return [
    ...unless(String(id) === key, `its id is ${id}`),
    ...unless(isListed, "its id is not in the list of ids"),
    ...unless(
      !isListed || isForCallers === (named === "by callers"),
      `named ${named}, which the lists of ids deny`,
    ),
  ];
}

function wordFaults({ name, aliases, nativeCoin, explorer }: Chain): string[] {
  const bad = [name, ...aliases].filter((word) => !/^[a-z][a-z0-9-]{0,31}$/.test(word));
  return [
    ...bad.map((word) => `"${word}" is no word in lower case`),
    ...unless(/^[A-Z][A-Z0-9]{1,11}$/.test(nativeCoin), `"${nativeCoin}" is no symbol of a coin`),
    ...unless(
      /^https:\/\/[a-z0-9.-]+$/.test(explorer),
      `"${explorer}" is no origin of an explorer`,
    ),
  ];
}

function contractFaults({ contracts }: Chain): string[] {
  const seen = new Map<string, string>();
  return Object.entries(contracts).flatMap(([name, address]) => {
    if (address === null) return [];
    if (!isContract(address)) return [`${name} is ${address}, which is no contract`];
    const other = seen.get(address.toLowerCase());
    seen.set(address.toLowerCase(), name);
    return other === undefined ? [] : [`${name} and ${other} are both ${address}`];
  });
}

function tokenFaults({ tokens, contracts }: Chain): string[] {
  const symbols = tokens.map(({ symbol }) => symbol.toUpperCase());
  const isWrapped = ({ address }: ChainToken) => sameAddress(address, contracts.wrappedNative);
  return [
    ...unless(tokens.some(isWrapped), "its wrapped coin is not among its tokens"),
    ...unless(symbols.includes("USDC"), "it has no USDC"),
    ...tokens.flatMap(({ symbol, address, decimals, bridged }) => [
      ...unless(
        symbols.indexOf(symbol.toUpperCase()) === symbols.lastIndexOf(symbol.toUpperCase()),
        `it has several tokens ${symbol}`,
      ),
      ...unless(isContract(address), `${symbol} is ${address}, which is no token`),
      ...unless(
        decimals === null || isWhole(decimals, 0, MAX_DECIMALS),
        `${symbol} has ${decimals} decimals`,
      ),
      ...unless(
        !bridged || (decimals !== null && BRIDGED.includes(symbol)),
        `${symbol} cannot be bridged as it stands`,
      ),
    ]),
  ];
}

function figureFaults({ blockMs, slotSec, confirmations, gasCap, priceProbeWei }: Chain): string[] {
  const { maxFeeWei, priorityWei } = gasCap;
  return [
    ...unless(blockMs === null || isWhole(blockMs, 1, 60_000), `blockMs is ${blockMs}`),
    ...unless(isWhole(slotSec, 1, 300), `slotSec is ${slotSec}`),
    ...unless(confirmations >= 1n, `confirmations are ${confirmations}`),
    ...unless(
      priorityWei > 0n && priorityWei <= maxFeeWei,
      `gasCap is ${maxFeeWei} wei, ${priorityWei} of it the tip`,
    ),
    ...unless(priceProbeWei > 0n, `priceProbeWei is ${priceProbeWei}`),
  ];
}

const unless = (holds: boolean, fault: string): string[] => (holds ? [] : [fault]);

const isContract = (address: string): boolean =>
  ADDRESS.test(address) && !STANDS_FOR_NOTHING.test(address);

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
