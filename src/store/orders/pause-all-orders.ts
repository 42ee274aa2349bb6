import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { twapStatus } from "../../../schemas/twap-order.ts";
import { lowerHex } from "../../lib/lower-hex.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaChannels } from "../outbox/lua-channels.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { luaEvents } from "./lua-events.ts";
import { luaOrderChanges } from "./lua-order-changes.ts";
import { luaOrderView } from "./lua-order-view.ts";
import { luaOrders } from "./lua-orders.ts";
import { luaPause } from "./lua-pause.ts";
import { luaSlices } from "./lua-slices.ts";
import { storedOrder } from "./stored-order.ts";

type Input = WriteCall & {
  vault: Hex;
  /** Chains on which the caller owns the vault: no other order is reached (decision 19). */
  chainIds: readonly ChainId[];
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
};

/** Pauses every active TWAP order of these chains in one step, each as pause-order.ts does one. `paused`: all of them, also those that were paused already. */
export const pauseAllOrders = defineScript({
  name: "pause-all-orders",
  effect: "write",
  uses: [
    ...[luaAudit, luaOrders, luaAttempts, luaOrderView],
    ...[luaEvents, luaOutbox, luaChannels, luaSlices, luaOrderChanges, luaPause],
  ],
  lua: `
local function main(input, now)
  local paused = {}
  for _, chain in ipairs(input.chainIds) do
    for _, order in ipairs(active_of_kind(input.vault, chain, nil)) do paused[#paused + 1] = pause_order(order, now, input) end
  end
  return { paused = paused }
end`,
  encode: ({ operator, ...rest }: Input) => ({
    ...rest,
    by: lowerHex(operator),
    audit: auditText({ kind: "order_paused", actor: lowerHex(operator) }),
  }),
  declares: (keys, { vault, chainIds }) => chainIds.map((chainId) => keys.activeOrders(vault, chainId)),
  output: z.object({ paused: luaArray(storedOrder.extend({ changed: z.boolean(), statusBefore: twapStatus })) }),
});
