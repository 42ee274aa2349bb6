import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
} from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { bodyOf } from "./decode-abi-strictly.ts";
import { canonicalToken, NATIVE_TOKEN } from "./native-token.ts";

/**
 * AllowanceHolder.exec(address,address,uint256,address,bytes) (docs/facts/vault-contracts.md 2).
 */
const EXEC = "0x2213bc0b";
/**
 * Settler.execute((address,address,uint256),bytes[],bytes32), the only entry the vault's adapter
 * accepts.
 */
const SETTLER_EXECUTE = "0x1fff991f";
const OUTER = parseAbiParameters(
  "address operator, address token, uint256 amount, address target, bytes data",
);
const INNER = parseAbiParameters(
  "(address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid",
);

type Slippage = { recipient: Address; buyToken: Address; minAmountOut: bigint };

/** Arguments of exec and of Settler.execute inside. */
export type ExecArguments = {
  operator: Address;
  token: Address;
  amountBase: bigint;
  target: Address;
  slippage: Slippage;
  actions: readonly Hex[];
  zid: Hex;
};

/** `decode` tolerates trailing bytes at both levels, `encode` writes none. */
export const execCalldata = {
  decode(data: Hex): ExecArguments | { innerSelector: Hex } | null {
    const outer = selectorOf(data) === EXEC ? decodeAbi(OUTER, bodyOf(data)) : null;
    if (outer === null) return null;
    const [operator, token, amountBase, target, inner] = outer;
    const innerSelector = selectorOf(inner);
    if (innerSelector !== SETTLER_EXECUTE) return { innerSelector };
    const read = decodeAbi(INNER, bodyOf(inner));
    if (read === null) return null;
    const [slippage, actions, zid] = read;
    return { operator, token, amountBase, target, slippage, actions, zid };
  },
  encode({ operator, token, amountBase, target, slippage, actions, zid }: ExecArguments): Hex {
    const inner = concatHex([
      SETTLER_EXECUTE,
      encodeAbiParameters(INNER, [slippage, actions, zid]),
    ]);
    return concatHex([
      EXEC,
      encodeAbiParameters(OUTER, [operator, token, amountBase, target, inner]),
    ]);
  },
};

/** Word of the deadline behind the selector. */
const DEADLINE_WORD = { permit: 4, nativeCheck: 0 } as const;

/**
 * Lowers the first action's deadline to `deadlineMaxSec` (Unix seconds). Nothing signs that permit
 * (decision D17). A native sale may carry none (docs/facts/zeroex-settler.md). Refuses others
 * without one: venue_calldata_rejected.
 */
export function capPermitDeadline(data: Hex, deadlineMaxSec: number): Verdict<Hex> {
  const call = execCalldata.decode(data);
  if (call === null || "innerSelector" in call)
    return missing("a readable call of exec around Settler.execute");
  const [first = "0x", ...others] = call.actions;
  const action = SETTLER_ACTIONS[selectorOf(first)];
  const carries = action?.carries ?? "nothing";
  if (carries === "nothing") {
    const isNativeSale = action?.allowed === true && canonicalToken(call.token) === NATIVE_TOKEN;
    return isNativeSale
      ? allow(execCalldata.encode(call))
      : missing("a first action with a deadline");
  }
  const index = DEADLINE_WORD[carries];
  const deadlineSec = hexWord(first, index);
  if (deadlineSec === null) return missing("a first action of full length");
  const lowered =
    deadlineSec > BigInt(deadlineMaxSec) ? withWord(first, index, BigInt(deadlineMaxSec)) : first;
  return allow(execCalldata.encode({ ...call, actions: [lowered, ...others] }));
}

function withWord(call: Hex, index: number, value: bigint): Hex {
  const at = 10 + index * 64;
  return concatHex([
    `0x${call.slice(2, at)}`,
    numberToHex(value, { size: 32 }),
    `0x${call.slice(at + 64)}`,
  ]);
}

function missing(what: string): Verdict<Hex> {
  return refuse(
    "venue_calldata_rejected",
    `The calldata of 0x has no deadline that could be set: it lacks ${what}. Ask for a new ` +
      "quote, or use the other venue.",
    { venue: "0x", what },
  );
}

