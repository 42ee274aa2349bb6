import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import { type OracleState, oracleReads } from "../chain/oracle-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { ChainDeps } from "../deps.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import type { ShieldFigures, ShortWindow } from "../kinds/execution-outcome.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { oracleWindow } from "../shields/oracle-window.ts";
import { oraclePools } from "./oracle-pools.ts";

export type OracleWindows = {
  /** Seconds, at most 300; null: only the native coin is priced, which needs no pool. */
  windowSec: number | null;
  short: ShortWindow[];
};

/**
 * A short window lets one block's mover decide the shields' prices: the agent is refused
 * (`oracle_window_too_short`, or `oracle_window_filling` while it widens), a signing owner warned.
 * Refuses with rpc_unavailable for an unread window, chain_not_supported without an oracle.
 */
export function judgeOracleWindows(
  chain: ChainDeps,
  pools: OraclePools,
  { tokens, isDelegated }: { tokens: readonly Address[]; isDelegated: boolean },
): Verdict<OracleWindows> {
  const seen: number[] = [];
  const short: ShortWindow[] = [];
  const addresses = requireContracts(chain, "oracle");
  for (const token of oraclePools.with(chain.addresses, tokens)) {
    if (!addresses.ok) return addresses;
    const state = pools.get(token);
    if (!state?.ok) return unreadable;
    const windowSec = oracleWindow.sec(chain.chainId, state.value.cardinality);
    seen.push(windowSec);
    if (windowSec < oracleWindow.neededSec)
      short.push(
        windowOf({ chainId: chain.chainId, addresses: addresses.value }, token, state.value),
      );
  }
  const windows = { windowSec: seen.length === 0 ? null : Math.min(...seen), short };
  const [worst] = short.toSorted((a, b) => a.windowSec - b.windowSec);
  return isDelegated && worst !== undefined ? refusalOf(worst, short) : allow(windows);
}

function refusalOf(worst: ShortWindow, short: readonly ShortWindow[]): Refusal {
  const { symbol, windowSec, neededSec, slotsNeeded, callTo } = worst;
  const details = { ...worst, tokens: short.map((one) => one.token) };
  const what =
    `The oracle's price of ${symbol} is a mean over ${windowSec} s, not ${neededSec}, so it ` +
    "can be moved for a moment. Nothing was sent.";
  // Waiting helps only when all are being widened.
  if (short.every(({ tradesToWiden }) => tradesToWiden > 0))
    return refuse(
      "oracle_window_filling",
      `${what} Its window is being widened: it takes effect after ` +
        `${trades(worst.tradesToWiden)} in the oracle's pool. Try again in ${neededSec} s.`,
      { ...details, retryAfterSec: neededSec },
    );
  return refuse(
    "oracle_window_too_short",
    `${what} Any wallet can widen it for good: increaseCardinalityNext to ${slotsNeeded} ` +
      `slots on the oracle ${callTo}. The vault's owner can still sign the trade.`,
    details,
  );
}

const trades = (count: number) => (count === 1 ? "one more trade" : `${count} more trades`);

const unreadable = refuse(
  "rpc_unavailable",
  "The oracle's window could not be read from the chain. Nothing was built; please try again.",
);

/** Averaging time of a token's oracle price, and the call that widens it. */
export function windowOf(
  { chainId, addresses }: { chainId: ChainId; addresses: AddressesWith<"oracle"> },
  token: Address,
  { index, cardinality, cardinalityNext }: OracleState,
): ShortWindow {
  const slotsNeeded = oracleWindow.slotsNeeded(chainId);
  return {
    token,
    symbol: addresses.tokens.find(({ address }) => address === token)?.symbol ?? token,
    windowSec: oracleWindow.sec(chainId, cardinality),
    neededSec: oracleWindow.neededSec,
    slots: cardinality,
    slotsNeeded,
    // The write after the one that fills the last slot takes the wider ring (Oracle.write of the
    // hook).
    tradesToWiden:
      cardinality < slotsNeeded && cardinalityNext >= slotsNeeded
        ? Math.max(1, cardinality - index)
        : 0,
    callTo: addresses.oracle,
    callData: oracleReads.widen(addresses.oracle, token, slotsNeeded),
  };
}

/** Warns an owner who signs of short windows that decided. */
export function oracleWarning(short: readonly ShortWindow[]): Pick<ShieldFigures, "oracleWarning"> {
  const [first] = short;
  if (first === undefined) return {};
  const prices = short.map(({ symbol, windowSec }) => `${symbol} over ${windowSec} s`).join(", ");
  return {
    oracleWarning: {
      message:
        `Warning: the oracle's price is a mean over less than ${first.neededSec} s ` +
        `(${prices}), so it can have been moved just now, and the shields' figures with it. ` +
        "Compare the amounts with another source before you sign. Any wallet can widen it " +
        `for good: increaseCardinalityNext to ${first.slotsNeeded} slots on the oracle ` +
        `${first.callTo}.`,
      windows: [...short],
    },
  };
}
