import { routes } from "../../../functions/routes.ts";
import { type OpenapiDocument, openapiDocument } from "../../../schemas/openapi-document.ts";
import type { OpenapiOperation } from "../../../schemas/openapi-operation.ts";
import { PRICE_TABLE } from "../../../schemas/price-table.ts";
import { toolChoices } from "../../../src/tables/every-tool.ts";

export const PRICES = Object.fromEntries(
  Object.entries(PRICE_TABLE).map(([id, { usdc }]) => [id, usdc]),
);

/** The document as it goes over the wire. */
export const described = (): OpenapiDocument =>
  JSON.parse(
    JSON.stringify(
      openapiDocument({
        routes,
        prices: PRICES,
        baseUrl: "https://api.example",
        choices: toolChoices(),
      }),
    ),
  );

export const operationsOf = (document: OpenapiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]: [string, OpenapiOperation]) => ({
      method,
      path,
      operation,
    })),
  );