/** Null beyond the end of the data. */
export function hexWord(call: Hex, index: number): bigint | null {
  const word = call.slice(10 + index * 64, 74 + index * 64);
  return word.length === 64 ? BigInt(`0x${word}`) : null;
}

/**
 * `permit`: recipient, then ((token, amount), nonce, deadline) in words 1..4. `nativeCheck`: the
 * deadline is word 0.
 */
type SettlerAction = {
  name: string;
  allowed: boolean;
  carries: "permit" | "nativeCheck" | "nothing";
};

const swap = (name: string): SettlerAction => ({ name, allowed: true, carries: "nothing" });
const vip = (name: string): SettlerAction => ({ name, allowed: true, carries: "permit" });
const refused = (name: string): SettlerAction => ({ name, allowed: false, carries: "nothing" });

/**
 * 0x Settler actions by selector (ISettlerActions.sol at dc7f22e and 0127cd7; a test recomputes
 * each). Other published values match no signature. Refused like unlisted ones: RFQ, METATXN,
 * CHECK_SLIPPAGE (by the vault too), RENEGADE (any target), SELECT (nested actions).
 */
export const SETTLER_ACTIONS: Readonly<Record<Hex, SettlerAction>> = {
  "0xc1fb425e": vip("TRANSFER_FROM"),
  "0xbd01c226": { name: "NATIVE_CHECK", allowed: true, carries: "nativeCheck" },
  "0x34ee90ca": swap("POSITIVE_SLIPPAGE"),
  "0x131ad428": refused("CHECK_SLIPPAGE"),
  "0x38c9c147": swap("BASIC"),
  "0x103b48be": swap("UNISWAPV2"),
  "0x8d68a156": swap("UNISWAPV3"),
  "0x3036d6a6": vip("UNISWAPV3_VIP"),
  "0xaf72634f": swap("UNISWAPV4"),
  "0x931997d3": vip("UNISWAPV4_VIP"),
  "0xfd8c38e1": swap("BALANCERV3"),
  "0x4150c86c": vip("BALANCERV3_VIP"),
  "0xdf753f1e": swap("PANCAKE_INFINITY"),
  "0xd272fc20": vip("PANCAKE_INFINITY_VIP"),
  "0x0bcce50f": vip("CURVE_TRICRYPTO_VIP"),
  "0xb8df6d4d": swap("DODOV1"),
  "0xca9e5d0f": swap("DODOV2"),
  "0xf5b99189": swap("VELODROME"),
  "0x9b59756f": swap("MAVERICKV2"),
  "0xda8a2f21": vip("MAVERICKV2_VIP"),
  "0x736180c8": swap("MAKERPSM"),
  "0x6c5f9cf9": swap("EKUBO"),
  "0xdb678221": vip("EKUBO_VIP"),
  "0xf61460f9": swap("EKUBOV3"),
  "0x10cd6343": vip("EKUBOV3_VIP"),
  "0x6472b276": swap("EULERSWAP"),
  "0xa37f34d8": swap("LFJTM"),
  "0x670335be": swap("BEBOP"),
  "0xd47868c9": swap("HANJI"),
  "0xd92aadfb": refused("RFQ"),
  "0x604ba49a": refused("RFQ_VIP"),
  "0x9714f25e": refused("METATXN_RFQ_VIP"),
  "0x0dfeb419": refused("METATXN_TRANSFER_FROM"),
  "0x45d8bb1f": refused("METATXN_UNISWAPV3_VIP"),
  "0xd9d94e41": refused("METATXN_UNISWAPV4_VIP"),
  "0x449b52ab": refused("METATXN_BALANCERV3_VIP"),
  "0xef4df77a": refused("METATXN_PANCAKE_INFINITY_VIP"),
  "0xa04626b4": refused("METATXN_CURVE_TRICRYPTO_VIP"),
  "0x6f63f67f": refused("METATXN_MAVERICKV2_VIP"),
  "0x8e393375": refused("METATXN_EKUBO_VIP"),
  "0xf67d89e5": refused("METATXN_EKUBOV3_VIP"),
  "0xcb428eae": refused("RENEGADE"),
  "0xd12b5347": refused("RENEGADE"),
  "0x42032aef": refused("SELECT"),
};
