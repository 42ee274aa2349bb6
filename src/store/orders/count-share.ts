import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "../payments/lua-payments.ts";

type Input = WriteCall & {
  /** What of, and whose: "queued:<chat>". */
  of: string;
  /** So many in four hours. */
  most: number;
};

const WINDOW_MS = 14_400_000;

/** `ok: false`: the chat has had its share for now. */
export const countShare = defineScript({
  name: "count-share",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local count, wait = count_in_window('share:' .. input.of, ${WINDOW_MS}, now)
  return { ok = count <= input.most, retryAfterSec = wait }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});
