import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";

/** Before it is signed: the signer puts the time in. */
type Timestamp = number | "<authTimestamp>";
type Form =
  | { kind: "plain" }
  | { kind: "bound"; timestampMs: Timestamp }
  | { kind: "action"; timestampMs: Timestamp; action: OperatorAction };

/**
 * Spec, "Operator layer"; decision D2. Lines are joined by LF, the vault is in lower case. `plain`
 * is the spec's form (a). `bound` adds the timestamp, so that a leaked signature ends with its day:
 * form (b). `action` says what it is for, and is good for nothing else: form (c).
 */
export function operatorMessage(productName: string, form: Form): string {
  const plain =
    `Welcome to ${productName} Operator\n\nSign this message to verify your wallet and ` +
    "access your smart pool assistant.";
  if (form.kind === "plain") return plain;
  const bound = `${plain}\n\nTimestamp: ${form.timestampMs}`;
  if (form.kind === "bound") return bound;
  const { name, chainId, isEverywhere, vault, names } = form.action;
  return (
    `${bound}\nAction: ${name} ${isEverywhere ? "all" : chainId} ` +
    `${vault.toLowerCase()}${names === undefined ? "" : ` ${names}`}`
  );
}

/** Requires a fresh signature (decision D2, form c). */
export type OperatorAction = {
  name:
    | "unfreeze"
    | "pair"
    | "unpair"
    | "loosen_loss_budget"
    | "loosen_perp_limits"
    | "loosen_limits"
    | "grant_agent"
    | "approve_operation"
    | "approve_with_day"
    | "set_autonomous";
  chainId: ChainId;
  /**
   * On every chain, for which a key alone can sign: a contract's address may be another's
   * elsewhere.
   */
  isEverywhere?: boolean;
  vault: Address;
  /** Where the signed line says all that is allowed: "token 0x… 5000". */
  names?: string | undefined;
};
