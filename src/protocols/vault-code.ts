import type { Hex } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeDelegationCall } from "../calldata/decode-delegation-call.ts";
import { decodeWrapCall, type WrapCall } from "../calldata/decode-wrap-call.ts";
import type { DelegationCall } from "../delegation/delegation-call.ts";
import { isDelegable } from "../delegation/is-delegable.ts";
import type { CallRule, ProtocolCode } from "../kinds/protocol.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

const wrap: CallRule<WrapCall> = {
  movesAssets: true,
  recipients: ({ recipient }) => [recipient],
  limited: () => null,
};

/** No selector is delegated that an agent may never have. */
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
        const forbidden = changes.find(
          ({ selector, isDelegated }) => isDelegated && !isDelegable(selector),
        );
        return forbidden && neverDelegated(forbidden.selector);
      },
    },
    revokeAllDelegations: { movesAssets: false, recipients: () => [], limited: () => null },
  },
};

const isDelegation = (data: Hex): boolean => /^0x(?:e5c2197e|f1fc2f75)/i.test(data);

const neverDelegated = (selector: Hex): Refusal =>
  refuse(
    "selector_not_allowed",
    `${selector} is never delegated to an agent wallet. Nothing was built.`,
    { selector },
  );
