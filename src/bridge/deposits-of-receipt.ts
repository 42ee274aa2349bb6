import {
  type Address,
  decodeEventLog,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  slice,
} from "viem";
import type { Log, Receipt } from "../chain/transaction-reads.ts";
import { lowerHex } from "../lib/normalize-address.ts";

/** Base units of either chain's token. */
export type Deposit = {
  opType: "transfer" | "sync";
  escrow: Address;
  inputToken: Address;
  outputToken: Address;
  inputAmountBase: bigint;
  outputAmountBase: bigint;
  destinationChainId: bigint;
  depositId: bigint;
  fillDeadlineSec: number;
  relayHash: Hex;
};

const abi = parseAbi([
  "event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)",
  "event CrossChainTransferInitiated(address indexed from, uint256 indexed destinationChainId, address indexed inputToken, uint256 inputAmount, uint8 opType, address escrow)",
]);
const relay = parseAbiParameters(
  "(bytes32 depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 originChainId, uint256 depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message), uint256 destinationChainId",
);

type From = { vault: Address; spokePool: Address; chainId: number };

/**
 * Deposits by the escrow that the vault itself named in the same transaction: no other account can
 * emit both events. Source: docs/facts/across.md 1 and 3.
 */
export function depositsOfReceipt(
  { logs }: Pick<Receipt, "logs">,
  { vault, spokePool, chainId }: From,
): Deposit[] {
  const named = logs
    .filter(({ address }) => address === vault)
    .flatMap((log) => decoded(log, "CrossChainTransferInitiated"));
  const deposits = logs
    .filter(({ address }) => address === spokePool)
    .flatMap((log) => decoded(log, "FundsDeposited"));
  return deposits.flatMap((deposit) => {
    const depositor = accountOf(deposit.depositor);
    const own = named.find(
      ({ escrow, destinationChainId, inputAmount }) =>
        lowerHex(escrow) === depositor &&
        destinationChainId === deposit.destinationChainId &&
        inputAmount === deposit.inputAmount,
    );
    if (own === undefined || own.opType > 1) return [];
    const { destinationChainId, quoteTimestamp: _quoted, ...data } = deposit;
    const fields = [{ ...data, originChainId: BigInt(chainId) }, destinationChainId] as const;
    return [
      {
        opType: own.opType === 0 ? "transfer" : "sync",
        escrow: depositor,
        inputToken: accountOf(deposit.inputToken),
        outputToken: accountOf(deposit.outputToken),
        inputAmountBase: deposit.inputAmount,
        outputAmountBase: deposit.outputAmount,
        destinationChainId,
        depositId: deposit.depositId,
        fillDeadlineSec: deposit.fillDeadline,
        relayHash: keccak256(encodeAbiParameters(relay, fields)),
      },
    ];
  });
}

type EventName = "FundsDeposited" | "CrossChainTransferInitiated";

function decoded<N extends EventName>({ topics, data }: Log, eventName: N) {
  try {
    const [first, ...rest] = topics;
    if (first === undefined) return [];
    return [decodeEventLog({ abi, eventName, topics: [first, ...rest], data, strict: true }).args];
  } catch {
    return [];
  }
}

const accountOf = (word: Hex): Address => lowerHex(slice(word, 12));
