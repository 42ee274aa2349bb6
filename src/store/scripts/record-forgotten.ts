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
  /** The chain's transaction count of the agent, read twice. Nothing happens when it is not above what the lane knows. */
  chainNonce: number;
  /** Told once; null for an operator without a channel. */
  alarm: NewOutboxItem | null;
};

/**
 * Freezes a vault whose agent sent what this store does not remember (decision 96). The lane then takes the chain's count
 * over: from here on the freeze alone stops the vault, and whoever lifts it accepts the chain as it stands.
 */
export const recordForgotten = defineScript({
  name: "record-forgotten",
  effect: "write",
  uses: [luaAudit, luaAttempts, luaOutbox],
  lua: `
local function main(input, now)
  local lane = lane_of(input.chainId, input.agent)
  if is_lane_behind(lane, input.chainNonce) then
    call('SET', K.frozen(input.vault), int(now), 'NX')
    audit_append(input.chainId, input.vault, input.audit, now)
    call('SET', K.laneConfirmed(input.chainId, input.agent), int(input.chainNonce - 1))
    if input.alarm then outbox_add(input.alarm) end
  end
  return { frozen = call('EXISTS', K.frozen(input.vault)) == 1 }
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
  /** Whether the vault is frozen now. */
  output: z.object({ frozen: z.boolean() }),
});
