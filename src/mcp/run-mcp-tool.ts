import * as z from "zod";
import { type ChainId, DEFAULT_CHAIN_ID, everyChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
import { toolOf } from "../calls/load-tools.ts";
import { mustKnow, placedFields } from "../calls/placed-fields.ts";
import { runTool } from "../calls/run-tool.ts";
import { executedCall, tookEffect } from "../calls/took-effect.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import type { RequestContext } from "../context.ts";
import { AppError, unwrap } from "../errors.ts";
import { isObject } from "../lib/is-object.ts";
import { closedInput } from "../tools/closed-input.ts";
import { ACCESS, type Tool } from "../tools/tool.ts";
import { operatorHeaders } from "./operator-headers.ts";
import { ToolRefusal } from "./rpc-error.ts";

/** `chainId`: where it acted. */
type Ran = { result: ToolResult; chainId: ChainId };

/**
 * The chain is the tool's own argument, else Base. A header says whether the agent wallet may send;
 * what a model requests then waits for the person's word, and so does, with that header or without,
 * whatever trades later. In autonomous mode, within limits and by that header, nothing waits but
 * what sets a field that a person owns (decision D69).
 * @throws ToolRefusal with unknown_tool where there is no such tool, else with the tool's own code
 */
export async function runMcpTool(
  ctx: RequestContext,
  headers: Headers,
  params: Record<string, unknown> | undefined,
): Promise<Ran> {
  try {
    return await run(ctx, headers, params);
  } catch (error) {
    throw error instanceof AppError ? new ToolRefusal(error) : error;
  }
}

async function run(
  { deps, requestId, effects, freeVenues }: RequestContext,
  headers: Headers,
  params: Record<string, unknown> | undefined,
): Promise<Ran> {
  const tool = unwrap(await toolOf(deps, typeof params?.name === "string" ? params.name : ""));
  if (tool.effect !== "read") mustKnow(callParams, params, placedFields.inArguments(tool.input));
  const { dryRun, args } = withoutDryRun(tool, params?.arguments ?? {});
  const { credentials, vaultAddress, executionMode } = operatorHeaders(headers);
  const isDelegated = mayBeSent(tool, executionMode);
  const isKnown = isDelegated || knowsCaller(tool) || deps.grant !== undefined;
  if (vaultAddress === undefined)
    mustNeedNoVault(tool, args, asksOwner(tool) && carriesProof(deps, credentials));
  const request: ToolRequest = {
    tool,
    args,
    besideArguments: placedFields.overMcp,
    chainId: DEFAULT_CHAIN_ID,
    vaultAddress,
    executionMode: isDelegated ? "delegated" : "manual",
    asks: executionMode === "delegated" ? "unless-trusted" : "always",
    caller: { kind: "outside", credentials: isKnown ? credentials : {} },
    purpose: { kind: "call" },
    dryRun,
    freeVenues,
  };
  const ran = await runTool(deps, requestId, request);
  effects.taken = tookEffect(request, ran);
  effects.executed = executedCall(request, ran);
  return { result: ran.result, chainId: readChain(ran.result.chainSwitch) };
}

const readChain = (moved: number | undefined): ChainId =>
  moved === undefined ? DEFAULT_CHAIN_ID : everyChainId.parse(moved);

/**
 * Headers come with every call, and an anonymous tool must also work on chains where the vault has
 * another owner.
 */
const knowsCaller = (tool: Tool): boolean => tool.access !== "anonymous" || asksOwner(tool);

const asksOwner = (tool: Tool): boolean => tool.effect === "read" && tool.asksOwner === true;

/**
 * What only an owner can send, or needs the owner's wallet, is returned unsigned in either mode.
 */
function mayBeSent(tool: Tool, executionMode: string): boolean {
  if (executionMode !== "manual" && executionMode !== "delegated")
    throw new AppError(
      "invalid_request",
      "The request is not valid. The header X-Execution-Mode must be manual or delegated.",
    );
  if (executionMode === "manual" || tool.effect !== "transaction") return false;
  return (
    tool.ownerOnly !== true &&
    !tool.needsSignature &&
    ACCESS[tool.access].needsVault &&
    tool.access !== "holder"
  );
}

/** By any revision (docs/facts/mcp.md); only the first two have a say in what a tool does. */
const callParams = z.object({
  ...{ name: z.unknown(), arguments: z.unknown(), _meta: z.unknown(), task: z.unknown() },
  ...{ inputResponses: z.unknown(), requestState: z.unknown() },
});

/** It stands among the arguments, because a model can set nothing else; `toolList` shows it. */
function withoutDryRun({ effect }: Tool, given: unknown): { dryRun: boolean; args: unknown } {
  if (effect === "read" || !isObject(given) || !("dryRun" in given))
    return { dryRun: false, args: given };
  const { dryRun, ...args } = given;
  if (typeof dryRun === "boolean") return { dryRun, args };
  throw new AppError(
    "invalid_request",
    "The request is not valid. arguments.dryRun: it must be true or false.",
  );
}

/**
 * The refusal would name a field that the model cannot set. Wrong arguments are refused first
 * (decision D11).
 */
function mustNeedNoVault(tool: Tool, args: unknown, isForOwner: boolean): void {
  if (!(ACCESS[tool.access].needsVault || isForOwner) || !closedInput(tool).safeParse(args).success)
    return;
  throw new AppError(
    "invalid_request",
    "This tool acts on a vault: set the header X-Vault-Address in the MCP client. It is no " +
      "argument.",
  );
}
