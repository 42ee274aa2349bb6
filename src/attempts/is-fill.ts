import type { Attempt } from "../../schemas/attempt.ts";

/** Whether an attempt only fills a nonce gap: 0 wei of the agent to itself from the start, never a vault's call. */
export const isFill = ({ to, agent }: Pick<Attempt, "to" | "agent">): boolean => to === agent;
