import type { ToolResult } from "../../schemas/tool-call.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";

/** What a door gets back: the answer to encode, and for transactions the outcome in full. */
export type ToolRun = { result: ToolResult; outcome: ExecutionOutcome | null };
