import * as z from "zod";
import type { Attempt } from "../../../schemas/calls/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaSettings } from "../vaults/lua-context.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaLosses } from "./lua-losses.ts";

const sums = { dayPpb: z.int(), weekPpb: z.int(), dayLimitBps: z.int(), weekLimitBps: z.int() };

/** This call's loss, and the sums without it, in parts per billion. */
export const lossFigures = z.object({
  lossPpb: z.int(),
  ...sums,
  /** Only what other open attempts hold exceeds the limit. */
  isHeld: z.boolean(),
});
export type LossFigures = z.infer<typeof lossFigures>;

type Input = ReadCall & {
  chainId: ChainId;
  vault: string;
  operator: string;
  agent: string;
  lossPpb?: number | undefined;
};

/**
 * Losses in parts per billion, limits in basis points. `over`: `lossPpb` would exceed the budget.
 */
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
  // `over_loss_budget` takes out an attempt's own part; this id has none.
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

/** This sync's share of the vault's value, and the sums without it, in parts per billion. */
export const syncFigures = z.object({ syncPpb: z.int(), ...sums });
export type SyncFigures = z.infer<typeof syncFigures>;

/** Figures of a 24-hour limit, in base units of the base token. */
export const limitFigures = z.object({
  limit: z.enum(["maxPerDay", "maxPerTokenPerDay"]),
  token: hexAddress.optional(),
  used: baseUnits,
  wanted: baseUnits,
  allowed: baseUnits,
});
export type LimitFigures = z.infer<typeof limitFigures>;

/**
 * Most that a call may spend, in base units of the base token at the vault's oracle. A sum of 24
 * hours may not pass `allowed`; absent: only counted.
 */
export const spend = z.object({
  all: baseUnits,
  allowed: baseUnits.optional(),
  bought: z.array(z.object({ token: hexAddress, value: baseUnits, allowed: baseUnits.optional() })),
});
export type Spend = z.infer<typeof spend>;

type Raised = WriteCall & {
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
  encode: ({ attempt: { id, chainId, vault, operator, agent }, loss, ...rest }: Raised) => ({
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
