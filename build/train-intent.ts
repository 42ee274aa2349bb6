import "../test/support/fill-chains.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { trainedIntent } from "./trained-intent.ts";

/**
 * `npm run chat:train`: learns the weights of src/chat/intent from the messages of
 * test/unit/chat/measure/training and the open half of the measure.
 */
const path = join(import.meta.dirname, "../src/chat/intent/weights.data.json");
const before = readFileSync(path, "utf8");
const text = trainedIntent();
writeFileSync(path, text);
console.log(
  `${text.length} bytes, ${gzipSync(text).length} packed${text === before ? ", as before" : ""}.`,
);
