import type { WrapCall } from "../calldata/decode-wrap-call.ts";
import type { DelegationCall } from "../delegation/delegation-call.ts";
import type { CallHead, Protocol } from "../kinds/protocol.ts";

type VaultOwnCall = WrapCall | DelegationCall;

const unwrap: CallHead = {
  selectors: [
    "0x49616997", // unwrapWETH9(uint256)
    "0x49404b7c", // unwrapWETH9(uint256,address)
  ],
  sender: "agent",
};

/** Wrapping, unwrapping and delegation. */
export const vaultProtocol: Protocol<VaultOwnCall> = {
  id: "vault",
  chains: "all",
  calls: {
    wrap: { selectors: ["0x1c58db4f"], sender: "agent" }, // wrapETH(uint256)
    unwrap,
    // updateDelegation((address,bytes4,bool)[])
    delegation: { selectors: ["0xe5c2197e"], sender: "owner" },
    // revokeAllDelegations(address)
    revokeAllDelegations: { selectors: ["0xf1fc2f75"], sender: "owner" },
  },
  load: async () => (await import("./vault-code.ts")).vaultCode,
};
