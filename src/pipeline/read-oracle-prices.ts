import type { Address } from "viem";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { oracleReads } from "../chain/oracle-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import { chunksOf } from "../lib/in-parallel.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeOracleWindows } from "../vaults/judge-oracle-windows.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { youngOracle } from "../vaults/young-oracle.ts";

type PriceAsked = { vault: Address; given: Address; wanted: Address };
/** `givenBase` is worth `wantedBase`, above 0. */
export type PriceRead = { givenBase: bigint; wantedBase: bigint };

/**
 * Large against rounding (a thousandth of a cent per bitcoin keeps ten digits), small enough for
 * any tick: 2^100 x 2^128.
 */
const PROBE_BASE = 10n ** 30n;
/** One eth_call reads each oracle pool once more: some 200k gas each, and nodes allow 50M. */
const PER_CALL = 60;

/**
 * The vault's five-minute means of many pairs at one block, in the order asked. Refuses with
 * no_price_feed, oracle_window_too_short, oracle_window_filling (shorter means can be moved),
 * rpc_unavailable or chain_not_supported.
 */
export async function readOraclePrices(
  chain: ChainDeps,
  asked: readonly PriceAsked[],
): Promise<Verdict<PriceRead>[]> {
  const read = await Promise.all(chunksOf(PER_CALL, asked).map((some) => readSome(chain, some)));
  return read.flat();
}

async function readSome(
  chain: ChainDeps,
  asked: readonly PriceAsked[],
): Promise<Verdict<PriceRead>[]> {
  const { rpc } = chain;
  const addresses = requireContracts(chain, "oracle");
  if (!addresses.ok) return asked.map(() => addresses);
  const { oracle, multicall3 } = addresses.value;
  const tokens = oraclePools.with(
    addresses.value,
    asked.flatMap(({ given, wanted }) => [given, wanted]),
  );
  const states = aggregateCalls(
    multicall3,
    tokens.map((token) => oracleReads.state(oracle, token)),
  );
  const names = [...new Set(asked.map(nameOf))];
  const distinct = names
    .map((name) => asked.find((one) => nameOf(one) === name))
    .filter((one) => one !== undefined);
  const prices = distinct.map(({ vault, given, wanted }) =>
    vaultReads.convertTokenAmount(vault, given, PROBE_BASE, wanted),
  );
  const [outcome] = await rpc.send([aggregateCalls(multicall3, [states, ...prices])]);
  return asked.map((one) => {
    if (!outcome.ok) return unread;
    const [pools, ...converted] = outcome.value;
    if (!pools.ok) return unread;
    const byToken: OraclePools = new Map(
      tokens.flatMap((token, i) => (pools.value[i] ? [[token, pools.value[i]]] : [])),
    );
    return judged(chain, one, byToken, converted[names.indexOf(nameOf(one))]);
  });
}

const nameOf = ({ vault, given, wanted }: PriceAsked) => `${vault}:${given}:${wanted}`;

type Converted = Parameters<typeof youngOracle>[0] & ({ ok: true; value: bigint } | { ok: false });

function judged(
  chain: ChainDeps,
  { given, wanted }: PriceAsked,
  pools: OraclePools,
  converted: Converted | undefined,
): Verdict<PriceRead> {
  const tokens = [given, wanted];
  const missing = oraclePools.with(chain.addresses, tokens).find((token) => {
    const state = pools.get(token);
    return state?.ok && state.value.cardinality === 0;
  });
  if (missing !== undefined)
    return refuse(
      "no_price_feed",
      `The vault's oracle has no price of ${missing}, so there is none to watch.`,
      {
        token: missing,
      },
    );
  const windows = judgeOracleWindows(chain, pools, { tokens, isDelegated: true });
  if (!windows.ok) return windows;
  if (converted === undefined) return unread;
  const young = youngOracle(converted);
  if (young !== undefined) return young;
  if (!converted.ok || converted.value <= 0n) return unread;
  return allow({ givenBase: PROBE_BASE, wantedBase: converted.value });
}

const unread = refuse(
  "rpc_unavailable",
  "The vault's oracle could not be read from the chain. Please try again.",
);
