import type { Address } from "viem";
import { lowerHex } from "../lib/lower-hex.ts";
import { sameAddress } from "../lib/same-address.ts";
import type { Recipient } from "./router-step.ts";

/** Universal Router: 0x..01 means the caller (the vault), 0x..02 the router itself (v4-periphery ActionConstants.sol). */
const MSG_SENDER = "0x0000000000000000000000000000000000000001";
const ADDRESS_THIS = "0x0000000000000000000000000000000000000002";

/** When `vault` calls the router. */
export function mapRecipient(recipient: Address, vault: Address): Recipient {
  if (recipient === MSG_SENDER || sameAddress(recipient, vault)) return "vault";
  return recipient === ADDRESS_THIS ? "router" : lowerHex(recipient);
}
