import { readDeposit } from "../chain/read-deposit.ts";
import type { SimTransaction } from "../chain/read-transaction.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { AskedSync } from "../world/create-world.ts";
import type { Ledger, Prepared } from "../world/ledger.ts";

type Given = { chain: SimChain; ledger: Ledger; syncOf(prepared: Prepared): AskedSync | undefined };
export type SyncSent = {
  prepared: Prepared;
  tx: SimTransaction;
  amountBase: bigint;
  atMs: number;
  block: number;
};

/** What a NAV sync has sent, by the chain's own word, oldest first. */
export const sentBySync = ({ chain, ledger, syncOf }: Given, sync: AskedSync): SyncSent[] =>
  chain.canonical().flatMap(({ tx, status, block }) => {
    const prepared = ledger.byHash.get(tx.hash);
    if (prepared === undefined || status !== "success" || syncOf(prepared) !== sync) return [];
    const deposit = readDeposit(tx.data);
    if (deposit === undefined) return [];
    return [
      { prepared, tx, amountBase: deposit.inputAmountBase, atMs: chain.timeOf(block), block },
    ];
  });
