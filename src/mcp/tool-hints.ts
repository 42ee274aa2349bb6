import type { Tool } from "../tools/tool.ts";

export type ToolHints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** Changes that only tighten, or can be taken back at no loss. Everything else that changes state is to be asked about. */
const HARMLESS = ["set_default_slippage", "enable_swap_shield", "pause_twap_order", "freeze_vault"];
/** Called twice with the same arguments, nothing more happens. */
const IDEMPOTENT = [
  ...["set_default_slippage", "enable_swap_shield", "pause_twap_order", "resume_twap_order", "cancel_twap_order"],
  ...["setup_delegation", "revoke_delegation", "revoke_selectors", "freeze_vault"],
];
/** Answered from the service's own records: no chain's state, no venue. */
const CLOSED = [
  ...["switch_chain", "list_twap_orders", "list_strategies"],
  ...["set_default_slippage", "set_swap_shield_tolerance", "enable_swap_shield", "disable_swap_shield"],
  ...["cancel_twap_order", "pause_twap_order", "resume_twap_order", "freeze_vault"],
];

/**
 * What a client may tell its person before a call. A tool that is in no list gets the protocol's own defaults, which are
 * the careful ones. Over MCP a transaction is returned unsigned, so that by itself it destroys nothing; one whose tool
 * also changes the service's state at once (`commit`) is judged as such.
 */
export function toolHints(tool: Tool): ToolHints {
  const isRead = tool.effect === "read";
  const changesState = tool.effect === "state" || (tool.effect === "transaction" && tool.commit !== undefined);
  return {
    readOnlyHint: isRead,
    destructiveHint: changesState && !HARMLESS.includes(tool.name),
    idempotentHint: isRead || IDEMPOTENT.includes(tool.name),
    openWorldHint: !CLOSED.includes(tool.name),
  };
}
