import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";

type Input = WriteCall & { vault: string };

/** From now on nothing of this vault can be prepared, on any chain. The first freeze's time is kept. */
export const freezeVault = defineScript({
  name: "freeze-vault",
  effect: "write",
  uses: [],
  lua: `
local function main(input, now)
  local set = call('SET', K.frozen(input.vault), int(now), 'NX')
  return { changed = set and true or false }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault }) => [keys.frozen(vault)],
  output: z.object({ changed: z.boolean() }),
});
