import { type Address, type Hex, parseAbiParameters } from "viem";
import type { DelegationCall } from "../delegation/delegation-call.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";

const CHANGES = parseAbiParameters("(address delegated, bytes4 selector, bool isDelegated)[]");

const AGENT = parseAbiParameters("address");

/** Reads changes of a delegation; anything else is `unknown`. */
export function decodeDelegationCall(data: Hex): DelegationCall | UnknownCall {
  const body = bodyOf(data);
  switch (selectorOf(data)) {
    case "0xe5c2197e": // updateDelegation((address,bytes4,bool)[])
      return changesOf(decodeAbiStrictly(CHANGES, body));
    case "0xf1fc2f75": // revokeAllDelegations(address)
      return revocationOf(decodeAbiStrictly(AGENT, body));
    default:
      return unknownCall("this is no change of a delegation");
  }
}

type Changes = readonly [readonly { delegated: Address; selector: Hex; isDelegated: boolean }[]];

function changesOf(read: Changes | null): DelegationCall | UnknownCall {
  if (read === null) return notStandard("updateDelegation");
  const changes = read[0].map(({ delegated, selector, isDelegated }) => ({
    delegated: lowerHex(delegated),
    selector: lowerHex(selector),
    isDelegated,
  }));
  return { kind: "delegation", changes };
}

const revocationOf = (read: readonly [Address] | null): DelegationCall | UnknownCall =>
  read === null
    ? unknownCall("the argument of revokeAllDelegations is not in the standard encoding")
    : { kind: "revokeAllDelegations", agent: lowerHex(read[0]) };
