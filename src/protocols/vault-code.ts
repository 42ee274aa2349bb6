import { type Address, type Hex, parseAbiParameters } from "viem";
import { boundedDecode, decodeAbiStrictly } from "../calldata/decode-abi-strictly.ts";
import { decodeWrapCall, type WrapCall } from "../calldata/decode-wrap-call.ts";
import type { DelegationCall } from "../delegation/delegation-call.ts";
import { isDelegable } from "../delegation/is-delegable.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

const CHANGES = parseAbiParameters("(address delegated, bytes4 selector, bool isDelegated)[]");
const AGENT = parseAbiParameters("address");

/** From their bytes; anything else, or another encoding, is `unknown`. */
export function decodeDelegationCall(data: Hex): DelegationCall | UnknownCall {
  const body: Hex = `0x${data.slice(10)}`;
  switch (data.slice(0, 10).toLowerCase()) {
    case "0xe5c2197e": // updateDelegation((address,bytes4,bool)[])
      return changesOf(decodeAbiStrictly(CHANGES, body));
    case "0xf1fc2f75": // revokeAllDelegations(address)
      return revocationOf(decodeAbiStrictly(AGENT, body));
    default:
      return { kind: "unknown", reason: "this is no change of a delegation" };
  }
}

type Changes = readonly [readonly { delegated: Address; selector: Hex; isDelegated: boolean }[]];

function changesOf(read: Changes | null): DelegationCall | UnknownCall {
  if (read === null)
    return { kind: "unknown", reason: "the arguments of updateDelegation are not in the standard encoding" };
  const changes = read[0].map(({ delegated, selector, isDelegated }) => ({
    delegated: lowerHex(delegated),
    selector: lowerHex(selector),
    isDelegated,
  }));
  return { kind: "delegation", changes };
}

const revocationOf = (read: readonly [Address] | null): DelegationCall | UnknownCall =>
  read === null
    ? { kind: "unknown", reason: "the argument of revokeAllDelegations is not in the standard encoding" }
    : { kind: "revokeAllDelegations", agent: lowerHex(read[0]) };

const wrap: CallRule<WrapCall> = {
  movesAssets: true,
  recipients: ({ recipient }) => [recipient],
  limited: () => null,
};

/** What is wrapped stays in it, and no selector is delegated that an agent may never have. */
export const vaultCode: ProtocolCode<WrapCall | DelegationCall> = {
  decode: boundedDecode((data, facts) =>
    isDelegation(data) ? decodeDelegationCall(data) : decodeWrapCall(data, facts),
  ),
  rules: {
    wrap,
    unwrap: wrap,
    delegation: {
      movesAssets: false,
      recipients: () => [],
      limited: () => null,
      refusal: ({ changes }) => {
        const forbidden = changes.find(({ selector, isDelegated }) => isDelegated && !isDelegable(selector));
        return forbidden && neverDelegated(forbidden.selector);
      },
    },
    revokeAllDelegations: { movesAssets: false, recipients: () => [], limited: () => null },
  },
};

/** By its method: the two that change a delegation. */
const isDelegation = (data: Hex): boolean => /^0x(?:e5c2197e|f1fc2f75)/i.test(data);
const neverDelegated = (selector: Hex): Refusal =>
  refuse("selector_not_allowed", `${selector} is never delegated to an agent wallet. Nothing was built.`, { selector });
