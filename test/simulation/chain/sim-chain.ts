import type { Hash, Hex } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import { smaller } from "../../../src/lib/integers.ts";
import { wholeAddresses } from "../../support/whole-addresses.ts";
import { chainShape } from "./chain-shape.ts";
import type { ChainState, SimLog } from "./chain-state.ts";
import { coinOf } from "./coin-of.ts";
import { readTransaction, type SimTransaction } from "./read-transaction.ts";
import { runVaultCall } from "./run-vault-call.ts";
import { simTokens } from "./sim-tokens.ts";

export type Mined = {
  tx: SimTransaction;
  status: "success" | "reverted";
  block: number;
  blockHash: Hash;
  logs: readonly SimLog[];
  soldBase: bigint;
  boughtBase: bigint;
};
type Block = { number: number; mined: readonly Mined[]; state: ChainState };
/** What becomes of the transactions of the blocks that a reorg takes away. */
export type ReorgFate = "waits" | "dropped" | "mined again" | "mined and reverted";

export type SimChain = ReturnType<typeof createSimChain>;

/** Polygon has seen reorgs of more than a hundred blocks. */
const DEEPEST_REORG = 150;
/** Of every transaction, within the limit of each. */
const GAS_USED = 20_000n;
const RAISE = (wei: bigint): bigint => (wei * 110n + 99n) / 100n;

/**
 * A chain with one honest history that a reorg may change: per-agent nonces, a mempool with the
 * nodes' replacement rule, a base fee, blocks by the clock. Only blocks with something in them are
 * kept; the others are a number.
 */
