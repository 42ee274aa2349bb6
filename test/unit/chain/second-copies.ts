import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { TABLES } from "../../../src/tables.ts";
import shared from "./address-copies.data.json" with { type: "json" };

const copy = z.strictObject({
  path: z.string().min(1),
  address: z.string().min(1),
  repository: z.string().regex(/^[^/]+\/[^/]+$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  file: z.string().min(1),
  line: z.int().positive(),
});
const gwei = z.string().regex(/^\d+(?:\.\d+)?$/);
const ofChain = z.strictObject({
  gasCapGwei: z.strictObject({ maxFee: gwei, priority: gwei, priorityIsFixed: z.boolean() }),
  confirmations: z.int().positive(),
  copies: z.array(copy),
  without: z.array(z.string()),
});

/** Second copies of a chain's figures and addresses, by hand: test/unit/chains/<name>.data.json. */
export const secondCopies = Object.values(TABLES.chains).map(({ id, name }) => {
  const path = join(import.meta.dirname, `../chains/${name}.data.json`);
  return { id, ...ofChain.parse(JSON.parse(readFileSync(path, "utf8"))) };
});

/** All addresses of the service by `<chain>.<name>`, and those without a second source. */
export const addressCopies = {
  copies: [
    ...z.array(copy).parse(shared.copies),
    ...secondCopies.flatMap(({ id, copies }) =>
      copies.map((one) => ({ ...one, path: `${id}.${one.path}` })),
    ),
  ],
  without: [
    ...shared.without,
    ...secondCopies.flatMap(({ id, without }) => without.map((path) => `${id}.${path}`)),
  ],
};
