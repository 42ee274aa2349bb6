import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";

type Input = WriteCall & { network: string };

/**
 * A look-up at chain or facilitator that a network's strangers may cause (STRANGER_LIMITS). `ok: false`: none is left, and no request may be
 * made.
 */
export const countStranger = defineScript({
  name: "count-stranger",
  effect: "write",
  counts: true,
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local free, wait = take_of(input.network, now)
  return { ok = free, retryAfterSec = wait }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});
