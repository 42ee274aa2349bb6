import { isDeepStrictEqual } from "node:util";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { dryRunReport } from "../../schemas/dry-run-report.ts";
import { listedOutput, outputSchema } from "../../src/tools/output-schema.ts";
import type { Tool } from "../../src/tools/tool.ts";

const ajv = new Ajv2020({ strict: false });
const validators = new Map<Tool, readonly ValidateFunction[]>();

/**
 * Holds a real answer's `data` to what its tool says it is, whole: a field that is not declared is
 * a fault as well; and the answer to the schemas that MCP's clients hold it to.
 * @throws Error with what is wrong; a tool that is not among `tools` is not judged
 */
export function checkToolData(tools: readonly Tool[], answer: unknown): void {
  const {
    tool: name,
    data,
    operationId,
  } = (answer ?? {}) as { tool?: string; data?: unknown; operationId?: string };
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return;
  // A change that waits has its hash and its end in place of its data; the schema below has their
  // form.
  const isWaiting = tool.effect === "state" && operationId !== undefined;
  if (data !== undefined && !isWaiting) checkData(tools, tool, data);
  mustFit(tool, answer);
}

function checkData(tools: readonly Tool[], tool: Tool, data: unknown): void {
  const { name } = tool;
  if (typeof data === "object" && data !== null && "dryRun" in data) {
    const { answer: foreseen } = dryRunReport.strict().parse(data.dryRun);
    checkToolData(tools, { tool: name, data: foreseen?.data });
    return;
  }
  const parsed = tool.output().safeParse(data);
  if (!parsed.success)
    throw new Error(`${name} answers other data than it says: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, data))
    throw new Error(`${name} answers more data than it says: ${JSON.stringify(data)}`);
}

function mustFit(tool: Tool, answer: unknown): void {
  const whole = outputSchema(tool);
  const both = validators.get(tool) ?? [ajv.compile(whole), ajv.compile(listedOutput(whole))];
  validators.set(tool, both);
  for (const isValid of both) {
    if (!isValid(answer))
      throw new Error(
        `${tool.name} answers otherwise than it says over MCP: ${ajv.errorsText(isValid.errors)}`,
      );
  }
}
