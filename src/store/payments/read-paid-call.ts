import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, orNull } from "../kernel/stored-json.ts";
import { luaPayments } from "./lua-payments.ts";
import { storedDebt } from "./stored-debt.ts";

type Input = ReadCall & {
  payer: string;
  nonce: string;
  requestHash: string;
  debtors: readonly string[];
};

/**
 * Answers the request that bought it, since a spent payment does not verify again, with what is
 * owed.
 */
export const readPaidCall = defineScript({
  name: "read-paid-call",
  effect: "read",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local paid = seen(K.payment(input.payer, input.nonce), input.requestHash, now)
  local debts = debts_of(input.debtors)
  if not paid then return { kind = 'none', debts = debts } end
  return { kind = paid.kind, answer = paid.answer, atMs = paid.atMs, debts = debts }
end`,
  encode: (input: Input) => input,
  declares: (keys, { payer, nonce }) => [keys.payment(payer, nonce)],
  output: z.object({
    kind: z.enum(["none", "in_use", "other", "lost", "stale", "done", "unknown", "owed"]),
    answer: orNull(z.string()),
    atMs: orNull(z.number()),
    debts: luaArray(storedDebt),
  }),
});
