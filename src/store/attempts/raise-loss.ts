import * as z from "zod";
import type { Attempt } from "../../../schemas/calls/attempt.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaSettings } from "../vaults/lua-context.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaLosses } from "./lua-losses.ts";
import { lossFigures } from "./read-losses.ts";

type Input = WriteCall & {
  attempt: Pick<Attempt, "id" | "chainId" | "vault" | "operator" | "agent">;
  /** A later look's worst case, in parts per billion. */
  loss: { lossPpb: number; floorPpb?: number; isExit?: true };
};

/**
 * Raises the loss held for an open attempt if the budget allows; a smaller figure changes nothing.
 * `loss_budget_exceeded`: nothing more of the attempt may be sent. `attempt_closed`: there was
 * room, but no such open attempt.
 */
export const raiseLoss = defineScript({
  name: "raise-loss",
  uses: [luaAudit, luaAttempts, luaSettings, luaLosses],
  lua: `
local function main(input, now)
  local attempt = input.attempt
  local fields = call('HMGET', K.attempt(attempt.id), 'status', 'loss', 'lossBack')
  local is_closed = not fields[1] or is_final(fields[1])
  local held = not fields[3] and tonumber(fields[2]) or 0
  if input.lossPpb <= held and not is_closed then return { ok = true } end
  local over = not input.isExit and over_loss_budget(attempt, input.lossPpb, now)
  if over then return { ok = false, code = 'loss_budget_exceeded', losses = over } end
  if is_closed then return { ok = false, code = 'attempt_closed' } end
  loss_add(attempt, input.lossPpb, input.lossFloorPpb, now)
  return { ok = true }
end`,
  encode: ({ attempt: { id, chainId, vault, operator, agent }, loss, ...rest }: Input) => ({
    ...rest,
    lossPpb: loss.lossPpb,
    lossFloorPpb: loss.floorPpb,
    isExit: loss.isExit,
    attempt: { id, chainId, vault, operator, agent },
  }),
  declares: (keys, { attempt: { id, chainId, vault, operator, agent } }) => [
    keys.attempt(id),
    keys.losses(chainId, vault),
    keys.settings(operator),
    keys.lossLimits(operator, chainId, vault),
    keys.nonceQueueOpen(chainId, agent),
  ],
  output: okOr(
    {},
    {
      code: z.enum(["attempt_closed", "loss_budget_exceeded"]),
      losses: lossFigures.optional(),
    },
  ),
});
