import { allow } from "../lib/allow.ts";
import type { ExecutionContext } from "./execution-context.ts";
import type { judgeOracleWindows, OracleWindows } from "./judge-oracle-windows.ts";
import { noteCheck } from "./note-check.ts";

/** The verdict on the oracle's windows. A way out, and a dry run after its refusal, go on as if nothing were known of them. */
export const noteWindows = (
  ctx: ExecutionContext,
  verdict: ReturnType<typeof judgeOracleWindows>,
  { isExit = false } = {},
) =>
  noteCheck(ctx, "oracle_window", isExit && !verdict.ok ? allow(UNKNOWN) : verdict, {
    figures: ({ windowSec }) => ({ windowSec }),
    instead: () => UNKNOWN,
  });

const UNKNOWN: OracleWindows = { windowSec: null, short: [] };
