import type { ClientInput, ClientOutput } from "./client-routes.ts";
import type { ClientDryRun, ClientTools } from "./client-tools.ts";

export type ToolName = keyof ClientTools;
export type ToolArguments<Name extends ToolName> = ClientTools[Name]["arguments"];
/** Data of a tool's answer; amounts are strings. */
export type ToolData<Name extends ToolName> = NonNullable<ClientTools[Name]["data"]>;

type Mode = "manual" | "delegated";
type Body = NonNullable<ClientInput<"callTool">["body"]>;
type Result = ClientOutput<"callTool">;

/** Vault, chain, credentials, mode, and headers of this call. */
export type ToolCall<IsDry extends boolean = boolean, In extends Mode = Mode> = Omit<
  Body,
  "arguments" | "dryRun" | "executionMode"
> & { dryRun?: IsDry; executionMode?: In; headers?: Record<string, string> };

/**
 * Transaction for the owner. In delegated mode the agent sent it (`execution`), or it waits
 * (`operationId`).
 */
type Built<
  Name extends ToolName,
  In extends Mode,
> = ClientTools[Name]["effect"] extends "transaction"
  ? In extends "manual"
    ? { transaction: NonNullable<Result["transaction"]> }
    : { transaction?: Result["transaction"] }
  : { transaction?: undefined };
type Done<Name extends ToolName, In extends Mode> = Pick<ClientTools[Name], "data"> &
  Built<Name, In>;
/** Reads are answered as ever. */
type Tried<Name extends ToolName> = ClientTools[Name]["effect"] extends "read"
  ? Done<Name, "manual">
  : { data: { dryRun: ClientDryRun }; transaction?: undefined };

/** Answer of a tool in the call's mode. */
export type ToolAnswer<
  Name extends ToolName,
  IsDry extends boolean = false,
  In extends Mode = "manual",
> = Omit<Result, "tool" | "message" | "data" | "transaction"> & {
  tool: Name;
  message: string;
} & (IsDry extends true ? Tried<Name> : Done<Name, In>);

/** Calls a tool with its own types. */
export type ToolFunction = <
  Name extends ToolName,
  IsDry extends boolean = false,
  In extends Mode = "manual",
>(
  name: Name,
  args: ToolArguments<Name>,
  call?: ToolCall<IsDry, In>,
) => Promise<ToolAnswer<Name, IsDry, In>>;
