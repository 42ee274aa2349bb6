import { type Address, type Hex, keccak256, toHex } from "viem";
import type { ChainState, SimLog } from "./chain-state.ts";
import { market } from "./market.ts";
import { type DepositCall, readDeposit } from "./read-deposit.ts";
import { readSwap } from "./read-swap.ts";
import { words } from "./words.ts";

export type VaultRun =
  | { ok: true; state: ChainState; logs: readonly SimLog[]; soldBase: bigint; boughtBase: bigint }
  | { ok: false; reason: string };

type Facts = {
  state: ChainState;
  vault: Address;
  from: Address;
  data: Hex;
  timestampSec: number;
  /** What the pool takes now, in basis points. */
  costBps: bigint;
  weth: Address;
  /** Of this chain: announces what is deposited, where anybody reads that. */
  spokePool?: Address;
};

const TRANSFER = keccak256(toHex("Transfer(address,address,uint256)"));
const POOL: Address = `0x${"9".repeat(40)}`;
const MSG_SENDER = `0x${"1".padStart(40, "0")}`;

/**
 * A call of the vault by its agent or its owner, as the vault and the router would run it: all or
 * nothing.
 */
export function runVaultCall({
  state,
  vault,
  from,
  data,
  timestampSec,
  costBps,
  weth,
  spokePool,
}: Facts): VaultRun {
  const granted = state.selectors[`${vault}:${from}`] ?? [];
  if (state.owners[vault] !== from && !granted.includes(data.slice(0, 10) as Hex))
    return no("not delegated");
  const deposit = readDeposit(data);
  if (deposit !== undefined)
    return runDeposit(state, vault, {
      ...deposit,
      from,
      timestampSec,
      ...(spokePool && { spokePool }),
    });
  const swap = readSwap(data);
  if (swap === undefined) return no("not a swap");
  if (timestampSec > swap.deadlineSec) return no("deadline");
  const exactIn = swap.mode === "exactIn";
  const terms = { price: state.poolPrice, costBps };
  const soldBase = exactIn
    ? swap.amountBase
    : market.in(swap.amountBase, swap.tokenOut === weth, terms);
  const boughtBase = exactIn
    ? market.out(swap.amountBase, swap.tokenIn === weth, terms)
    : swap.amountBase;
  if (exactIn ? boughtBase < swap.limitBase : soldBase > swap.limitBase) return no("slippage");
  const [keyIn, keyOut] = [`${vault}:${swap.tokenIn}`, `${vault}:${swap.tokenOut}`];
  const [held, other] = [state.balances[keyIn] ?? 0n, state.balances[keyOut] ?? 0n];
  if (held < soldBase) return no("balance");
  const toVault = swap.recipient === MSG_SENDER || swap.recipient === vault;
  return {
    ok: true,
    soldBase,
    boughtBase,
    logs: [
      transfer(swap.tokenIn, vault, POOL, soldBase),
      transfer(swap.tokenOut, POOL, toVault ? vault : swap.recipient, boughtBase),
    ],
    state: {
      ...state,
      balances: {
        ...state.balances,
        [keyIn]: held - soldBase,
        [keyOut]: toVault ? other + boughtBase : other,
      },
    },
  };
}

/**
 * What it sends is gone: no history waits for what happens on the other chain, which says of every
 * deposit that it has arrived.
 */
function runDeposit(
  state: ChainState,
  vault: Address,
  deposit: DepositCall & Pick<Facts, "from" | "spokePool" | "timestampSec">,
): VaultRun {
  const { inputToken, inputAmountBase } = deposit;
  const key = `${vault}:${inputToken}`;
  const held = state.balances[key] ?? 0n;
  if (held < inputAmountBase) return no("balance");
  return {
    ok: true,
    soldBase: inputAmountBase,
    boughtBase: 0n,
    logs: [transfer(inputToken, vault, POOL, inputAmountBase), ...announced(vault, deposit)],
    state: { ...state, balances: { ...state.balances, [key]: held - inputAmountBase } },
  };
}

const ESCROW: Address = `0x${"e5".repeat(20)}`;
const INITIATED = keccak256(
  toHex("CrossChainTransferInitiated(address,uint256,address,uint256,uint8,address)"),
);
/** Of the real pool (docs/facts/across.md 3). */
const FUNDS_DEPOSITED = "0x32ed1a409ef04c7b0227189c3a103dc5ac10e775a15b785dcc510201f7c25ad3";
const FILL_SEC = 600;

/** What the vault and the pool say of a deposit. */
function announced(
  vault: Address,
  deposit: DepositCall & Pick<Facts, "from" | "spokePool" | "timestampSec">,
): SimLog[] {
  if (deposit.spokePool === undefined) return [];
  const {
    from,
    spokePool,
    timestampSec,
    inputToken,
    outputToken,
    inputAmountBase,
    outputAmountBase,
  } = deposit;
  const destination: Hex = `0x${words.uint(deposit.destinationChainId)}`;
  const amounts = [words.uint(inputAmountBase), words.uint(outputAmountBase)];
  const times = [timestampSec, timestampSec + FILL_SEC, 0].map((time) => words.uint(time));
  // Of no relayer, and with no message: the last two words are where it stands and how long it is.
  const rest = [words.address(POOL), words.uint(0), words.uint(320), words.uint(0)];
  return [
    {
      address: vault,
      topics: [
        INITIATED,
        `0x${words.address(from)}`,
        destination,
        `0x${words.address(inputToken)}`,
      ],
      data: `0x${words.uint(inputAmountBase)}${words.uint(deposit.opType)}${words.address(ESCROW)}`,
    },
    {
      address: spokePool,
      topics: [
        FUNDS_DEPOSITED,
        destination,
        `0x${words.uint(timestampSec)}`,
        `0x${words.address(ESCROW)}`,
      ],
      data: `0x${[words.address(inputToken), words.address(outputToken), ...amounts, ...times, ...rest].join("")}`,
    },
  ];
}

const no = (reason: string): VaultRun => ({ ok: false, reason });

const transfer = (address: Address, from: Address, to: Address, amount: bigint): SimLog => ({
  address,
  topics: [TRANSFER, `0x${words.address(from)}`, `0x${words.address(to)}`],
  data: `0x${words.uint(amount)}`,
});
