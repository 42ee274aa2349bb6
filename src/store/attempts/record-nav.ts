import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull } from "../kernel/stored-json.ts";
import { luaSamples } from "../samples/lua-samples.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { luaDecimals } from "./lua-decimals.ts";
import { luaNav, luaNavShift } from "./lua-nav.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** NAV per unit in base units, digits without leading zeros. */
  unitaryValue: string;
};

/** Answers the 24-hour baseline, with what this value confirms. */
export const recordNav = defineScript({
  name: "record-nav",
  uses: [luaNav],
  lua: `
local function main(input, now)
  local before = nav_baseline(input.chainId, input.vault, now)
  local confirmed = nav_record(input.chainId, input.vault, input.unitaryValue, now)
  -- Not read again: a dry run has written nothing.
  if before and not (confirmed and nav_higher(confirmed, before)) then return { navBaseline = before } end
  return { navBaseline = confirmed }
end`,
  encode: (input: Input) => ({ ...input, unitaryValue: baseUnits.parse(input.unitaryValue) }),
  declares: (keys, { chainId, vault }) => [keys.nav(chainId, vault), keys.navSeen(chainId, vault)],
  output: z.object({ navBaseline: orNull(baseUnits) }),
});

type ShiftNavInput = WriteCall & {
  chainId: ChainId;
  vault: string;
  moveId: string;
  perUnit: string;
  direction: "up" | "down";
  /** Values seen until then lack the move. */
  untilMs: number;
};

/**
 * A move between chains that the chains show: the 24-hour high and the samples follow it. `shifted:
 * false`: done before.
 */
export const shiftNav = defineScript({
  name: "shift-nav",
  uses: [luaNav, luaNavShift, luaDecimals, luaSamples],
  lua: `
local function main(input)
  local key = K.navShifts(input.chainId, input.vault)
  if hget(key, input.moveId) then return { shifted = false } end
  call('HSET', key, input.moveId, '1')
  call('EXPIRE', key, ${ATTEMPT_KEYS.navShifts.ttlSec})
  nav_shift(input.chainId, input.vault, input.perUnit, input.sign, input.untilMs)
  move_samples(input.chainId, input.vault, input.perUnit, input.sign, input.untilMs)
  return { shifted = true }
end`,
  encode: ({ direction, ...input }: ShiftNavInput) => ({
    ...input,
    perUnit: baseUnits.parse(input.perUnit),
    sign: direction === "up" ? 1 : -1,
  }),
  declares: (keys, { chainId, vault }) => [
    keys.nav(chainId, vault),
    keys.navSeen(chainId, vault),
    keys.navShifts(chainId, vault),
    keys.samples(chainId, vault),
  ],
  output: z.object({ shifted: z.boolean() }),
});
