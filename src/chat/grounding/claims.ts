import type { ChainId } from "../../../schemas/chains.ts";
import type { Grounding } from "../../tools/grounding.ts";
import type { Tool } from "../../tools/tool.ts";
import type { NotGrounded } from "./not-grounded.ts";
import type { OwnReading } from "./own-reading.ts";

/** What a proposed call takes out of the words. */
export type Claims = {
  /** To run with. */
  args: Record<string, unknown>;
  /** Arguments that need a figure of their own, and the places of those that could be it. */
  figures: { name: string; places: readonly number[]; reason: NotGrounded }[];
  /** The times that the call takes. */
  times: readonly OwnReading["times"][number][];
  /** What the words leave out and the service fills in, in words. */
  filled: string[];
  /** The service has orders with a price: a figure that is left over may be one, and no condition makes it harmless. */
  isWhole?: true;
};
export type NoClaims = { reason: NotGrounded; word?: string };
export type Proposed<G = Grounding> = {
  tool: Exclude<Tool, { effect: "read" }>;
  grounding: G;
  args: Record<string, unknown>;
  reading: OwnReading;
  chainId: ChainId;
};
