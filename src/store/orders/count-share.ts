import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "../payments/lua-payments.ts";

type Input = WriteCall & {
  /** Subject and owner: "queued:<chat>". */
  of: string;
  most: number;
};

const WINDOW_MS = 14_400_000;

/** `ok: false`: its share is used. */
export const countShare = defineScript({
  name: "count-share",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local count, wait = count_in_window('share:' .. input.of, ${WINDOW_MS}, now)
  return { ok = count <= input.most, retryAfterSec = wait }
end`,
  encode: (input: Input) => input,
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});
