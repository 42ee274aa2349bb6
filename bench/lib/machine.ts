import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

const modules = join(import.meta.dirname, "../../node_modules");

/**
 * What every result says about itself: when, on what, with which versions, and how busy the machine
 * was.
 */
export function machine(also: Record<string, string> = {}): string {
  const [processor] = cpus();
  const versions = Object.entries({
    node: process.versions.node,
    ...Object.fromEntries(["workerd", "wrangler", "viem"].map((name) => [name, versionOf(name)])),
    ...also,
  });
  return [
    new Date().toISOString().slice(0, 16).replace("T", " "),
    `${cpus().length} x ${processor?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions.map(([name, version]) => `${name} ${version}`).join(", "),
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  ].join(" | ");
}

/** Of the package as it is installed. */
function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version;
}
