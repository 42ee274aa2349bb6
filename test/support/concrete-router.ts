import type { Address } from "viem";
import * as calldata from "./router-calldata.ts";

/**
 * A second reading of the Universal Router, with concrete amounts: it runs a plan while `draw`
 * decides what the pools do, and either reverts or says what moved. Written from Dispatcher.sol,
 * Payments.sol and V4Router.sol, not from src.
 */
export type Op =
  | {
      op: "pool";
      protocol: "v2" | "v3";
      mode: "in" | "out";
      recipient: Address;
      amount: bigint;
      limit: bigint;
      tokenIn: Address;
      tokenOut: Address;
      payerIsUser: boolean;
    }
  | { op: "wrap" | "unwrap"; recipient: Address; amount: bigint }
  | { op: "sweep" | "transfer" | "portion"; token: Address; recipient: Address; amount: bigint }
  | { op: "v4"; actions: V4Op[] };

export type V4Op =
  | {
      op: "swap";
      mode: "in" | "out";
      tokenIn: Address;
      tokenOut: Address;
      amount: bigint;
      limit: bigint;
    }
  | { op: "settle"; token: Address; amount: bigint; payerIsUser: boolean }
  | { op: "settleAll" | "takeAll"; token: Address; amount: bigint }
  | { op: "take" | "takePortion"; token: Address; recipient: Address; amount: bigint };

export type Moved = {
  vault: Map<Address, bigint>;
  router: Map<Address, bigint>;
  strangers: Map<Address, bigint>;
};

const { CONTRACT_BALANCE, MSG_SENDER, NATIVE, ROUTER } = calldata;
const REVERT = Symbol("revert");

export function encodeOps(ops: readonly Op[]): calldata.Command[] {
  return ops.map(encodeOp);
}

function encodeOp(op: Op): calldata.Command {
  switch (op.op) {
    case "pool": {
      const { protocol, mode, tokenIn, tokenOut } = op;
      const between = protocol === "v3" ? [500] : [];
      const path =
        protocol === "v3" && mode === "out"
          ? [tokenOut, ...between, tokenIn]
          : [tokenIn, ...between, tokenOut];
      return protocol === "v3"
        ? calldata.v3(mode, { ...op, path })
        : calldata.v2(mode, { ...op, path });
    }
    case "wrap":
      return calldata.wrapEth(op.recipient, op.amount);
    case "unwrap":
      return calldata.unwrapWeth(op.recipient, op.amount);
    case "sweep":
      return calldata.sweep(op.token, op.recipient, op.amount);
    case "transfer":
      return calldata.transfer(op.token, op.recipient, op.amount);
    case "portion":
      return calldata.payPortion(op.token, op.recipient, op.amount);
    case "v4":
      return calldata.v4(...op.actions.map(encodeAction));
  }
}

function encodeAction(action: V4Op): calldata.Action {
  switch (action.op) {
    case "swap": {
      const { tokenIn, tokenOut, mode, amount, limit } = action;
      const [currency, token] = mode === "in" ? [tokenIn, tokenOut] : [tokenOut, tokenIn];
      return calldata.v4Multi(
        mode,
        currency,
        [{ token, fee: 500, tickSpacing: 10, hooks: NATIVE }],
        amount,
        limit,
      );
    }
    case "settle":
      return calldata.settle(action.token, action.amount, action.payerIsUser);
    case "settleAll":
      return calldata.settleAll(action.token, action.amount);
    case "takeAll":
      return calldata.takeAll(action.token, action.amount);
    case "take":
      return calldata.take(action.token, action.recipient, action.amount);
    case "takePortion":
      return calldata.takePortion(action.token, action.recipient, action.amount);
  }
}

