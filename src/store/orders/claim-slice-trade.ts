import * as z from "zod";
import { sliceEnd } from "../../../schemas/slice-end.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull, storedJson } from "../kernel/stored-json.ts";
import { ORDER_KEYS } from "./order-keys.ts";

type Input = WriteCall & {
  vault: string;
  orderId: number;
  slice: number;
  /** `give back`: refused, and nothing of it was traded. */
  step: "claim" | "give back";
};

/** Answers true to one press of a button alone, with the slice's record. */
export const claimSliceTrade = defineScript({
  name: "claim-slice-trade",
  lua: `
local function main(input)
  local key = K.sliceTrade(input.vault, int(input.orderId))
  local taken = tonumber(get(key) or '') or 0
  if input.step ~= 'claim' then
    if taken == input.slice then call('DEL', key) end
    return { claimed = false }
  end
  if taken >= input.slice then return { claimed = false } end
  local kept = hget(K.slices(input.vault, int(input.orderId)), int(input.slice))
  if not kept then return { claimed = false } end
  call('SET', key, int(input.slice), 'EX', ${ORDER_KEYS.sliceTrade.ttlSec})
  return { claimed = true, slice = kept }
end`,
  encode: (input: Input) => input,
  declares: (keys, { vault, orderId }) => [
    keys.sliceTrade(vault, orderId),
    keys.slices(vault, orderId),
  ],
  output: z.object({ claimed: z.boolean(), slice: orNull(storedJson(sliceEnd)) }),
});
