import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaGrantCalls, luaGrants } from "../vaults/lua-grants.ts";
import { begunFreeCall } from "./begun-free-call.ts";
import type { FreeCallInput } from "./free-call-input.ts";
import { luaFreeCall } from "./lua-free-call.ts";
import { luaPayments } from "./lua-payments.ts";
import { STRANGER_LIMITS } from "./stranger-limits.ts";

/**
 * In one trip. A call that names an operator costs requests to the chain: its network must have failed less than its share, or its signer be
 * known.
 */
export const beginFreeCall = defineScript({
  name: "begin-free-call",
  effect: "write",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments, luaGrants, luaGrantCalls, luaFreeCall],
  lua: `
local function main(input, now)
  return begin_free_call(input, now)
end`,
  encode: (input: WriteCall & FreeCallInput) => ({ ...input }),
  output: begunFreeCall,
});
