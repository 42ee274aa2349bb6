import * as z from "zod";
import { attemptStatus } from "../../../schemas/attempt.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexData, unixMs } from "../../../schemas/primitives.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedHashes } from "../kernel/stored-json.ts";

/** Oldest first, with the hashes by which the chain may know each. */
export const listUnshownPerps = defineScript({
  name: "list-unshown-perps",
  effect: "read",
  lua: `
local function main(input)
  local found = {}
  for _, id in ipairs(call('SMEMBERS', K.unshownPerps(input.chainId, input.vault))) do
    local fields = call('HMGET', K.attempt(id), 'json', 'status', 'hashes')
    local attempt = fields[1] and cjson.decode(fields[1])
    if attempt then
      found[#found + 1] = { id = id, status = fields[2], hashes = fields[3], data = attempt.data, createdAt = attempt.createdAt }
    end
  end
  return { found = found }
end`,
  encode: (input: ReadCall & { chainId: ChainId; vault: string }) => input,
  declares: (keys, { chainId, vault }) => [keys.unshownPerps(chainId, vault)],
  output: z
    .object({
      found: luaArray(
        z.object({
          id: z.string(),
          status: attemptStatus,
          hashes: storedHashes,
          data: hexData,
          createdAt: unixMs,
        }),
      ),
    })
    .transform(({ found }) => found.toSorted((a, b) => a.createdAt - b.createdAt)),
});

export type UnshownPerp = Awaited<ReturnType<typeof listUnshownPerps.run>>[number];
