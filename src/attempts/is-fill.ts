import type { Attempt } from "../../schemas/attempt.ts";

/** 0 wei of the agent to itself from the start, never a vault's call. */
export const isFill = ({ to, agent }: Pick<Attempt, "to" | "agent">): boolean => to === agent;
