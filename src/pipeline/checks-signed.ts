import { planFees } from "../fees/plan-fees.ts";
import { allow } from "../lib/verdict.ts";
import { judgeSigning } from "../wallet/judge-signing.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";
import { notDelegated } from "./vault-frozen.ts";

const stage = "signed";

/** What a delegated call must pass before it is signed. */
export const CHECKS_SIGNED: readonly CallCheck[] = [
  defineCheck({
    ...{ name: "delegation_record", stage },
    needs: ["call", "recorded"],
    judge: ({ call: { sender, data }, recorded }) =>
      recorded === null ? notDelegated(sender, data) : allow({ gives: { delegation: recorded } }),
  }),
  defineCheck({
    ...{ name: "gas_fees", stage },
    needs: ["ctx", "call"],
    judge: ({ ctx: { chainId }, call: { facts } }) => {
      const fees = planFees({ chainId, baseFeeWei: facts.block.baseFeePerGas, suggestedTipWei: facts.tipWei });
      if (!fees.ok) return fees;
      const { maxFeePerGas, maxPriorityFeePerGas } = fees.value;
      const figures = { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) };
      return allow({ figures, gives: { fees: fees.value } });
    },
  }),
  defineCheck({
    ...{ name: "signing", stage },
    needs: ["ctx", "call", "delegation", "signer", "fees", "nonce"],
    judge: ({ ctx: { vault, chainId }, call, delegation, signer: agent, fees, nonce }) => {
      const transaction = { chainId, to: vault, data: call.data, nonce, gas: call.gasUnits, ...fees };
      const judged = judgeSigning({ vault, keyVersion: delegation.keyVersion, agent, transaction, delegation });
      return judged.ok ? allow({}) : judged;
    },
  }),
];
