import * as z from "zod";
import type { DelegationRecord } from "../../../schemas/delegation-record.ts";
import { defineScript, type WriteCall } from "../define-script.ts";

type Input = WriteCall & { record: DelegationRecord };

/** Stores what a confirmation read from the chain, over what was there. */
export const saveDelegation = defineScript({
  name: "save-delegation",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  call('SET', K.delegation(input.chainId, input.vault), input.json)
  return { ok = true }
end`,
  encode: ({ record, ...rest }: Input) => ({
    ...rest,
    chainId: record.chainId,
    vault: record.vault,
    json: JSON.stringify({
      ...record,
      vault: record.vault.toLowerCase(),
      operator: record.operator.toLowerCase(),
      agent: record.agent.toLowerCase(),
    }),
  }),
  declares: (keys, { record }) => [keys.delegation(record.chainId, record.vault)],
  output: z.object({ ok: z.literal(true) }),
});
