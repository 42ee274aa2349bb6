import * as z from "zod";
import type { Stage } from "./scene.ts";

const advanced = z.object({
  delivery: z.object({ status: z.number().nullable(), body: z.string() }),
});

/**
 * Moves the stack's clock, and has the schedule's tick run there. @throws Error when the tick was
 * not answered with 200
 */
export async function moveClock(
  { manifest }: Pick<Stage, "manifest">,
  minutes: number,
): Promise<void> {
  const body = JSON.stringify({ ms: minutes * 60_000 });
  const response = await fetch(`${manifest.control}/advance`, { method: "POST", body });
  const { delivery } = advanced.parse(await response.json());
  if (delivery.status !== 200)
    throw new Error(`the tick was answered ${delivery.status}: ${delivery.body}`);
}