export function createSimChain(chainId: ChainId, genesisMs: number, genesis: ChainState) {
  const shape = chainShape(chainId);
  const { weth } = simTokens(chainId);
  const spokePool = wholeAddresses(chainId).acrossSpokePool;
  let head = shape.firstBlock;
  let blocks: Block[] = [{ number: head, mined: [], state: genesis }];
  let mempool: SimTransaction[] = [];
  /** From which block on which fork's hashes are in force. */
  const forks: { from: number; salt: number }[] = [{ from: 0, salt: 0 }];
  let stalledUntilMs = 0;
  let spike = { untilMs: 0, baseFeeWei: 0n };
  let revertNext = 0;
  /** Calls that were a success in some block, also one that a reorg took away. */
  const succeeded = new Set<string>();

  const timeOf = (number: number): number =>
    genesisMs + (number - shape.firstBlock) * shape.blockMs;
  const heightAt = (nowMs: number): number =>
    shape.firstBlock + Math.max(0, Math.floor((nowMs - genesisMs) / shape.blockMs));
  const top = (): Block => blocks.at(-1)!;
  const stateAt = (number: number): ChainState =>
    blocks.findLast((block) => block.number <= number)?.state ?? genesis;
  const baseFeeAt = (number: number): bigint =>
    timeOf(number) < spike.untilMs ? spike.baseFeeWei : shape.baseFeeWei;
  const costBpsAt = (number: number): bigint => BigInt(number % 20);
  const hashOf = (number: number): Hash => {
    const salt = forks.findLast(({ from }) => from <= number)?.salt ?? 0;
    return `0x${chainId.toString(16).padStart(8, "0")}${salt.toString(16).padStart(24, "0")}${number.toString(16).padStart(32, "0")}`;
  };

  const executable = (state: ChainState, baseFeeWei: bigint): SimTransaction | undefined =>
    mempool.find(
      (tx) =>
        tx.nonce === (state.nonces[tx.from] ?? 0) &&
        tx.maxFeePerGas >= baseFeeWei &&
        coinOf(state, tx.from) >= tx.gas * tx.maxFeePerGas,
    );

  const execute = (
    tx: SimTransaction,
    number: number,
    before: ChainState,
    fails: boolean,
  ): [Mined, ChainState] => {
    const paidWei =
      GAS_USED * smaller(tx.maxFeePerGas, baseFeeAt(number) + tx.maxPriorityFeePerGas);
    const state = {
      ...before,
      nonces: { ...before.nonces, [tx.from]: tx.nonce + 1 },
      ...(before.coins[tx.from] !== undefined && {
        coins: { ...before.coins, [tx.from]: coinOf(before, tx.from) - paidWei },
      }),
    };
    const base = { tx, block: number, blockHash: hashOf(number) };
    const empty = { logs: [], soldBase: 0n, boughtBase: 0n };
    if (tx.to === tx.from) return [{ ...base, ...empty, status: "success" }, state];
    const run = fails
      ? ({ ok: false } as const)
      : runVaultCall({
          state,
          vault: tx.to,
          from: tx.from,
          data: tx.data,
          timestampSec: Math.floor(timeOf(number) / 1_000),
          costBps: costBpsAt(number),
          weth,
          spokePool,
        });
    if (!run.ok) return [{ ...base, ...empty, status: "reverted" }, state];
    const { logs, soldBase, boughtBase } = run;
    return [{ ...base, logs, soldBase, boughtBase, status: "success" }, run.state];
  };

  const mineBlock = (number: number): void => {
    let { state } = top();
    const mined: Mined[] = [];
    for (
      let tx = executable(state, baseFeeAt(number));
      tx;
      tx = executable(state, baseFeeAt(number))
    ) {
      const current = tx;
      mempool = mempool.filter((other) => other !== current);
      const fails = revertNext > 0 && tx.to !== tx.from;
      if (fails) revertNext -= 1;
      const [result, next] = execute(tx, number, state, fails);
      mined.push(result);
      if (result.status === "success" && tx.to !== tx.from) succeeded.add(tx.hash);
      state = next;
    }
    mempool = mempool.filter((tx) => tx.nonce >= (state.nonces[tx.from] ?? 0));
    blocks.push({ number, mined, state });
  };

  /** Blocks above `number` never happened. */
  const cutAbove = (number: number): Mined[] => {
    const gone = blocks.filter((block) => block.number > number).flatMap((block) => block.mined);
    blocks = blocks.filter((block) => block.number <= number);
    forks.push({ from: number + 1, salt: forks.length });
    return gone;
  };

  return {
    chainId,
    shape,
    weth,
    hashOf,
    timeOf,
    stateAt,
    baseFeeAt,
    costBpsAt,
    head: () => head,
    /** Everything mined in the history that stands now. */
    canonical: (): Mined[] => blocks.flatMap((block) => block.mined),
    everSucceeded: (): ReadonlySet<string> => succeeded,
    minedByHash: (hash: string): Mined | undefined => {
      for (const block of blocks)
        for (const mined of block.mined) if (mined.tx.hash === hash) return mined;
      return undefined;
    },
    inMempool: (hash: string): SimTransaction | undefined => mempool.find((tx) => tx.hash === hash),
    waiting: (): readonly SimTransaction[] => mempool,
    /** Mines up to the clock. */
    advance: (nowMs: number): void => {
      const target = heightAt(nowMs);
      while (head < target) {
        const next = head + 1;
        const stalled = timeOf(next) < stalledUntilMs;
        const spiking = timeOf(next) < spike.untilMs;
        if (!stalled && executable(top().state, baseFeeAt(next)) !== undefined) {
          head = next;
          mineBlock(next);
          continue;
        }
        const changes = [
          stalled ? heightAt(stalledUntilMs) : target,
          spiking ? heightAt(spike.untilMs) : target,
        ];
        head = Math.max(next, Math.min(target, ...changes));
      }
    },
    /** eth_sendRawTransaction: the hash, or why the node does not take it. */
    offer: (raw: Hex): { hash: Hash } | { error: string } => {
      const tx = readTransaction(raw);
      const mined = top().state.nonces[tx.from] ?? 0;
      if (tx.chainId !== chainId) return { error: "invalid chain id" };
      if (tx.nonce < mined) return { error: "nonce too low" };
      if (mempool.some(({ hash }) => hash === tx.hash)) return { error: "already known" };
      const rival = mempool.find(({ from, nonce }) => from === tx.from && nonce === tx.nonce);
      const outbids =
        rival === undefined ||
        (tx.maxFeePerGas >= RAISE(rival.maxFeePerGas) &&
          tx.maxPriorityFeePerGas >= RAISE(rival.maxPriorityFeePerGas));
      if (coinOf(top().state, tx.from) < tx.gas * tx.maxFeePerGas)
        return { error: "insufficient funds for gas * price + value" };
      if (!outbids) return { error: "replacement transaction underpriced" };
      mempool = [...mempool.filter((other) => other !== rival), tx];
      return { hash: tx.hash };
    },
    /** The mempool forgets: everything, or only the transaction at the lowest nonce. */
    forget: (what: "all" | "lowest"): number => {
      const lowest = mempool.toSorted((a, b) => a.nonce - b.nonce)[0];
      const kept = what === "all" ? [] : mempool.filter((tx) => tx !== lowest);
      const gone = mempool.length - kept.length;
      mempool = kept;
      return gone;
    },
    forgetOne: (hash: string): void => {
      mempool = mempool.filter((tx) => tx.hash !== hash);
    },
    /** Nothing of ours is mined until then. */
    stall: (untilMs: number): void => {
      stalledUntilMs = untilMs;
    },
    spike: (untilMs: number, baseFeeWei: bigint): void => {
      spike = { untilMs, baseFeeWei };
    },
    /** The next so many vault calls revert when they are mined, whatever their simulation said. */
    revertNext: (count: number): void => {
      revertNext = count;
    },
    /**
     * The blocks from the `count`th last one on that holds something of ours are replaced by one
     * more than they were. Answers what was mined in them; nothing when that lies deeper than any
     * reorg.
     */
    reorg: (count: number, fate: ReorgFate): Mined[] => {
      const full = blocks.filter(({ mined }) => mined.length > 0);
      const first = full.at(-Math.min(count, full.length));
      if (first === undefined || head - first.number > DEEPEST_REORG) return [];
      const keep = first.number - 1;
      const gone = cutAbove(keep);
      mempool = mempool.filter((tx) => tx.nonce >= (top().state.nonces[tx.from] ?? 0));
      if (fate !== "dropped") {
        for (const { tx } of gone) {
          mempool = [
            ...mempool.filter((other) => other.from !== tx.from || other.nonce !== tx.nonce),
            tx,
          ];
        }
      }
      if (fate === "mined again" || fate === "mined and reverted") {
        const planned = revertNext;
        revertNext = fate === "mined and reverted" ? gone.length : 0;
        if (head > keep) mineBlock(keep + 1);
        revertNext = planned;
      }
      head += 1;
      return gone;
    },
    /** The owner's own transactions, mined at once. */
    change: (changed: (state: ChainState) => ChainState): void => {
      head += 1;
      const block = top();
      blocks.push({ number: head, mined: [], state: changed(block.state) });
    },
    /**
     * Mines again, at a base fee that the service may pay; one that is high but below the cap
     * stays.
     */
    calm: (): void => {
      stalledUntilMs = 0;
      if (spike.baseFeeWei > shape.capWei) spike = { untilMs: 0, baseFeeWei: 0n };
      revertNext = 0;
    },
  };
}
