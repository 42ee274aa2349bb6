import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { baseUnits } from "../../../schemas/primitives.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaNav } from "./lua-nav.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** NAV per unit in base units, digits without leading zeros. */
  unitaryValue: string;
};

/** With what it confirms; answers the 24-hour baseline. */
export const recordNav = defineScript({
  name: "record-nav",
  effect: "write",
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
  output: z.object({ navBaseline: absentToNull(baseUnits) }),
});
