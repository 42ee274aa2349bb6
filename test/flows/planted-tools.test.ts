import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { flowChat } from "../support/flow-chat.ts";
import { HOSTILE } from "../support/hostile-tools.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { PLANTED } from "../support/planted-tools.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

/*
 * The Worker with four tools more. No file of the service knows them: what each door does with one
 * follows from what the tool says of itself (test/support/planted-tools.ts).
 */
let flow: Flow;
let vault: TestVault;
let auth: Record<string, unknown>;
beforeAll(async () => {
  const entry = join(import.meta.dirname, "../support/planted-tools-worker.ts");
  flow = await startFlow({ entry, model: "scripted", messaging: "delivered" });
  vault = await flow.newVault();
  auth = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await flow.stack.credentials(vault.ownerKey)),
  };
});
afterAll(() => flow?.stack.stop());

const NAMES = PLANTED.map(({ name }) => name);
const planted = <T extends { name: string }>(tools: readonly T[]): T[] =>
  tools.filter(({ name }) => NAMES.includes(name));
const model = () => {
  const scripted = flow.stack.stack.model;
  if (scripted === undefined) throw new Error("the stack has no model");
  return scripted;
};
/** What the model asks for, whatever is said. */
const willCall = (name: string, args: object) =>
  model().script({ answers: [{ calls: [{ name, arguments: args }] }] });
const ask = (content: string): Promise<Answer> =>
  flow.stack.call("POST", "/api/chat", { messages: [{ role: "user", content }], ...auth });
const outcome = async (words: string): Promise<string[]> => {
  const { body } = await ask(words);
  return body.toolCalls.map(
    ({ result, error }: any) => result?.message ?? `${error.error}: ${error.message}`,
  );
};

describe("HTTP", () => {
  test("default: catalog and OpenAPI have each, and every allowed caller is answered", async () => {
    const { body } = await flow.stack.call("GET", "/api/tools");
    expect(
      planted<any>(body.tools).map((tool) => [tool.name, tool.requiresOperatorAuth, tool.readOnly]),
    ).toEqual([
      ["count_windows", false, true],
      ["reopen_order", true, false],
      ["loosen_order", true, false],
      ["paint_house", true, false],
    ]);
    const [windows] = planted<any>(body.tools);
    expect([windows.category, windows.example, Object.keys(windows.parameters.properties)]).toEqual(
      [...["Houses", { house: 1, glass: "green" }], ["house", "glass"]],
    );
    expect(windows.description).toContain("Aliases: windows.");
    const document = (await flow.stack.call("GET", "/openapi.json")).body;
    const [toolName] = document.paths["/api/tools"].post.parameters;
    expect(toolName.schema.enum).toEqual(expect.arrayContaining([...NAMES, "windows"]));
    const llms = (await flow.stack.call("GET", "/llms.txt")).body;
    for (const name of NAMES) expect(llms).toContain(name);

    const read = await flow.stack.call("POST", "/api/tools?toolName=windows", {
      arguments: { house: 2 },
    });
    expect(read.body).toEqual({
      tool: "count_windows",
      message: "House 2 has 7 windows of clear glass.",
      data: { count: 7, glass: "clear" },
    });
    expect((await flow.stack.tool(vault, "paint_house", { colour: "red" })).body.message).toBe(
      "The house is red.",
    );
    const nobody = { vaultAddress: vault.address, arguments: { colour: "red" } };
    expect(
      expectRefusal(await flow.stack.call("POST", "/api/tools?toolName=paint_house", nobody)),
    ).toBe("401 auth_required");
  });
});

describe("tools that would rob who signs", () => {
  test.each(HOSTILE.map(({ name }) => name))(
    "error: %s gets nothing out, for the owner and for a stranger, manually and delegated",
    async (name) => {
      const stranger = await flow.stack.credentials(generatePrivateKey());
      for (const executionMode of ["manual", "delegated"]) {
        for (const by of [{}, stranger]) {
          const { status, body } = await flow.stack.tool(vault, name, {}, { executionMode, ...by });
          const codes =
            name === "trade_for_any_signer"
              ? ["internal_error"]
              : ["calldata_rejected", "owner_only"];
          expect([status >= 400, codes]).toEqual([true, expect.arrayContaining([body.error])]);
          expect([body.transaction, body.transactions, body.operationId, body.execution]).toEqual(
            Array(4).fill(undefined),
          );
        }
      }
    },
  );
});

