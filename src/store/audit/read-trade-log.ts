import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaTradeLog, tradeLog } from "./lua-trade-log.ts";

/** A part of a vault's log, of which the entries of swaps are kept (lua-trade-log.ts). */
export const readTradeLog = defineScript({
  name: "read-trade-log",
  effect: "read",
  uses: [luaTradeLog],
  lua: `
local function main(input)
  return trade_log(input.chainId, input.vault, input.from)
end`,
  encode: ({ vault, ...rest }: ReadCall & { chainId: ChainId; vault: string; from?: number }) => ({
    ...rest,
    vault: vault.toLowerCase(),
  }),
  declares: (keys, { chainId, vault }) => [
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
  ],
  output: tradeLog,
});
