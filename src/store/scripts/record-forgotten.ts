import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit-text.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { encodeOutboxItem } from "../encode-outbox-item.ts";
import { luaAttempts } from "../lua/lua-attempts.ts";
import { luaAudit } from "../lua/lua-audit.ts";
import { luaOutbox } from "../lua/lua-outbox.ts";
import type { NewOutboxItem } from "../outbox-item.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  agent: string;
  /** The chain's transaction count of the agent: above what the lane knows, or above an attempt that none of it explains. */
  chainNonce: number;
  /** Told once; null for an operator without a channel. */
  alarm: NewOutboxItem | null;
};

/**
 * Freezes a vault whose agent sent what this store does not remember (decision 91). The lane then takes the chain's count
 * over: from here on the freeze alone stops the vault, and whoever lifts it accepts the chain as it stands.
 */
export const recordForgotten = defineScript({
  name: "record-forgotten",
  effect: "write",
  uses: [luaAudit, luaAttempts, luaOutbox],
  lua: `
local function main(input, now)
  local lane = lane_of(input.chainId, input.agent)
  local is_behind = is_lane_behind(lane, input.chainNonce)
  local frozen = call('SET', K.frozen(input.vault), int(now), 'NX') and true or false
  if frozen then audit_append(input.chainId, input.vault, input.audit, now) end
  if input.chainNonce - 1 > (lane.highestConfirmed or -1) then
    call('SET', K.laneConfirmed(input.chainId, input.agent), int(input.chainNonce - 1))
  end
  if input.alarm and (frozen or is_behind) then outbox_add(input.alarm) end
  return { frozen = frozen }
end`,
  encode: ({ alarm, ...rest }: Input) => ({
    ...rest,
    alarm: alarm && encodeOutboxItem(alarm),
    audit: auditText({
      kind: "vault_frozen",
      actor: "scheduler",
      forgotten: { agent: rest.agent.toLowerCase(), chainNonce: rest.chainNonce },
    }),
  }),
  declares: (keys, { chainId, vault, agent }) => [
    keys.frozen(vault),
    keys.laneConfirmed(chainId, agent),
    keys.laneOpen(chainId, agent),
  ],
  output: z.object({ frozen: z.boolean() }),
});
