import type { ClientInput, ClientOutput } from "./client-routes.ts";
import type { ClientDryRun, ClientTools } from "./client-tools.ts";

export type ToolName = keyof ClientTools;
export type ToolArguments<Name extends ToolName> = ClientTools[Name]["arguments"];
/** The figures and facts of a tool's answer: amounts as strings. */
export type ToolData<Name extends ToolName> = NonNullable<ClientTools[Name]["data"]>;

type Mode = "manual" | "delegated";
type Body = NonNullable<ClientInput<"callTool">["body"]>;
type Result = ClientOutput<"callTool">;

/** What stands beside a tool's arguments: vault, chain, the operator's credentials, mode, and headers for this call alone. */
export type ToolCall<IsDry extends boolean = boolean, In extends Mode = Mode> = Omit<
  Body,
  "arguments" | "dryRun" | "executionMode"
> & { dryRun?: IsDry; executionMode?: In; headers?: Record<string, string> };

/** What the vault's owner signs. In delegated mode the agent wallet has sent it (`execution`), or it waits under `operationId`. */
type Built<Name extends ToolName, In extends Mode> = ClientTools[Name]["effect"] extends "transaction"
  ? In extends "manual"
    ? { transaction: NonNullable<Result["transaction"]> }
    : { transaction?: Result["transaction"] }
  : { transaction?: undefined };
type Done<Name extends ToolName, In extends Mode> = Pick<ClientTools[Name], "data"> & Built<Name, In>;
/** A read is answered as ever. */
type Tried<Name extends ToolName> = ClientTools[Name]["effect"] extends "read"
  ? Done<Name, "manual">
  : { data: { dryRun: ClientDryRun }; transaction?: undefined };

/** A tool's answer, as the call's mode has it. */
export type ToolAnswer<Name extends ToolName, IsDry extends boolean = false, In extends Mode = "manual"> = Omit<
  Result,
  "tool" | "message" | "data" | "transaction"
> & { tool: Name; message: string } & (IsDry extends true ? Tried<Name> : Done<Name, In>);

/** Calls one tool: its arguments and its answer have that tool's types. */
export type ToolFunction = <Name extends ToolName, IsDry extends boolean = false, In extends Mode = "manual">(
  name: Name,
  args: ToolArguments<Name>,
  call?: ToolCall<IsDry, In>,
) => Promise<ToolAnswer<Name, IsDry, In>>;
