import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
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
