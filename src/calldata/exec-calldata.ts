import { type Address, concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";
import { selectorOf } from "../lib/selector-of.ts";

/** AllowanceHolder.exec(address,address,uint256,address,bytes) (docs/facts/vault-contracts.md 2). */
const EXEC = "0x2213bc0b";
/** Settler.execute((address,address,uint256),bytes[],bytes32), the only entry the vault's adapter accepts. */
const SETTLER_EXECUTE = "0x1fff991f";
const OUTER = parseAbiParameters("address operator, address token, uint256 amount, address target, bytes data");
const INNER = parseAbiParameters(
  "(address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid",
);

export type Slippage = { recipient: Address; buyToken: Address; minAmountOut: bigint };

/** And, inside its data, Settler.execute. */
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
    const outer = data.slice(0, 10).toLowerCase() === EXEC ? decodeAbi(OUTER, bodyOf(data)) : null;
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
    const inner = concatHex([SETTLER_EXECUTE, encodeAbiParameters(INNER, [slippage, actions, zid])]);
    return concatHex([EXEC, encodeAbiParameters(OUTER, [operator, token, amountBase, target, inner])]);
  },
};

const bodyOf = (data: Hex): Hex => `0x${data.slice(10)}`;
