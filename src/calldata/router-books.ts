import type { Address } from "viem";
import type { AmountRange } from "./amount-range.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import type { Recipient } from "./router-step.ts";
import type { Payment } from "./swap-calls.ts";
import { type TokenLedger, tokenLedger } from "./token-ledger.ts";

/** While a router plan runs: what the vault pays and gets, what the router holds, what strangers get. */
export type RouterBooks = {
  paidByVault: TokenLedger;
  receivedByVault: TokenLedger;
  router: TokenLedger;
  payments: Payment[];
  give(recipient: Recipient, token: Address, amount: AmountRange): void;
  /** From the vault or from the router; false when the call would always revert. */
  collect(payerIsUser: boolean, token: Address, amount: AmountRange): boolean;
};

/** The vault's adapter attaches the plan's native value (docs/facts/vault-contracts.md 6). */
export function routerBooks(nativeValueBase: bigint): RouterBooks {
  const [paidByVault, receivedByVault, router] = [tokenLedger(), tokenLedger(), tokenLedger()];
  const payments: Payment[] = [];
  const exactly = { lo: nativeValueBase, hi: nativeValueBase };
  paidByVault.add(NATIVE_TOKEN, exactly);
  router.add(NATIVE_TOKEN, exactly);
  return {
    paidByVault,
    receivedByVault,
    router,
    payments,
    give: (recipient, token, amount) => {
      if (recipient === "vault") receivedByVault.add(token, amount);
      else if (recipient === "router") router.add(token, amount);
      else payments.push({ token, recipient, minBase: amount.lo });
    },
    collect: (payerIsUser, token, amount) => {
      // Native coin always comes out of the router, whichever payer is named (DeltaResolver).
      if (!payerIsUser || token === NATIVE_TOKEN) return router.subtract(token, amount);
      paidByVault.add(token, amount);
      return true;
    },
  };
}
