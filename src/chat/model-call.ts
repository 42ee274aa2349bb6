/** A call of a tool, by its name, as a model proposes it. */
export type ModelCall = { tool: string; args: Record<string, unknown> };
