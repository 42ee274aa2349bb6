import type { Hex } from "viem";
import { decodeVaultCall } from "../calldata/decode-vault-call.ts";
import type { DelegationCall } from "../calldata/delegation-call.ts";
import { isDelegable } from "../calldata/is-delegable.ts";
import type { WrapCall } from "../calldata/vault-call.ts";
import type { CallRule } from "../kinds/call-rule.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

const wrap: CallRule<WrapCall> = {
  movesAssets: true,
  recipients: ({ recipient }) => [recipient],
  limited: () => null,
};

/** What is wrapped stays in it, and no selector is delegated that an agent may never have. */
export const vaultCode: ProtocolCode<WrapCall | DelegationCall> = {
  decode: decodeVaultCall,
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

const neverDelegated = (selector: Hex): Refusal =>
  refuse("selector_not_allowed", `${selector} is never delegated to an agent wallet. Nothing was built.`, { selector });
