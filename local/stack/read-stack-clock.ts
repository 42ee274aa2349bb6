import * as z from "zod";
import type { StackManifest } from "./stack-manifest.ts";

const infoAnswer = z.object({ nowMs: z.number() });

/** The time on the chain and in the Worker of a running stack, in Unix milliseconds. */
export async function readStackClock({ control }: Pick<StackManifest, "control">): Promise<number> {
  return Math.floor(infoAnswer.parse(await (await fetch(`${control}/info`)).json()).nowMs);
}
