import { hash } from "node:crypto";
import fc from "fast-check";
import { routes } from "../../functions/routes.ts";
import { ERROR_CODES } from "../../schemas/error-codes.ts";
import { openapiDocument } from "../../schemas/openapi-document.ts";
import { PRICE_TABLE } from "../../schemas/price-table.ts";
import { canonicalJson } from "../../src/lib/sha256-of.ts";
import { toolList } from "../../src/mcp/tool-list.ts";
import { KEY_TABLE } from "../../src/store/kernel/key-table.ts";
import { everyTool, toolChoices } from "../../src/tables/every-tool.ts";
import { histories } from "../simulation/history.ts";
import { runHistory } from "../simulation/run-history.ts";
import { addRecordShapes } from "./record-shapes.ts";

const HISTORIES = { seed: 11, numRuns: 150 };

/**
 * What callers and the store can see of the service, as data: routes, OpenAPI document, catalog,
 * MCP's list of tools, error codes, keys, the fields of the records, and a digest of everything
 * that 150 histories of the simulator leave in the store.
 */
export async function surface(): Promise<unknown> {
  const prices = Object.fromEntries(
    Object.entries(PRICE_TABLE).map(([id, { usdc }]) => [id, usdc]),
  );
  return JSON.parse(
    canonicalJson({
      routes: routes
        .map(
          ({ method, path, price, auth }) => `${method} ${path} ${price} ${JSON.stringify(auth)}`,
        )
        .sort(),
      openapi: openapiDocument({
        ...{ routes, prices: prices as never, baseUrl: "", productName: "Sextant" },
        choices: toolChoices(),
      }),
      catalog: everyTool.catalog(() => true),
      mcpTools: toolList(everyTool, PRICE_TABLE.tools_call.usdc, () => true, {
        has: () => true,
        schemas: "full",
      }),
      errorCodes: ERROR_CODES,
      keys: Object.fromEntries(
        Object.values(KEY_TABLE).map(({ template, ttlSec }) => [template, ttlSec]),
      ),
      store: await stored(),
    }),
  );
}

async function stored(): Promise<{ records: Record<string, string[]>; digest: string }> {
  const shapes = new Map<string, Set<string>>();
  const dumps: string[] = [];
  for (const history of fc.sample(histories, HISTORIES)) {
    await runHistory(history, undefined, ({ redis }) => {
      const dump = redis.dump();
      addRecordShapes(shapes, dump);
      dumps.push(
        canonicalJson(
          Object.entries(dump)
            // The ten minutes' memory of a script's first answer: a form between it and its caller,
            // in one version of the code.
            .filter(([key]) => !key.includes("request:"))
            .map(([key, value]) => [
              key,
              value instanceof Set ? [...value].sort() : value instanceof Map ? [...value] : value,
            ])
            .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        ),
      );
    });
  }
  const records = Object.fromEntries([...shapes].map(([key, paths]) => [key, [...paths].sort()]));
  return { records, digest: hash("sha256", dumps.join("\n")) };
}
