import { encodeFunctionData, type Hex, parseAbi } from "viem";

/** Native coin of the vault that a car park takes in, until somebody asks for it. */
export type ParkingCall = { kind: "parkCoin"; amountBase: bigint };

const abi = parseAbi(["function parkCoin(uint256 amount)"]);

/** The planted protocol's only call, as the vault's adapter takes it. */
export const parkingCall = {
  selector: "0x5a9064f8" as Hex,
  encode: ({ amountBase }: ParkingCall): Hex =>
    encodeFunctionData({ abi, functionName: "parkCoin", args: [amountBase] }),
};
