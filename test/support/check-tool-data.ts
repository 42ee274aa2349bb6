import { isDeepStrictEqual } from "node:util";
import { dryRunReport } from "../../schemas/dry-run-report.ts";
import type { Tool } from "../../src/tools/tool.ts";

/**
 * Holds a real answer's `data` to what its tool says it is, whole: a field that is not declared is a fault as well.
 * @throws Error with what is wrong; a tool that is not among `tools` is not judged
 */
export function checkToolData(tools: readonly Tool[], answer: unknown): void {
  const { tool: name, data } = (answer ?? {}) as { tool?: string; data?: unknown };
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || data === undefined) return;
  if (typeof data === "object" && data !== null && "dryRun" in data) {
    const { answer: foreseen } = dryRunReport.strict().parse(data.dryRun);
    checkToolData(tools, { tool: name, data: foreseen?.data });
    return;
  }
  const parsed = tool.output().safeParse(data);
  if (!parsed.success) throw new Error(`${name} answers other data than it says: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, data))
    throw new Error(`${name} answers more data than it says: ${JSON.stringify(data)}`);
}
