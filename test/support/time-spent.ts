import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

type Project = { startMs: number; endMs: number; files: number; tests: number };

const SLOWEST = 15;

/**
 * At the end of a run: how long each project took by the clock, and the files that took longest,
 * loading included.
 */
export default class TimeSpent implements Reporter {
  readonly #projects = new Map<string, Project>();

  onTestModuleQueued({ project: { name } }: TestModule): void {
    const nowMs = performance.now();
    if (!this.#projects.has(name))
      this.#projects.set(name, { startMs: nowMs, endMs: nowMs, files: 0, tests: 0 });
  }

  onTestModuleEnd(module: TestModule): void {
    const project = this.#projects.get(module.project.name);
    if (project === undefined) return;
    project.endMs = performance.now();
    project.files += 1;
    project.tests += [...module.children.allTests()].length;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = [...this.#projects].map(
      ([name, { startMs, endMs, files, tests }]) =>
        `${seconds(endMs - startMs)}  ${name}: ${tests} tests in ${files} files`,
    );
    const slowest = modules
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return {
          file: relative(process.cwd(), module.moduleId),
          tookMs: collectDuration + setupDuration + duration,
        };
      })
      .sort((a, b) => b.tookMs - a.tookMs)
      .slice(0, SLOWEST)
      .map(({ file, tookMs }) => `${seconds(tookMs)}  ${file}`);
    console.log(
      ["Where the time went:", ...lines, "The slowest files:", ...slowest, ""].join("\n"),
    );
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(8)} s`;