/** What moved, or null when the plan reverts. `draw(n)` is an integer from 0 to n. */
export function runConcretely(
  ops: readonly Op[],
  vaultAddress: Address,
  weth: Address,
  draw: (max: number) => number,
): Moved | null {
  const moved: Moved = { vault: new Map(), router: new Map(), strangers: new Map() };
  const change = (book: Map<Address, bigint>, token: Address, by: bigint) =>
    book.set(token, (book.get(token) ?? 0n) + by);
  const held = (token: Address) => moved.router.get(token) ?? 0n;
  const revertIf = (condition: boolean) => {
    if (condition) throw REVERT;
  };
  const give = (recipient: Address, token: Address, amount: bigint) => {
    if (recipient === MSG_SENDER || recipient === vaultAddress) change(moved.vault, token, amount);
    else change(recipient === ROUTER ? moved.router : moved.strangers, token, amount);
  };
  const fromRouter = (token: Address, amount: bigint) => {
    revertIf(held(token) < amount);
    change(moved.router, token, -amount);
  };
  const pay = (payerIsUser: boolean, token: Address, amount: bigint) => {
    if (payerIsUser && token !== NATIVE) change(moved.vault, token, -amount);
    else fromRouter(token, amount);
  };
  const near = (limit: bigint) => BigInt(Math.max(0, Number(limit) + draw(4) - 1));

  const runV4 = (actions: readonly V4Op[]) => {
    const deltas = new Map<Address, bigint>();
    const debt = (token: Address) => -(deltas.get(token) ?? 0n);
    for (const action of actions) {
      switch (action.op) {
        case "swap": {
          if (action.mode === "in") {
            const amountIn = action.amount === 0n ? -debt(action.tokenIn) : action.amount;
            revertIf(amountIn < 0n);
            const out = near(action.limit);
            revertIf(out < action.limit);
            change(deltas, action.tokenIn, -amountIn);
            change(deltas, action.tokenOut, out);
          } else {
            const wanted = action.amount === 0n ? debt(action.tokenOut) : action.amount;
            revertIf(wanted < 0n);
            const amountIn = BigInt(draw(Number(action.limit) + 1));
            revertIf(amountIn > action.limit);
            change(deltas, action.tokenIn, -amountIn);
            change(deltas, action.tokenOut, draw(3) === 0 ? BigInt(draw(Number(wanted))) : wanted);
          }
          break;
        }
        case "settle": {
          const amount =
            action.amount === CONTRACT_BALANCE
              ? held(action.token)
              : action.amount === 0n
                ? debt(action.token)
                : action.amount;
          revertIf(amount < 0n);
          pay(action.payerIsUser, action.token, amount);
          change(deltas, action.token, amount);
          break;
        }
        case "settleAll": {
          const amount = debt(action.token);
          revertIf(amount < 0n || amount > action.amount);
          pay(true, action.token, amount);
          change(deltas, action.token, amount);
          break;
        }
        default: {
          const credit = -debt(action.token);
          const open =
            action.op === "takeAll" || action.op === "takePortion" || action.amount === 0n;
          revertIf(open && credit < 0n);
          revertIf(action.op === "takeAll" && credit < action.amount);
          const part =
            action.op === "takePortion"
              ? (credit * action.amount) / 10_000n
              : open
                ? credit
                : action.amount;
          give("recipient" in action ? action.recipient : MSG_SENDER, action.token, part);
          change(deltas, action.token, -part);
        }
      }
    }
    revertIf([...deltas.values()].some((delta) => delta !== 0n));
  };

  const run = (op: Op) => {
    switch (op.op) {
      case "pool": {
        if (op.mode === "in") {
          const amount = op.amount === CONTRACT_BALANCE ? held(op.tokenIn) : op.amount;
          // V2 pays a flag amount through Permit2 when the user pays, which cannot be; V3 resolves
          // it first.
          revertIf(op.amount === CONTRACT_BALANCE && op.payerIsUser && op.protocol === "v2");
          const out = near(op.limit);
          revertIf(out < op.limit);
          pay(op.payerIsUser, op.tokenIn, amount);
          give(op.recipient, op.tokenOut, out);
        } else {
          const amountIn = BigInt(draw(Number(op.limit) + 1));
          revertIf(amountIn > op.limit);
          pay(op.payerIsUser, op.tokenIn, amountIn);
          give(op.recipient, op.tokenOut, op.amount);
        }
        break;
      }
      case "wrap": {
        const amount = op.amount === CONTRACT_BALANCE ? held(NATIVE) : op.amount;
        fromRouter(NATIVE, amount);
        give(op.recipient, weth, amount);
        break;
      }
      case "unwrap": {
        const amount = held(weth);
        revertIf(amount < op.amount);
        fromRouter(weth, amount);
        give(op.recipient, NATIVE, amount);
        break;
      }
      case "sweep": {
        const amount = held(op.token);
        revertIf(amount < op.amount);
        fromRouter(op.token, amount);
        give(op.recipient, op.token, amount);
        break;
      }
      case "transfer": {
        revertIf(op.amount === CONTRACT_BALANCE && op.token === NATIVE);
        const amount = op.amount === CONTRACT_BALANCE ? held(op.token) : op.amount;
        fromRouter(op.token, amount);
        give(op.recipient, op.token, amount);
        break;
      }
      case "portion": {
        revertIf(op.amount > 10_000n);
        const amount = (held(op.token) * op.amount) / 10_000n;
        fromRouter(op.token, amount);
        give(op.recipient, op.token, amount);
        break;
      }
      case "v4":
        runV4(op.actions);
    }
  };

  const value = ops.reduce((sum, op) => sum + nativeOf(op), 0n);
  if (value >= CONTRACT_BALANCE) return null; // no vault holds that much
  change(moved.vault, NATIVE, -value);
  change(moved.router, NATIVE, value);
  try {
    ops.forEach(run);
  } catch (error) {
    if (error === REVERT) return null;
    throw error;
  }
  return moved;
}

/** What the vault's adapter attaches for an op (docs/facts/vault-contracts.md 6). */
function nativeOf(op: Op): bigint {
  if (op.op === "wrap") return op.amount;
  if (op.op !== "v4") return 0n;
  return op.actions.reduce((sum, action) => {
    if (action.op !== "swap" || action.tokenIn !== NATIVE) return sum;
    return sum + (action.mode === "in" ? action.amount : action.limit);
  }, 0n);
}
