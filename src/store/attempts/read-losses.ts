import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaSettings } from "../vaults/lua-context.ts";
import { lossFigures } from "./loss-figures.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaLosses } from "./lua-losses.ts";

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
