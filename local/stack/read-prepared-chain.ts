import { readFileSync } from "node:fs";
import * as z from "zod";
import { preparedFiles } from "./prepared-files.ts";

const hex = z.templateLiteral(["0x", z.string()]);
const preparedChain = z.object({ vault: hex, state: hex });
export type PreparedChain = z.infer<typeof preparedChain>;

/** The chain that prepare-stacks.ts has left in `dir`, with the first vault on it. */
export function readPreparedChain(dir: string): PreparedChain {
  return preparedChain.parse(JSON.parse(readFileSync(preparedFiles(dir).chain, "utf8")));
}
