import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareStacks } from "../../local/stack/prepare-stacks.ts";

/**
 * Global setup of the stack suites: what their stacks have in common is made once, and every one of
 * the run starts from that.
 */
export async function setup(): Promise<() => void> {
  const dir = mkdtempSync(join(tmpdir(), "sextant-prepared-"));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  await prepareStacks(dir).catch((error) => {
    remove();
    throw error;
  });
  // Not vitest's provide: test stacks also run outside of it, in measurements.
  process.env.PREPARED_STACKS = dir;
  return remove;
}
