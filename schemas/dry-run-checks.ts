import { oneOf } from "./one-of.ts";

/**
 * Every check that a dry run names, in the order in which a write meets them. A write meets those
 * of its kind alone.
 */
export const DRY_RUN_CHECKS = [
  // A transaction, while it is prepared: in manual mode that is all.
  "plan",
  "order_bounds",
  "who_may_send",
  "calldata",
  "limits",
  "grant",
  "oracle_window",
  "balance",
  "swap_shield",
  "quoted_transaction",
  "simulation",
  "call_rule",
  "nav_effect",
  "nav_shield",
  "simulated_amounts",
  "owner_transactions",
  // What the store knows when it is written down.
  "oracle_swap_hour",
  "delegation_record",
  "gas_fees",
  "signing",
  "frozen",
  "wallet_queue",
  "loss_budget",
  "approval",
  // The seven of delegated execution, at the state of now, and what stands around them.
  "owner",
  "delegation",
  "target",
  "selector",
  "agent",
  "simulation_now",
  "gas_balance",
  "gas_caps",
  "call_rule_now",
  "nav_shield_now",
  "loss_budget_now",
  // A change of the service's own state.
  "change",
] as const;
export type DryRunCheckName = (typeof DRY_RUN_CHECKS)[number];
export const dryRunCheckName = oneOf(DRY_RUN_CHECKS);
