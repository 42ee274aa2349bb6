import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";

type Input = WriteCall & { vault: string };

/** Lifts a freeze. Who may ask is decided elsewhere (decision 18: a fresh signature). */
export const unfreezeVault = defineScript({
  name: "unfreeze-vault",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  return { changed = call('DEL', K.frozen(input.vault)) == 1 }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { vault }) => [keys.frozen(vault)],
  output: z.object({ changed: z.boolean() }),
});
