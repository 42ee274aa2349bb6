import * as z from "zod";
import type { Attempt } from "../../../schemas/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { luaSettings } from "../vaults/lua-context.ts";
import { lossFigures } from "./loss-figures.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaLosses } from "./lua-losses.ts";

type Input = ReadCall & {
  chainId: ChainId;
  vault: string;
  operator: string;
  /** The agent wallet, whose open attempts hold losses. */
  agent: string;
  /** A loss in parts per billion to be judged with the rest; absent: none. */
  lossPpb?: number | undefined;
};

/** Losses in parts per billion, limits in basis points. `over`: this loss would exceed it. */
export const readLosses = defineScript({
  name: "read-losses",
  effect: "read",
  uses: [luaAttempts, luaSettings, luaLosses],
  lua: `
local function main(input, now)
  local day, week = sum_losses(call('HGETALL', K.losses(input.chainId, input.vault)), now)
  local day_limit, week_limit = loss_limits(input.operator, input.chainId, input.vault, now)
  local over = input.lossPpb and over_loss_budget(input, input.lossPpb, now) or nil
  return { dayPpb = day, weekPpb = week, dayLimitBps = day_limit, weekLimitBps = week_limit, over = over }
end`,
  // `over_loss_budget` takes out what the attempt itself holds: there is none yet.
  encode: ({ vault, operator, agent, ...rest }: Input) => ({
    ...rest,
    id: "none",
    vault: vault.toLowerCase(),
    operator: operator.toLowerCase(),
    agent: agent.toLowerCase(),
  }),
  declares: (keys, { chainId, vault, operator, agent }) => [
    keys.losses(chainId, vault),
    keys.settings(operator),
    keys.lossLimits(operator, chainId, vault),
    keys.nonceQueueOpen(chainId, agent),
  ],
  output: z.object({
    dayPpb: z.int(),
    weekPpb: z.int(),
    dayLimitBps: z.int(),
    weekLimitBps: z.int(),
    over: lossFigures.optional(),
  }),
});

type RaiseLossInput = WriteCall & {
  attempt: Pick<Attempt, "id" | "chainId" | "vault" | "operator" | "agent">;
  /** What a later look found that it may cost, in parts per billion. */
  loss: { lossPpb: number; floorPpb?: number; isExit?: true };
};

/**
 * Raises what the loss budget holds for an open attempt, and judges the budget with it in the same step. `loss_budget_exceeded`:
 * nothing changed, and nothing more of it may be sent. `attempt_closed`: the budget has room, but there is no such attempt that is open. A
 * figure that is not larger changes nothing.
 */
export const raiseLoss = defineScript({
  name: "raise-loss",
  effect: "write",
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
  encode: ({ attempt: { id, chainId, vault, operator, agent }, loss, ...rest }: RaiseLossInput) => ({
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
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({
      ok: z.literal(false),
      code: z.enum(["attempt_closed", "loss_budget_exceeded"]),
      losses: lossFigures.optional(),
    }),
  ]),
});
