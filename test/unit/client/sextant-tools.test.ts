import { expect, test } from "vitest";
import { sextantTools } from "../../../src/client/sextant-tools.ts";

type Client = Parameters<typeof sextantTools>[0];
type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

const listed = (name: string, readOnly: boolean, served: boolean): Listed => ({
  ...{ name, readOnly, served, description: name, category: "c", requiresOperatorAuth: false },
  ...{ parameters: { type: "object" }, example: {} },
});
const client = {
  listTools: async () => ({
    tools: [
      ...[listed("read_here", true, true), listed("read_elsewhere", true, false)],
      ...[listed("write_here", false, true), listed("write_elsewhere", false, false)],
    ],
  }),
  callTool: async () => ({ tool: "read_here", message: "done" }),
} as unknown as Client;

const offered = async (more: { only?: string[]; writes?: boolean }) =>
  Object.keys(await sextantTools(client, { jsonSchema: (schema) => schema, ...more }));

test("behavior: what this deployment does not serve is offered to no model", async () => {
  expect(await offered({})).toEqual(["read_here"]);
  expect(await offered({ writes: true })).toEqual(["read_here", "write_here"]);
  expect(await offered({ only: ["write_here", "read_elsewhere"] })).toEqual(["write_here"]);
});
