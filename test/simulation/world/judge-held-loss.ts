import type { Address } from "viem";
import { market } from "../chain/market.ts";
import { navOf } from "../chain/nav-of.ts";
import { readSwap } from "../chain/read-swap.ts";
import type { SimTransaction } from "../chain/read-transaction.ts";
import { runVaultCall } from "../chain/run-vault-call.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { Sight } from "./create-world.ts";

type Given = {
  chain: SimChain;
  tx: SimTransaction;
  owner: Address;
  /** The chain as a node showed it to the build, and to the look right before sending. */
  built: Sight | undefined;
  looked: Sight | undefined;
  /** What the loss budget holds for the attempt, in parts per billion. */
  heldPpb: number;
};

const PPB = 1_000_000_000n;

/**
 * What the loss budget must hold for a transaction before it goes out, by the chain's own figures:
 * what it would cost at the last look, and the worst that its calldata allows at the oracle's price
 * of its build. The text of what is wrong, or nothing.
 */
export function judgeHeldLoss({
  chain,
  tx,
  owner,
  built,
  looked,
  heldPpb,
}: Given): string | undefined {
  const costs = looked === undefined ? 0n : costOf(chain, tx, owner, looked);
  const worst = built === undefined ? 0n : worstOf(chain, tx, built);
  if (BigInt(heldPpb) >= costs && BigInt(heldPpb) >= worst) return undefined;
  return (
    `the loss budget holds ${heldPpb} ppb for a call that would cost ${costs}, and may cost ` +
    `${worst}`
  );
}

function costOf(
  chain: SimChain,
  tx: SimTransaction,
  owner: Address,
  { state, block }: Sight,
): bigint {
  const run = runVaultCall({
    state,
    vault: tx.to,
    from: owner,
    data: tx.data,
    timestampSec: 0,
    costBps: chain.costBpsAt(block),
    weth: chain.weth,
  });
  if (!run.ok) return 0n;
  const [before, after] = [state, run.state].map(
    (one) => navOf(chain.chainId, one, tx.to).unit,
  ) as [bigint, bigint];
  return before > after ? ((before - after) * PPB) / before : 0n;
}

function worstOf(
  { chainId, weth }: SimChain,
  { data, to }: SimTransaction,
  { state }: Sight,
): bigint {
  const swap = readSwap(data);
  if (swap === undefined) return 0n;
  const [most, least] =
    swap.mode === "exactIn" ? [swap.amountBase, swap.limitBase] : [swap.limitBase, swap.amountBase];
  const value = (token: Address, amount: bigint): bigint =>
    token === weth ? market.convert(amount, true, state.oraclePrice) : amount;
  const loss = value(swap.tokenIn, most) - value(swap.tokenOut, least);
  return loss > 0n ? (loss * PPB) / navOf(chainId, state, to).total : 0n;
}
