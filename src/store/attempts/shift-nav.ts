import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { ATTEMPT_KEYS } from "./attempt-keys.ts";
import { luaNav } from "./lua-nav.ts";
import { luaNavShift } from "./lua-nav-shift.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** Names the move; the same one shifts once. */
  moveId: string;
  /** What a unit has more (`up`) or less (`down`) by it, in base units. */
  perUnit: string;
  direction: "up" | "down";
  /** Values seen up to then were seen without it. */
  untilMs: number;
};

/** That the chains themselves show. `shifted: false`: it did already. */
export const shiftNav = defineScript({
  name: "shift-nav",
  effect: "write",
  uses: [luaNav, luaNavShift],
  lua: `
local function main(input)
  local key = K.navShifts(input.chainId, input.vault)
  if hget(key, input.moveId) then return { shifted = false } end
  call('HSET', key, input.moveId, '1')
  call('EXPIRE', key, ${ATTEMPT_KEYS.navShifts.ttlSec})
  nav_shift(input.chainId, input.vault, input.perUnit, input.sign, input.untilMs)
  return { shifted = true }
end`,
  encode: ({ direction, ...input }: Input) => ({
    ...input,
    perUnit: baseUnits.parse(input.perUnit),
    sign: direction === "up" ? 1 : -1,
  }),
  declares: (keys, { chainId, vault }) => [
    keys.nav(chainId, vault),
    keys.navSeen(chainId, vault),
    keys.navShifts(chainId, vault),
  ],
  output: z.object({ shifted: z.boolean() }),
});