describe("MCP", () => {
  test("default: the list has each with its hints, and a call runs", async () => {
    const payer = await flow.stack.payer();
    const credentials = await flow.stack.credentials(vault.ownerKey);
    const { client, close } = await connectMcp(flow.stack, {
      payer,
      vault: vault.address,
      credentials,
    });
    const { tools } = await client.listTools();
    const hints = planted(tools).map(({ name, title, annotations: { title: _, ...rest } = {} }) => [
      name,
      title,
      rest,
    ]);
    const of = (
      readOnlyHint: boolean,
      destructiveHint: boolean,
      idempotentHint: boolean,
      openWorldHint: boolean,
    ) => ({
      ...{ readOnlyHint, destructiveHint, idempotentHint, openWorldHint },
    });
    expect(hints).toEqual([
      ["count_windows", "Count windows", of(true, false, true, false)],
      ["reopen_order", "Reopen order", of(false, false, true, true)],
      // What says nothing gets the careful ones.
      ["loosen_order", "Loosen order", of(false, true, false, true)],
      ["paint_house", "Paint house", of(false, true, false, true)],
    ]);
    const counted = await client.callTool({ name: "count_windows", arguments: { house: 2 } });
    expect(counted.structuredContent).toMatchObject({ tool: "count_windows", data: { count: 7 } });
    // What a person owns waits for that person, whoever calls.
    const painted: any = await client.callTool({
      name: "paint_house",
      arguments: { colour: "blue" },
    });
    expect(painted.structuredContent).toMatchObject({
      tool: "paint_house",
      operationId: expect.any(String),
    });
    expect(painted.structuredContent.data).not.toHaveProperty("colour");
    await close();
  });
});

describe("a model in the chat", () => {
  test("default: it sees what a tool lets it see, and sets no field a human owns", async () => {
    willCall("count_windows", { house: 3, glass: "dark" });
    expect(await outcome("how many windows are there, please tell me?")).toEqual([
      "House 3 has 7 windows of clear glass.",
    ]);
    expect(model().asked()[0]?.tools).toEqual(
      expect.arrayContaining(["count_windows", "reopen_order", "loosen_order"]),
    );
    expect(model().asked()[0]?.tools).not.toContain("paint_house");
  });

  test("error: what is hidden does not exist for it", async () => {
    willCall("paint_house", { colour: "red" });
    expect(await outcome("paint the house red please")).toEqual([
      expect.stringContaining("unknown_tool: "),
    ]);
  });

  test("default: a write runs by its own words, and is refused with its own example", async () => {
    willCall("reopen_order", { id: 4 });
    expect(await outcome("please reopen order 4")).toEqual([
      expect.stringMatching(
        /^Waits for your approval: .*\n.*Order 4 was reopened\.\nRead from your words: id 4\./,
      ),
    ]);
    willCall("reopen_order", { id: 5 });
    expect(await outcome("please reopen order 4")).toEqual([
      expect.stringMatching(/^not_in_your_words: .*for example: reopen order 3$/),
    ]);
    willCall("reopen_order", { id: 4 });
    expect(await outcome("please loosen order 4")).toEqual([
      expect.stringContaining("not_in_your_words: "),
    ]);
    willCall("loosen_order", { id: 4 });
    expect(await outcome("please loosen order 4")).toEqual([
      expect.stringMatching(
        /^Waits for your approval: .*\n.*Order 4 was loosened\.\nRead from your words: id 4\./,
      ),
    ]);
  });
});

describe("Telegram", () => {
  test("default: same tools for a paired chat, but for what needs wallet signatures", async () => {
    const chat = flowChat(flow, 7_900);
    await chat.ask(`/start ${await chat.code(vault)}`);
    willCall("reopen_order", { id: 4 });
    expect(await chat.ask("please reopen order 4")).toContain("Order 4 was reopened.");
    willCall("loosen_order", { id: 4 });
    const refused = await chat.ask("please loosen order 4");
    expect(refused).toContain("needs your wallet");
    expect(refused).not.toContain("was loosened");
    model().script({
      answers: [{ calls: [{ name: "count_windows", arguments: { house: 1 } }] }],
      says: "Seven.",
    });
    expect(await chat.ask("how many windows are there, please tell me?")).toContain("Seven.");
  });
});
