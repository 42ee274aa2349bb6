import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { delegationRecord } from "../../../schemas/delegation-record.ts";
import { absentToNull } from "../absent-to-null.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { storedJson } from "../stored-json.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: string;
  /** Only these are taken away; with the last one the record is switched off. Absent: switched off as it is. */
  selectors?: readonly string[] | undefined;
};

/** Switches a delegation off at once, before any revocation is on chain. Answers the record as it now stands, null when there was none. */
export const disableDelegation = defineScript({
  name: "disable-delegation",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  local key = K.delegation(input.chainId, input.vault)
  local text = get(key)
  if not text then return {} end
  local record, kept = cjson.decode(text), {}
  if input.selectors then
    local removed = {}
    for _, selector in ipairs(input.selectors) do removed[string.lower(selector)] = true end
    for _, selector in ipairs(record.selectors) do
      if not removed[selector] then kept[#kept + 1] = selector end
    end
    record.selectors = kept
  end
  if not input.selectors or #kept == 0 then record.enabled = false end
  text = cjson.encode(record)
  -- Lua has one empty table; quotes inside a text are escaped, so this can only be the field.
  if #record.selectors == 0 then text = string.gsub(text, '"selectors":{}', '"selectors":[]') end
  call('SET', key, text)
  return { record = text }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault }) => [keys.delegation(chainId, vault)],
  output: z.object({ record: absentToNull(storedJson(delegationRecord)) }),
});
